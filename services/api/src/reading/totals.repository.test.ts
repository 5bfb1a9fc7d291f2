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
  const readAt = async (time: number, among: number[] | null = null) => {
    now = time;
    await readTotals(needs, among).catch(() => undefined);
    return read.splice(0);
  };
  const both = ['FROM membership', "'VOID'"];
  expect([await readAt(0), await readAt(9_999), await readAt(10_000)]).toEqual([both, [], both]);
  // What a server that is away does not have is not remembered.
  expect([await readAt(11_000, [1]), await readAt(11_000)]).toEqual([["'VOID'"], []]);
  isAway = true;
  expect([await readAt(20_000), await readAt(20_001)]).toEqual([both, both]);
});
