import { expect, test } from 'vitest';
import { batchLoads } from './prepared.js';

test('simultaneous callers are served by one query, with each key once', async () => {
  const queries: number[][] = [];
  const ask = batchLoads(async (keys: readonly number[]) => {
    queries.push([...keys]);
    return new Map(keys.filter((key) => key !== 9).map((key) => [key, key * 2]));
  });
  expect(await Promise.all([ask(1), ask(2), ask(1), ask(9)])).toEqual([2, 4, 2, undefined]);
  expect(queries).toEqual([[1, 2, 9]]);
});

test('a request during a query causes a new one, so that no response is older than its request', async () => {
  let stored = 'old';
  const gates: (() => void)[] = [];
  const ask = batchLoads(async (keys: readonly string[]) => {
    const read = stored;
    await new Promise<void>((open) => gates.push(open));
    return new Map(keys.map((key) => [key, read]));
  });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const early = ask('key');
  await turn();
  await turn();
  stored = 'new';
  const late = ask('key');
  gates.shift()!();
  expect(await early).toBe('old');
  await turn();
  gates.shift()!();
  expect(await late).toBe('new');
});

test('a failure is returned to its callers, and the next query is sent', async () => {
  let isBroken = true;
  const ask = batchLoads(async (keys: readonly number[]) => {
    if (isBroken) throw new Error('broken');
    return new Map(keys.map((key) => [key, key]));
  });
  await expect(Promise.all([ask(1), ask(2)])).rejects.toThrow('broken');
  isBroken = false;
  expect(await ask(3)).toBe(3);
});
