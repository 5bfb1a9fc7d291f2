import type { DataSource } from 'typeorm';
import { expect, test } from 'vitest';
import { openSession } from './sessions.js';

/** An empty database. @param writes counts the transactions */
function emptyDatabase(writes: { count: number }): DataSource {
  const manager = { query: async () => [], findOne: async () => null, findOneBy: async () => null };
  const transaction = async (work: (tx: object) => unknown) => {
    writes.count++;
    return work(manager);
  };
  return { manager, transaction } as unknown as DataSource;
}

test.each([
  ['a code', `once_${'a'.repeat(24)}`],
  ['what only begins like a code', 'once_nonsense'],
  ['a token', 'a guess of a token'],
])('a guess of %s opens no transaction', async (_, secret) => {
  const writes = { count: 0 };
  const needs = { database: emptyDatabase(writes), clock: () => new Date() };
  expect(await openSession(needs, secret)).toBe('WRONG_SECRET');
  expect(writes.count).toBe(0);
});
