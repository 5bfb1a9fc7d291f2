import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '@openladder/rating/random';
import { afterAll, expect, it } from 'vitest';
import { States } from '../../rating/cached-states.js';
import { PlayerIndex } from '../log/player-index.js';
import { Records, StateStore } from './state-store.js';
import { TemporaryFileFailed } from './temporary-file.js';

const wait = { at: new Date(0), sequence: 3 };

it.each([0, 1_000_000])('returns existing states and waits, with %d bytes of memory', (capacity) => {
  const playerIndex = new PlayerIndex();
  // The player has a place for another reason, and no state.
  playerIndex.place(9);
  const store = new StateStore(playerIndex, capacity);
  const states = new States([
    [1, { value: -0, games: [] }],
    [2, { value: null, games: [Number.NaN, 0.1] }],
  ]);
  states.waits.set(2, [wait]);
  states.waits.set(3, [wait]);
  store.keep([1, 2, 3, 9], states);
  expect(store.pick([2, 9, 1, 4, 3])).toStrictEqual(states);

  const picked = store.pick([2]);
  picked.set(2, { value: 1600, games: [1] });
  picked.waits.delete(2);
  expect(store.pick([1, 2, 3])).toStrictEqual(states);
  store.keep([2], picked);
  expect(store.pick([2])).toStrictEqual(new States([[2, { value: 1600, games: [1] }]]));
  store.close();
});

const folder = mkdtempSync(join(tmpdir(), 'records-'));
afterAll(() => rmSync(folder, { recursive: true }));

it.each([0, 1000, 1_000_000])('records contain their last content, with %d bytes of memory', (capacity) => {
  const random = seededRandom(20261121);
  const records = new Records(capacity, folder);
  const expected = new Map<number, Buffer>();
  for (let write = 0; write < 3000; write++) {
    const record = random.integer(0, 99);
    const bytes = Buffer.alloc(random.integer(1, random.chance(0.1) ? 5000 : 200), write);
    records.write(record, bytes);
    expected.set(record, bytes);
    const other = random.integer(0, 99);
    expect(records.has(other)).toBe(expected.has(other));
    if (expected.has(other)) expect(expected.get(other)!.equals(records.read(other))).toBe(true);
  }
  records.close();
  expect(readdirSync(folder)).toEqual([]);
});

it('creates no file as long as there is memory', () => {
  const records = new Records(1000, join(folder, 'nowhere'));
  records.write(0, Buffer.alloc(500));
  records.write(1, Buffer.alloc(200));
  expect(() => records.write(2, Buffer.alloc(400))).toThrow(TemporaryFileFailed);
  records.close();
});

it('reuses the slots of records that have outgrown them', () => {
  const records = new Records(3 * 1024, join(folder, 'nowhere'));
  for (let record = 0; record < 8; record++) {
    records.write(record, Buffer.alloc(100, record));
    records.write(record, Buffer.alloc(200, record));
  }
  for (let record = 8; record < 15; record++) records.write(record, Buffer.alloc(128, record));
  expect(records.read(3)).toEqual(Buffer.alloc(200, 3));
  expect(records.read(14)).toEqual(Buffer.alloc(128, 14));
});
