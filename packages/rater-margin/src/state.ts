import type { JournalLine, Memory, StatePacking } from '@openladder/rating';
import type { MarginSettings } from './settings.js';

/** The estimates of a player, and their knowledge of the league. */
export interface MarginState {
  /** Points. */
  readonly rating: number;
  /** Points: one standard deviation. */
  readonly deviation: number;
  /** The time of the deviation, in milliseconds since 1970; null for a player who was never rated. */
  readonly at: number | null;
  /** How much more than others they gain from the better role, and its variance: in units of luck. */
  readonly edge: number;
  readonly edgeVariance: number;
  /** The value of the league's better role, and its variance: in units of luck. */
  readonly advantage: number;
  readonly advantageVariance: number;
  /** The variance of margins between equals, in scores to the power of `marginPower`; 0: no margin is known. */
  readonly luck: number;
  /** How many matches, and margins, the knowledge of the league is based on. */
  readonly matches: number;
  readonly margins: number;
}

/** The places of the numbers in a packed state. From EDGE on, a line of the journal stores them. */
export const RATING = 0;
export const DEVIATION = 1;
export const AT = 2;
export const EDGE = 3;
export const EDGE_VARIANCE = 4;
export const ADVANTAGE = 5;
export const ADVANTAGE_VARIANCE = 6;
export const LUCK = 7;
export const MATCHES = 8;
export const MARGINS = 9;
export const WIDTH = 10;

/** The steepness of the logistic curve nearest to the normal one. */
export const STEEPNESS = 1.7;
/** Points in a unit of luck, which is one deviation of margins between equals. */
export const POINTS = (STEEPNESS * 400) / Math.LN10;
const DAY = 86_400_000;
/** Share of the variance of strengths: players differ at home by a tenth of their general differences. Ours. */
const EDGE_SHARE = 0.01;
/** The initial variance of the advantage: mostly less than a third of luck. Ours. */
const FIRST_ADVANTAGE_VARIANCE = 0.1;

export const memory: Memory<MarginSettings, MarginState> = {
  width: () => WIDTH - EDGE,
  of: (state) => numbersOf(state).slice(EDGE),
};

export function fromLine({ playedAt, after, memory: kept }: JournalLine): MarginState {
  return stateOf([after.value!, after.deviation!, playedAt, ...kept!], 0);
}

export const packedState: StatePacking<MarginState> = {
  width: WIDTH,
  pack: (state, numbers, from) => {
    const own = numbersOf(state);
    for (let number = 0; number < WIDTH; number++) numbers[from + number] = own[number]!;
  },
  unpack: stateOf,
};

function numbersOf(state: MarginState): number[] {
  const { rating, deviation, at, edge, edgeVariance, advantage, advantageVariance, luck, matches, margins } = state;
  const ofPlayer = [rating, deviation, at ?? Number.NaN, edge, edgeVariance];
  return [...ofPlayer, advantage, advantageVariance, luck, matches, margins];
}

function stateOf(numbers: ArrayLike<number>, from: number): MarginState {
  const at = numbers[from + AT]!;
  return {
    rating: numbers[from + RATING]!,
    deviation: numbers[from + DEVIATION]!,
    at: Number.isNaN(at) ? null : at,
    edge: numbers[from + EDGE]!,
    edgeVariance: numbers[from + EDGE_VARIANCE]!,
    advantage: numbers[from + ADVANTAGE]!,
    advantageVariance: numbers[from + ADVANTAGE_VARIANCE]!,
    luck: numbers[from + LUCK]!,
    matches: numbers[from + MATCHES]!,
    margins: numbers[from + MARGINS]!,
  };
}

export function newcomer({ initialRating, initialDeviation }: MarginSettings): MarginState {
  return {
    rating: initialRating,
    deviation: initialDeviation,
    at: null,
    edge: 0,
    edgeVariance: EDGE_SHARE * (initialDeviation / POINTS) ** 2,
    advantage: 0,
    advantageVariance: FIRST_ADVANTAGE_VARIANCE,
    luck: 0,
    matches: 0,
    margins: 0,
  };
}

/**
 * Rating and deviation at a later time. Strengths drift by `deviationGrowth`, and back to the mean just enough to keep the spread of
 * players at `initialDeviation` (an Ornstein-Uhlenbeck process).
 * @param at NaN for a player who was never rated
 */
export function later(
  rating: number,
  deviation: number,
  at: number,
  until: number,
  { initialRating, initialDeviation, deviationGrowth }: MarginSettings,
): readonly [rating: number, deviation: number] {
  if (!(until > at) || deviationGrowth === 0) return [rating, deviation];
  const days = (until - at) / DAY;
  const left = Math.exp(-0.5 * days * (deviationGrowth / initialDeviation) ** 2);
  const spread = initialDeviation ** 2;
  const variance = spread - (spread - deviation ** 2) * left ** 2;
  return [initialRating + (rating - initialRating) * left, Math.sqrt(variance)];
}

export function grown(state: MarginState, until: number, settings: MarginSettings): MarginState {
  const { at } = state;
  if (at === null || until <= at) return state;
  const [rating, deviation] = later(state.rating, state.deviation, at, until, settings);
  return { ...state, rating, deviation, at: until };
}
