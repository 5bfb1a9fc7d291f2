import { boardSentence, type ChangeLine, defineRater, explainWhole, languageOf } from '@openladder/rating';
import { chances } from './chances.js';
import { rateMatch } from './rank.js';
import { type OpenSkillSettings, presets, schema } from './settings.js';
import type { OpenSkillState } from './state.js';

export type { Model, OpenSkillSettings } from './settings.js';
export type { OpenSkillState } from './state.js';

/** OpenSkill: Bayesian ratings of teams and free-for-alls of any size. */
export const rater = defineRater<OpenSkillSettings, OpenSkillState>({
  key: 'openskill',
  version: '2.2.0',
  title: 'OpenSkill',
  summary:
    'Bayesian ratings for teams and free-for-alls of any size: players share in what their side achieves, by how ' +
    'uncertain they are. The free counterpart of TrueSkill.',
  source:
    'Ruby C. Weng and Chih-Jen Lin, "A Bayesian Approximation Method for Online Ranking", 2011, with the defaults of the package openskill 5',
  settings: schema,
  presets,
  // The source has no weight.
  usesWeight: false,
  formats: () => ({ minSides: 2, maxSides: null, minPlayersPerSide: 1, maxPlayersPerSide: null }),
  breaks: {
    'a better outcome never rates lower':
      'By Plackett-Luce, the default, a side is not compared with those behind it: sole fourth of five it loses to three, but ' +
      'tied for the second place it shares in what the other second ones lose to the first, and can lose more. ' +
      'The models of pairs keep the law, and so do all of them in duels.',
  },
  initial: ({ mu, sigma }) => ({ mu, sigma }),
  rate: rateMatch,
  explain: (line, settings, locale) =>
    `${explainWhole(line, locale, { digits: 2 })} ${shownOnBoard(line, settings, locale)}`,
  rating: ({ mu, sigma }, { z, provisionalSigma }) => ({
    value: mu,
    deviation: sigma,
    score: mu - z * sigma,
    isProvisional: sigma > provisionalSigma,
  }),
  display: ({ mu, sigma }, { z }) => boardPoints(mu - z * sigma),
  predict: chances,
  restore: {
    needs: 'last',
    readsContributions: false,
    from(lines) {
      const { value, deviation } = lines.at(-1)!.after;
      return { mu: value!, sigma: deviation! };
    },
  },
});

/** With two decimals, and no sign if these are zero. */
function boardPoints(points: number): string {
  return (Number(points.toFixed(2)) + 0).toFixed(2);
}

/** The board shows less than the value: a lower bound of the rating with some certainty. */
function shownOnBoard({ before, after }: ChangeLine, { z }: OpenSkillSettings, locale: string): string {
  const point = languageOf(locale) === 'en' ? '.' : ',';
  const shown = ({ value, deviation }: ChangeLine['after']) =>
    boardPoints(value! - z * deviation!)
      .replace('.', point)
      .replace('-', '\u2212');
  const [was, is] = [shown(before), shown(after)];
  return boardSentence(is, was === is ? null : was, locale);
}

export default rater;
