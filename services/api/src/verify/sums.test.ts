import { expect, test } from 'vitest';
import { Findings } from './findings.js';
import type { CheckedLine } from './journal.js';
import { adjustmentsIn, checkContributions, checkZeroSum } from './sums.js';

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
    memory: null,
  };
}

type Check = typeof checkZeroSum;
const checkPlain: Check = (entry, findings) => checkContributions(entry, adjustmentsIn({}, {}, null), findings);
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
])('around %d points a change may differ from its sum by a rounding: %d', (value, miss, found) => {
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
  expect(places(checkPlain, line(1, before, after, delta))).toEqual(found);
});

test("the rater's other causes of a rating change belong to the sum, as in the replay", () => {
  const floor: Parameters<typeof adjustmentsIn>[0] = {
    adjustments: ({ delta, contributions: [loss] }) => [{ reason: 'floor', points: delta! - loss!.delta! }],
  };
  const rating = (value: number) => ({ value, deviation: null, score: value, isProvisional: false });
  const contribution = { opponent: 9, opponentValue: 500, expected: 0.5, actual: 1, weight: 40, delta: -8 };
  const expected = {
    player: 1,
    before: rating(500),
    after: rating(495),
    verdict: 1,
    contributions: [contribution],
    memory: null,
  };
  const checkFloor: Check = (entry, findings) =>
    checkContributions(entry, adjustmentsIn(floor, {}, [expected]), findings);
  expect(places(checkFloor, line(1, 500, 495, -8))).toEqual([]);
  expect(places(checkFloor, line(1, 500, 495, -7))).toEqual(['match 1, player 1, sum of deltas']);
  // Neither without a replay nor without the rater are they known.
  for (const rater of [floor, null]) {
    const check: Check = (entry, findings) => checkContributions(entry, adjustmentsIn(rater, {}, null), findings);
    expect(places(check, line(1, 500, 495, -8))).toEqual([]);
  }
});

test('if a rater cannot name other causes of a rating change, the sum is that of the contributions', () => {
  const rating = (value: number) => ({ value, deviation: null, score: value, isProvisional: false });
  const expected = { player: 1, before: rating(500), after: rating(495), verdict: 1, contributions: [], memory: null };
  const failing = {
    adjustments: () => {
      throw new Error('lost my notes');
    },
  };
  const check: Check = (entry, findings) => checkContributions(entry, adjustmentsIn(failing, {}, [expected]), findings);
  expect(places(check, line(1, 500, 495, -5))).toEqual([]);
  expect(places(check, line(1, 500, 495, -4))).toEqual(['match 1, player 1, sum of deltas']);
});
