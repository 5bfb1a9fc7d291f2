import { settingsSchema } from '@openladder/rating';

/** How results become ratings: by a model of the whole ranking, or of its pairs. */
export type Model = 'plackettLuce' | 'bradleyTerry' | 'thurstoneMosteller';

export interface OpenSkillSettings {
  readonly model: Model;
  /** In the unit of the ratings, as all that follow but `z`. */
  readonly mu: number;
  readonly sigma: number;
  readonly beta: number;
  readonly tau: number;
  readonly limitSigma: boolean;
  readonly z: number;
  readonly provisionalSigma: number;
}

const MU = 25;

/** Defaults that are called the source's are those of openskill 5. */
export const schema = settingsSchema({
  model: {
    type: 'string',
    default: 'plackettLuce',
    enum: ['plackettLuce', 'bradleyTerry', 'thurstoneMosteller'],
    description:
      'The model of a result: `plackettLuce` (default of the source) of the whole ranking; `bradleyTerry` (logistic) and ' +
      '`thurstoneMosteller` (normal) of all its pairs.',
  },
  mu: {
    type: 'number',
    default: MU,
    minimum: -10_000,
    maximum: 10_000,
    description: 'The rating (mu) of a new player. Default of the source; all other values are in its unit.',
  },
  sigma: {
    type: 'number',
    default: MU / 3,
    exclusiveMinimum: 0,
    maximum: 10_000,
    description: 'How uncertain the rating of a new player is, as a standard deviation (sigma). Default of the source.',
  },
  beta: {
    type: 'number',
    default: MU / 6,
    exclusiveMinimum: 0,
    maximum: 10_000,
    description:
      "How much a player's performance differs from match to match, as a standard deviation (beta): the larger, the more " +
      'luck is in a result, and the slower ratings move. Default of the source.',
  },
  tau: {
    type: 'number',
    default: MU / 300,
    minimum: 0,
    maximum: 10_000,
    description:
      'How much a rating grows uncertain with each match, as a standard deviation (tau), so that it can always move. 0: ' +
      'ratings settle for good. Default of the source.',
  },
  limitSigma: {
    type: 'boolean',
    default: false,
    description:
      'Whether no match may make a rating more uncertain than it was, tau notwithstanding. Default of the source.',
  },
  z: {
    type: 'number',
    default: 3,
    minimum: 0,
    maximum: 10,
    description:
      'The board is sorted by, and shows, mu - z * sigma: the strength that a player has almost certainly. Default of the ' +
      'source; 0 shows mu itself.',
  },
  provisionalSigma: {
    type: 'number',
    default: MU / 6,
    minimum: 0,
    maximum: 10_000,
    description: "A rating is provisional while its sigma is more than this. Ours: half of a newcomer's.",
  },
});
