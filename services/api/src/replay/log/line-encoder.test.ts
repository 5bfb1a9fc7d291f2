import { expect, test } from 'vitest';
import { LineChunk } from './line-chunk.js';
import { LineEncoder } from './line-encoder.js';
import { PlayerIndex } from './player-index.js';

const rating = { value: 1000, deviation: null, score: 1000, isProvisional: true };
const lineOf = (contributions: number) => ({
  ...{ player: 1, before: rating, after: rating, verdict: 'won' as const, memory: null },
  contributions: Array.from({ length: contributions }, () => ({
    ...{ opponent: 2, opponentValue: 1000, expected: 0.5, actual: 1, weight: 1, delta: 1 },
  })),
});

/** A line as it is written, as hex. */
function encoded(contributions: number, isStored: boolean): string {
  const playerIndex = new PlayerIndex();
  const chunk = new LineChunk();
  chunk.add(playerIndex.place(1), Date.UTC(2026, 0, 1), 1, lineOf(contributions), isStored);
  const origin = { leagueId: 1, generation: 1, revision: 1 };
  return Buffer.concat([...new LineEncoder(origin, playerIndex).encode(chunk)]).toString('hex');
}

/** Lengths and numbers of four bytes each. */
const integers = (...numbers: number[]) =>
  numbers.map((number) => (number >>> 0).toString(16).padStart(8, '0')).join('');
const NULL = integers(-1);
/** Of a rater that keeps nothing. */
const NO_MEMORY = NULL;
const [FLAGS, FLOAT8] = [0, 701];

test('contributions that are left out are null, and those of a line without any an empty array', () => {
  const none = encoded(0, true);
  const empty = integers(12, 0, FLAGS, FLOAT8) + NO_MEMORY;
  expect(none.endsWith(empty)).toBe(true);
  expect(encoded(0, false)).toBe(none.slice(0, -empty.length) + NULL + NO_MEMORY);
  expect(encoded(3, false)).toBe(encoded(0, false));
  expect(encoded(1, true)).toContain(integers(20 + 6 * 12, 1, FLAGS, FLOAT8, 6, 1));
});

test('what the rater keeps of a state comes last', () => {
  const playerIndex = new PlayerIndex();
  const chunk = new LineChunk(2);
  for (const contributions of [1, 0]) {
    chunk.add(playerIndex.place(1), Date.UTC(2026, 0, 1), 1, { ...lineOf(contributions), memory: [2, -2] }, true);
  }
  expect(chunk.numbersSince(0)).toBe(6);
  const origin = { leagueId: 1, generation: 1, revision: 1 };
  const hex = Buffer.concat([...new LineEncoder(origin, playerIndex).encode(chunk)]).toString('hex');
  const two = ['4000000000000000', 'c000000000000000'].map((number) => integers(8) + number).join('');
  const kept = integers(20 + 2 * 12, 1, FLAGS, FLOAT8, 2, 1) + two;
  expect(hex.split(kept)).toHaveLength(3);
  expect(hex.endsWith(integers(12, 0, FLAGS, FLOAT8) + kept)).toBe(true);
});
