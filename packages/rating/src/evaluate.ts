import { isRatable, type Match, type PlayerId, withoutGuests } from './match.js';
import { pairwiseResults } from './outcome.js';
import type { Rater } from './rater.js';
import { rateMatch } from './replay.js';

/** The sides whose predicted chance fell into one tenth. */
export interface Calibration {
  /** Mean of the predicted chances, 0 to 1. */
  readonly predicted: number;
  /** Mean of the scores, 0 to 1. */
  readonly actual: number;
  /** Sides counted. */
  readonly count: number;
}

/** How well a rater foresaw a log. */
export interface Evaluation {
  /** Matches predicted. */
  readonly matches: number;
  /** Mean of -ln(chance given to the winner); lower is better, ln 2 is guessing between two sides. */
  readonly logLoss: number;
  /** Mean squared error of the chances, halved so that two sides count as one; lower is better, 0.25 is guessing. */
  readonly brier: number;
  /** Share of matches won by the favourite; a first place, or the favour, that is shared by several counts its share. */
  readonly accuracy: number;
  /** Predicted against actual, in ten equal bins of the predicted chance; empty bins are left out. */
  readonly calibration: readonly Calibration[];
}

const BINS = 10;
const LEAST_CHANCE = 1e-15;

/**
 * Replays a log and predicts each match from the states just before it, the honest way to compare rating systems: no
 * match is predicted with knowledge of itself or of later ones.
 * @param log matches ordered by (playedAt, sequence); those that are not ratable are passed over
 * @throws RangeError where the log has no ratable match
 */
export function evaluate<Settings, State>(
  rater: Rater<Settings, State>,
  settings: Settings,
  log: Iterable<Match>,
): Evaluation {
  const states = new Map<PlayerId, State>();
  const bins = Array.from({ length: BINS }, () => ({ predicted: 0, actual: 0, count: 0 }));
  let matches = 0;
  let logLoss = 0;
  let brier = 0;
  let accuracy = 0;

  for (const match of log) {
    if (!isRatable(match)) continue;
    const contest = withoutGuests(match);
    const chances = rater.predict(
      contest.sides.map((side) => side.participants.map(({ player }) => states.get(player) ?? rater.initial(settings))),
      settings,
    );
    const scores = firstPlaceShares(contest);

    matches++;
    logLoss -= scores.reduce((sum, score, side) => sum + score * Math.log(Math.max(chances[side]!, LEAST_CHANCE)), 0);
    brier += scores.reduce((sum, score, side) => sum + (score - chances[side]!) ** 2, 0) / 2;
    accuracy += favouriteScore(chances, scores);
    chances.forEach((chance, side) => {
      const bin = bins[Math.min(BINS - 1, Math.floor(chance * BINS))]!;
      bin.predicted += chance;
      bin.actual += scores[side]!;
      bin.count++;
    });
    rateMatch(rater, settings, match, states);
  }

  if (matches === 0) throw new RangeError('nothing to evaluate: the log has no ratable match');
  return {
    matches,
    logLoss: logLoss / matches,
    brier: brier / matches,
    accuracy: accuracy / matches,
    calibration: bins
      .filter((bin) => bin.count > 0)
      .map(({ predicted, actual, count }) => ({ predicted: predicted / count, actual: actual / count, count })),
  };
}

/** One point, shared by the sides in front of all others. */
function firstPlaceShares(match: Match): number[] {
  const isFirst = pairwiseResults(match).map((results) => !results.includes(0));
  const firsts = isFirst.filter(Boolean).length;
  return isFirst.map((first) => (first ? 1 / firsts : 0));
}

/** The mean score of the sides with the best chance. */
function favouriteScore(chances: readonly number[], scores: readonly number[]): number {
  const best = Math.max(...chances);
  const favourites = scores.filter((_, side) => chances[side] === best);
  return favourites.reduce((sum, score) => sum + score, 0) / favourites.length;
}
