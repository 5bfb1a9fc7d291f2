import { defineRater } from '@openladder/rating';
import { expect, it } from 'vitest';
import { rateSlice } from './rate-batch.js';
import { AT_ONCE, inSlice, partFrom, SLICE_BYTES } from './rater-work.js';

const twice = Array.from({ length: 2 * AT_ONCE }, (_, item) => item);

it.each([
  ['of little', 1, AT_ONCE],
  ['of a third of the bytes', SLICE_BYTES / 3, 3],
  ['of more bytes than a slice', 2 * SLICE_BYTES, 1],
])('takes items %s up to the bytes or the number of a slice', (_, size, count) => {
  expect(partFrom(twice, 7, () => size)).toEqual(twice.slice(7, 7 + count));
});

it('ends a slice by its bytes', () => {
  const text = 'x'.repeat(SLICE_BYTES / 4);
  expect(inSlice(twice, (item) => text + item)).toHaveLength(2);
});

const heavy = defineRater({
  key: 'heavy',
  version: '1.0.0',
  title: 'Heavy',
  summary: 'For tests.',
  source: 'None.',
  settings: { type: 'object', additionalProperties: false, properties: {} },
  formats: () => ({ minSides: 2, maxSides: 2, minPlayersPerSide: 1, maxPlayersPerSide: 1 }),
  initial: () => '',
  rate: (match) =>
    new Map(
      match.sides.flatMap(({ participants }) =>
        participants.map(({ player }) => [player, { state: 'x'.repeat(SLICE_BYTES / 8), contributions: [] }]),
      ),
    ),
  rating: () => ({ value: 0, deviation: null, score: 0, isProvisional: false }),
  predict: () => [0.5, 0.5],
});

const BEFORE = { states: new Map(), waits: new Map() };
const ALONE = { areNew: false, isShown: false, areAlone: true };

it.each([
  ['others', (match: number) => 2 * match, 2],
  // Their states are returned once.
  ['the same', () => 0, 10],
])('ends a slice by the bytes of states, if the players of each match are %s', (_, first, count) => {
  const matches = Array.from({ length: 10 }, (_, match) => ({
    playedAt: match,
    sides: [0, 1].map((side) => ({ placement: side + 1, participants: [{ player: first(match) + side }] })),
  }));
  const { results, after } = rateSlice({ rater: heavy, settings: {}, shownThrough: null }, matches, BEFORE, ALONE);
  expect(results).toHaveLength(count);
  expect([...after.states.keys()]).toEqual([
    ...new Set(matches.slice(0, count).flatMap((_, m) => [first(m), first(m) + 1])),
  ]);
});
