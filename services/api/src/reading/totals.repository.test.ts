import { expect, test } from 'vitest';
import { readTotals } from './league-numbers.repository.js';

test('indexes of all players and of all void matches are read once in ten seconds, and again after a failure', async () => {
  let now = 0;
  let isAway = false;
  const read: string[] = [];
  const query = async (statement: string) => {
    const [index] = statement.match(/FROM membership|'VOID'/) ?? [];
    if (index) read.push(index);
    if (isAway) throw new Error('away');
    return [{ leagues: 1, matches: 2, players: 3 }];
  };
  const needs = { reads: { query }, clock: () => new Date(now) } as never;
  let until: number | null | undefined;
  const readAt = async (time: number, among: number[] | null = null, version?: number) => {
    now = time;
    const stamp = version === undefined ? undefined : { version, mark: 0 };
    until = (await readTotals(needs, among, stamp).catch(() => undefined))?.until;
    return read.splice(0);
  };
  const both = ['FROM membership', "'VOID'"];
  expect([await readAt(0), await readAt(9_999), await readAt(10_000)]).toEqual([both, [], both]);
  // Results without a server that is away are not cached.
  expect([await readAt(11_000, [1]), await readAt(11_000)]).toEqual([["'VOID'"], []]);
  // They are valid until the next write, or until they are counted again.
  const isReadUntil = async (time: number, version: number) => [(await readAt(time, null, version)).length > 0, until];
  expect(await isReadUntil(12_000, 1)).toEqual([false, 20_000]);
  expect(await isReadUntil(20_000, 1)).toEqual([true, null]);
  expect(await isReadUntil(40_000, 1)).toEqual([false, null]);
  expect(await isReadUntil(40_001, 2)).toEqual([true, null]);
  expect(await isReadUntil(40_002, 3)).toEqual([false, 50_001]);
  isAway = true;
  expect([await readAt(60_000), await readAt(60_001)]).toEqual([both, both]);
});
