/**
 * The mathematics of ZoneStats. Source: "Player Rating: Quick View of the Algorithm", detail equations 1 to 6.
 */
import { type Contribution, expectedScore, type PlayerId } from '@openladder/rating';
import type { PairResults } from './comparison.js';
import type { ZoneStatsSettings } from './settings.js';

/** A rated participant, with what the equations need to know about him. */
export interface Contestant {
  readonly player: PlayerId;
  /** Only players of different sides are compared. */
  readonly side: number;
  /** Before the match, in rating points. */
  readonly rating: number;
  /** Minutes in the game, at least 0. */
  readonly minutes: number;
}

/** Offsets that differ by less than this share of the top one are equal to it: they are sums of rounded numbers. */
const TIE_TOLERANCE = 1e-9;

/**
 * What every contestant gains from every opponent: equations 1 to 6.
 * @returns one list for each contestant, opponents in the contestants' order; the deltas of all lists sum to 0
 */
export function rateContest(
  contestants: readonly Contestant[],
  resultOfPair: PairResults,
  settings: ZoneStatsSettings,
): readonly (readonly Contribution[])[] {
  const unscaled = comparePairs(contestants, resultOfPair, settings);
  const scale = offsetScale(contestants, unscaled.map(sumOfDeltas), settings);
  if (scale === 1) return unscaled;
  return unscaled.map((contributions) =>
    contributions.map((pair) => ({ ...pair, weight: pair.weight * scale, delta: pair.delta * scale })),
  );
}

/** The offset of equation 4, or of equation 6 where the deltas are scaled: their sum, in their order. */
export function sumOfDeltas(contributions: readonly Contribution[]): number {
  let sum = 0;
  for (const { delta } of contributions) sum += delta ?? 0;
  return sum;
}

type UnscaledContribution = Contribution & { readonly delta: number };

/** Equations 1 to 3 for every pair on different sides. */
function comparePairs(
  contestants: readonly Contestant[],
  resultOfPair: PairResults,
  { spread, gameMultiplier, maxGameLength }: ZoneStatsSettings,
): UnscaledContribution[][] {
  const contributions: UnscaledContribution[][] = contestants.map(() => []);
  contestants.forEach((own, a) => {
    for (let b = a + 1; b < contestants.length; b++) {
      const other = contestants[b]!;
      if (own.side === other.side) continue;
      const lead = own.rating - other.rating;
      const expected = expectedScore(lead, spread);
      const otherExpected = expectedScore(-lead, spread);
      const actual = resultOfPair(a, b);
      const otherActual = 1 - actual;
      const weight = gameMultiplier * Math.min(maxGameLength, own.minutes, other.minutes);
      // actual - expected, without cancellation for lopsided pairs, and exactly the other's with the sign turned.
      const surprise = actual * otherExpected - otherActual * expected;
      const delta = weight === 0 ? 0 : surprise * weight;
      contributions[a]!.push({
        opponent: other.player,
        opponentValue: other.rating,
        expected,
        actual,
        weight,
        delta,
      });
      contributions[b]!.push({
        opponent: own.player,
        opponentValue: own.rating,
        expected: otherExpected,
        actual: otherActual,
        weight,
        delta: 0 - delta,
      });
    }
  });
  return contributions;
}

/**
 * Equation 5, literally or in the words of step 7.
 * @param offsets the sum of every contestant's unscaled deltas
 * @returns what all of them are multiplied by, 0 to 1
 */
function offsetScale(
  contestants: readonly Contestant[],
  offsets: readonly number[],
  { cap, gameMultiplier }: ZoneStatsSettings,
): number {
  const top = offsets.reduce((most, offset) => Math.max(most, Math.abs(offset)), 0);
  const least = cap === 'everyPlayer' ? 0 : top * (1 - TIE_TOLERANCE);
  let scale = 1;
  offsets.forEach((offset, index) => {
    const moved = Math.abs(offset);
    // Of several who share the top offset, the one with the least minutes decides.
    if (moved > 0 && moved >= least) scale = Math.min(scale, (contestants[index]!.minutes * gameMultiplier) / moved);
  });
  return scale;
}
