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

test('an address has a hundred wrong secrets a minute, others have theirs, and the log tells once', async () => {
  const lines: string[] = [];
  const log = { warn: (_: object, line: string) => void lines.push(line) } as unknown as Log;
  const { count, tell } = countWrongTokens(newLimits(1_000));
  const waits: (number | null)[] = [];
  for (let attempt = 0; attempt < 99; attempt++) waits.push(await count('10.0.0.1', log));
  expect(new Set(waits)).toEqual(new Set([null]));
  expect((await tell('10.0.0.1', log)).extensions.code).toBe('UNAUTHENTICATED');
  expect([await count('10.0.0.1', log), await count('10.0.0.1', log)]).toEqual([60, 60]);
  expect((await tell('10.0.0.1', log)).extensions.code).toBe('RATE_LIMITED');
  expect(await count('10.0.0.2', log)).toBeNull();
  const refused = Array(100).fill('An invalid token was refused');
  expect(lines).toEqual([...refused, 'An address sent too many invalid tokens', 'An invalid token was refused']);
});

test('without limits no request waits', async () => {
  const { count } = countWrongTokens(null);
  expect(await count('10.0.0.1', { warn: () => undefined } as unknown as Log)).toBeNull();
});
