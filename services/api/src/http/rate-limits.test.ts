import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RateLimits, type RateLimitsNeeds } from './rate-limits.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("replicas exchange all accounts' spent points by one statement per second", async () => {
  const sent: string[][] = [];
  const query = async (_statement: string, [accounts, points, , expire]: [string[], number[], number, number]) => {
    sent.push(accounts);
    return accounts.map((account, index) => ({ account, points: points[index]! + 300, expire: String(expire) }));
  };
  const needs = { database: { query }, isStandby: false, schema: { incompatibility: null } };
  const limits = new RateLimits(needs as unknown as RateLimitsNeeds, 1_000, () => expect.unreachable());
  for (const account of ['address 192.0.2.1', 'address 192.0.2.2', 'token 1']) await limits.spend(account, 200);
  await vi.advanceTimersByTimeAsync(1_000);
  // A token's 200 points are less than a tenth of its own.
  expect(sent).toEqual([['address 192.0.2.1', 'address 192.0.2.2']]);
  expect(await limits.spend('address 192.0.2.1', 1)).toMatchObject({ remaining: 1_000 - 200 - 300 - 1 });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(sent).toHaveLength(2);
  await limits.close();
});
