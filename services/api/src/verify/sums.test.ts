import { expect, test } from 'vitest';
import { Findings } from './findings.js';
import type { CheckedLine } from './journal-entries.js';
import { checkContributions, checkZeroSum } from './sums.js';

const playedAt = new Date(0);

/** A line without a deviation, of one opponent. */
function line(player: number, before: number | null, after: number | null, delta: number): CheckedLine {
  return {
    player_id: player,
    played_at: playedAt,
    sequence: 1,
    revision: 1,
    before_value: before,
    before_deviation: null,
    after_value: after,
    after_deviation: null,
    score: after ?? Number.NEGATIVE_INFINITY,
    is_provisional: false,
    verdict: 1,
    contributions: [9, 500, 0.5, 1, 40, delta],
  };
}

type Check = typeof checkZeroSum;
const places = (check: Check, ...lines: CheckedLine[]) => {
  const findings = new Findings();
  check({ playedAt, sequence: 1, lines }, findings);
  return findings.problems().flatMap((problem) => problem.findings.map(({ at }) => at));
};

test.each([
  [500, 1e-9, []],
  [500, 3e-9, ['match 1, sum of changes']],
  // At 10^9 points the last bit of a value is worth 1.2e-7.
  [1e9, 1e-7, []],
  [1e9, 1e-5, ['match 1, sum of changes']],
])('around %d points changes may miss zero by a rounding: %d', (value, miss, found) => {
  const lines = [line(1, value, value + 8, 8), line(2, value, value - 8 + miss, -8)];
  expect(places(checkZeroSum, ...lines)).toEqual(found);
});

test.each([
  [500, 508, 8 + 1e-10, []],
  [500, 508, 8 + 3e-9, ['match 1, player 1, sum of deltas']],
  [null, null, Number.NaN, []],
  [null, 508, Number.NaN, []],
  [null, 508, 8, ['match 1, player 1, sum of deltas']],
  [500, 508, Number.NaN, ['match 1, player 1, sum of deltas']],
])('from %s to %s, a delta of %d', (before, after, delta, found) => {
  expect(places(checkContributions, line(1, before, after, delta))).toEqual(found);
});
