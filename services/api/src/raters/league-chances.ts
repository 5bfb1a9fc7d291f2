import {
  type EstimatedFit,
  fitOf,
  fittedChances,
  type Json,
  type LossDifference,
  type Outlook,
  type Rater,
} from '@openladder/rating';

/** How a league adjusts the chances of its rating system, and the log to which that was fitted. */
export interface LeagueChances extends EstimatedFit {
  /** The newest arrival in that log. */
  readonly sequence: number;
  /** The league's revision then. */
  readonly revision: number;
  /** How a fit to the first part of the log changed the log loss of the last part; below 0 if it helped. */
  readonly gain: LossDifference;
}

/** A rating system with its league's fit of chances. */
export interface FittedSystem {
  readonly rater: Rater;
  readonly settings: Readonly<Record<string, Json>>;
  readonly chanceFit?: LeagueChances | null;
}

/**
 * The chances of the sides of a match, as the league shows them.
 * @param sides the states of each side's players at the time of the match
 */
export function chancesOf(
  { rater, settings, chanceFit }: FittedSystem,
  sides: readonly (readonly unknown[])[],
  outlook: Outlook,
) {
  const chances = rater.predict(sides, settings, outlook);
  return chanceFit ? fittedChances(fitOf(chanceFit), chances, outlook.roles) : chances;
}

/** The same before the sides are known, so that no side has an advantage. */
export function chancesWithoutSides(
  { rater, settings, chanceFit }: FittedSystem,
  sides: readonly (readonly unknown[])[],
  at: number,
) {
  const chances = rater.predict(sides, settings, { at });
  return chanceFit ? fittedChances({ ...fitOf(chanceFit), sideAdvantage: 0 }, chances) : chances;
}
