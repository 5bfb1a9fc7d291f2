import type { Evaluation, LossDifference, Rater } from '@openladder/rating';
import type { Refusal, RuleName } from '../kit/refusal.js';
import type { League } from '../league/league.js';
import type { MissingRater } from '../raters/raters.js';
import type { SettingValues } from '../raters/rating-system.js';
import type { MeasuredFit } from './measure-fit.js';

/** How well rating systems predict the matches of a league. */
export interface SystemComparison {
  readonly league: League;
  /** Sequence of the newest arrival in the log as it was read. */
  readonly sequence: number;
  /** The league's revision then. */
  readonly revision: number;
  /** Matches that every rating system had to predict. */
  readonly matches: number;
  /** How many of them, from the first on, are not scored. */
  readonly burnInMatches: number;
  /** How many of them, at the end, are scored separately. */
  readonly heldOutMatches: number;
  /** Predictions without any knowledge of the players, and plain Elo; without those that were not done. */
  readonly baselines: readonly ComparedBaseline[];
  /** Each once, in the order requested; the league's present system comes first unless it was requested. */
  readonly systems: readonly ComparedSystem[];
}

/** `EVEN`: every side has the same chance. `BASE_RATES`: each side wins as often as earlier sides of its role or in its place. */
export type Baseline = 'EVEN' | 'BASE_RATES' | 'ELO';

export interface ComparedBaseline {
  readonly baseline: Baseline;
  /** Over the matches between the burn-in and the part that is held out. */
  readonly evaluation: Evaluation;
  /** Over the part that is held out; null if none is. */
  readonly heldOut: Evaluation | null;
}

/** How well a rating system predicts the matches of a league. */
export interface ComparedSystem {
  readonly rater: Rater | MissingRater;
  readonly settings: SettingValues;
  /** Whether the league is rated by it now. If so, its chances are those that the league shows. */
  readonly isPresent: boolean;
  /** Over the matches between the burn-in and the part that is held out; null if there is a problem. */
  readonly evaluation: Evaluation | null;
  /** Over the part that is held out; null if none is, or there is a problem. */
  readonly heldOut: Evaluation | null;
  /** How its log loss differs from that of the league's present system; null for that system, and if either has a problem. */
  readonly difference: LossDifference | null;
  /** The same over the part that is held out. */
  readonly heldOutDifference: LossDifference | null;
  /** Improvement from a slope and a side's advantage; null if no part is held out, or the matches are inconclusive. */
  readonly fit: MeasuredFit | null;
  /**
   * The best baseline that it does not beat, and by which it is no better than guessing; null where it beats both. Over the part that
   * is held out, if one is.
   */
  readonly worseThan: Baseline | null;
  /** Why it can't be compared: it is not installed, can't rate all of the league's matches, or fails on one. */
  readonly problem: string | null;
  /** The rule of that sentence, and its values; null without a problem. */
  readonly problemRule: RuleName | null;
  readonly problemParameters: Refusal['parameters'] | null;
}
