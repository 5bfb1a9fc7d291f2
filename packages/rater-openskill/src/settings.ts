import { type Preset, type SettingsOf, settingsSchema } from '@openladder/rating';

const MU = 25;

/** Defaults attributed to the source are those of openskill 5. */
export const schema = settingsSchema({
  model: {
    title: 'Model',
    type: 'string',
    default: 'plackettLuce',
    enum: ['plackettLuce', 'bradleyTerry', 'thurstoneMosteller'],
    description:
      'The model of a result: `plackettLuce` (default of the source) looks at the whole ranking; `bradleyTerry` ' +
      '(logistic) and `thurstoneMosteller` (normal) look at each pair in it.',
  },
  mu: {
    title: 'Rating of a new player (mu)',
    type: 'number',
    default: MU,
    minimum: -10_000,
    maximum: 10_000,
    description:
      'The rating (mu) of a new player. The default is that of the source; all other values are in the same unit.',
  },
  sigma: {
    title: 'Uncertainty of a new player (sigma)',
    type: 'number',
    default: MU / 3,
    minimum: 1e-3,
    maximum: 10_000,
    description:
      'How uncertain the rating of a new player is, as a standard deviation (sigma). The default is that of the ' +
      'source.',
  },
  beta: {
    title: 'Luck (beta)',
    type: 'number',
    default: MU / 6,
    minimum: 1e-3,
    maximum: 10_000,
    description:
      "How much a player's performance varies from match to match, as a standard deviation (beta). The larger it " +
      'is, the more luck there is in a result, and the slower ratings move. The default is that of the source.',
  },
  tau: {
    title: 'Growth of uncertainty (tau)',
    type: 'number',
    default: MU / 300,
    minimum: 0,
    maximum: 10_000,
    description:
      'How much more uncertain a rating becomes with each match, as a standard deviation (tau), so that it can ' +
      'always move. 0: ratings settle for good. The default is that of the source.',
  },
  limitSigma: {
    title: 'Never more uncertain',
    type: 'boolean',
    default: false,
    description:
      'If true, no match makes a rating more uncertain than it was, whatever tau is. The default is that of the ' +
      'source.',
  },
  sizeCounts: {
    title: 'An extra player counts',
    type: 'boolean',
    default: true,
    description:
      'Whether a larger team is expected to win: an extra player counts as much as their whole rating, as in the source. If false, they count only by ' +
      'how far they are above or below a newcomer, for games that are fair between teams of unequal size.',
  },
  z: {
    title: 'Caution of the board (z)',
    type: 'number',
    default: 3,
    minimum: 0,
    maximum: 10,
    description:
      'The board shows mu - z * sigma and is sorted by it: a strength that the player almost certainly has. The ' +
      'default is that of the source; 0 shows mu itself.',
  },
  provisionalSigma: {
    title: 'Provisional above a sigma of',
    type: 'number',
    default: MU / 6,
    minimum: 0,
    maximum: 10_000,
    description:
      'A rating is provisional while its sigma is greater than this. The default is our choice: half the sigma of ' +
      'a newcomer. The more sides, the more matches that takes: some 40 duels, and far more races.',
  },
});

export type OpenSkillSettings = SettingsOf<typeof schema>;

/** How results become ratings: by a model of the whole ranking, or of its pairs. */
export type Model = OpenSkillSettings['model'];

export const presets: readonly Preset<OpenSkillSettings>[] = [
  {
    name: 'Changing strengths',
    reason:
      'Ratings never settle, for players who get better or worse. On the last 40% of international football, the log loss is ' +
      '0.5719 instead of 0.5746; on robotics, three against three, 0.5979 instead of 0.5983.',
    settings: { tau: 0.3 },
  },
  {
    name: 'Races',
    reason:
      'Players get a rank after about 20 races. The Plackett-Luce model makes ratings certain slowly where there are many sides, although they ' +
      'are in the right order long before. In simulated races of 5 to 12, 98% of players have a rank after 20 races, and with the default nobody ' +
      'after 40. Only ranks differ, no rating.',
    settings: { provisionalSigma: 7.5 },
  },
  {
    name: 'Races, changing strengths',
    reason:
      'Learns faster from races than the Plackett-Luce model: each pair of a field counts, and ratings never settle. On the last 40% of 1,160 Grands ' +
      'Prix the log loss is 2.053 instead of 2.364, with fitted chances 1.856. In fields of 5 to 20, most players get a rank after 15 to 25 races, and ' +
      'later where the order hardly changes.',
    settings: { model: 'bradleyTerry', tau: 0.4 },
  },
  {
    name: 'Unequal teams',
    reason:
      'For games that are fair between teams of unequal size: a player more is worth nothing by themselves. In simulated teams of 2 to 5, of whom ' +
      'the larger has no advantage, chances between two are within 0.03 of the results, and by the default within 0.18.',
    settings: { sizeCounts: false },
  },
];
