import type { EntityManager } from 'typeorm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TokenWatch } from './token-watch.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A watch, and a database in which tokens end. */
function newWatch() {
  const ended: Buffer[] = [];
  let looks = 0;
  const query = async (_: string, [hashes]: [readonly Buffer[]]) => {
    looks++;
    return ended
      .filter((hash) => hashes.some((own) => own.equals(hash)))
      .map((secretHash) => ({ secretHash, end: 'revoked' }));
  };
  const manager = { query } as unknown as EntityManager;
  const watch = new TokenWatch({ database: { manager }, clock: () => new Date() });
  return { watch, ended, looks: () => looks };
}

const [first, second] = [Buffer.from('first'), Buffer.from('second')];

test('everybody with a secret is notified within a second of its end, and nobody else', async () => {
  const { watch, ended } = newWatch();
  const ends: string[] = [];
  for (const name of ['one', 'another']) watch.watch(first, (end) => ends.push(`${name} ${end}`));
  watch.watch(second, (end) => ends.push(`stranger ${end}`));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ends).toEqual([]);
  ended.push(first);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ends).toEqual(['one revoked', 'another revoked']);
});

test('nothing is queried without subscribers', async () => {
  const { watch, looks } = newWatch();
  const leave = watch.watch(first, () => undefined);
  leave();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(looks()).toBe(0);
});
