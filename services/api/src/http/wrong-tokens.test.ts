import { expect, test } from 'vitest';
import type { Log } from '../kit/log.js';
import type { RateLimits } from './rate-limits.js';
import { countWrongTokens } from './wrong-tokens.js';

/** Points of accounts, in memory. */
function newLimits(points: number): RateLimits {
  const spent = new Map<string, number>();
  const spend = async (account: string, more: number) => {
    const before = spent.get(account) ?? 0;
    spent.set(account, before + more);
    return { limit: points, remaining: 0, resetsIn: 60, isSpent: before + more > points, wasSpent: before > points };
  };
  return { points, spend } as unknown as RateLimits;
}

test('an address has a hundred attempts a minute to sign in or to send a token, others have theirs, and the log tells once', async () => {
  const lines: string[] = [];
  const log = { warn: (_: object, line: string) => void lines.push(line) } as unknown as Log;
  const { admit, tell } = countWrongTokens(newLimits(1_000));
  const admitted: boolean[] = [];
  for (let attempt = 0; attempt < 99; attempt++) admitted.push(await admit('10.0.0.1', log));
  expect(admitted).not.toContain(false);
  expect((await tell('10.0.0.1', log)).extensions.code).toBe('UNAUTHENTICATED');
  expect([await admit('10.0.0.1', log), await admit('10.0.0.1', log)]).toEqual([false, false]);
  expect((await tell('10.0.0.1', log)).extensions.code).toBe('RATE_LIMITED');
  expect(await admit('10.0.0.2', log)).toBe(true);
  expect(lines).toEqual(['An invalid token was refused', 'An address sent too many invalid tokens']);
});

test('without limits nobody waits', async () => {
  const { admit } = countWrongTokens(null);
  expect(await admit('10.0.0.1', {} as Log)).toBe(true);
});
