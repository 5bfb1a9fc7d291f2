import { defineRater, shareOfPairs } from '@openladder/rating';
import { chance, type OpenSkillState, rateMatch } from './rank.js';
import { type OpenSkillSettings, schema } from './settings.js';

export type { OpenSkillState } from './rank.js';
export type { Model, OpenSkillSettings } from './settings.js';

/** OpenSkill: Bayesian ratings of teams and free-for-alls of any size. */
export const rater = defineRater<OpenSkillSettings, OpenSkillState>({
  key: 'openskill',
  version: '1.0.0',
  title: 'OpenSkill',
  summary:
    'Bayesian ratings for teams and free-for-alls of any size: players share in what their side achieves, by how ' +
    'uncertain they are. The free counterpart of TrueSkill.',
  source:
    'Ruby C. Weng and Chih-Jen Lin, "A Bayesian Approximation Method for Online Ranking", 2011, as the package openskill 5 has it',
  settings: schema,
  formats: () => ({ minSides: 2, maxSides: null, minPlayersPerSide: 1, maxPlayersPerSide: null }),
  breaks: {
    'a better outcome never rates lower':
      'By Plackett-Luce, the default, a side is not compared with those behind it: sole fourth of five it loses to three, but ' +
      'tied for the second place it shares in what the other second ones lose to the first, and can lose more. ' +
      'The models of pairs keep the law, and so do all of them in duels.',
  },
  initial: ({ mu, sigma }) => ({ mu, sigma }),
  rate: rateMatch,
  rating: ({ mu, sigma }, { z, provisionalSigma }) => ({
    value: mu,
    deviation: sigma,
    score: mu - z * sigma,
    isProvisional: sigma > provisionalSigma,
  }),
  display: ({ mu, sigma }, { z }) => (mu - z * sigma).toFixed(2),
  predict: (sides, settings) => shareOfPairs(sides.length, (a, b) => chance(sides[a]!, sides[b]!, settings)),
  restore: {
    needs: 'last',
    readsContributions: false,
    from(lines) {
      const { value, deviation } = lines.at(-1)!.after;
      return { mu: value!, sigma: deviation! };
    },
  },
});

export default rater;
