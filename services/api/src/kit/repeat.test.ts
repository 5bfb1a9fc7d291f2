import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { repeat } from './waiting.js';

it('works at once and again, and ends when the running work is done', async () => {
  let begun = 0;
  let done = 0;
  const end = repeat(1, async () => {
    begun++;
    await setTimeout(1);
    done++;
  });
  expect(begun).toBe(1);
  while (begun < 3) await setTimeout(1);
  await end();
  const last = begun;
  expect(done).toBe(last);
  await setTimeout(10);
  expect(begun).toBe(last);
});

it('does not make up for times missed during a delay', async () => {
  let begun = 0;
  let letGo = () => {};
  const end = repeat(1, async () => {
    begun++;
    if (begun === 1) await new Promise<void>((resolve) => (letGo = resolve));
  });
  await setTimeout(100);
  expect(begun).toBe(1);
  letGo();
  // Everything that is done without waiting.
  for (let turn = 0; turn < 1000; turn++) await Promise.resolve();
  expect(begun).toBe(1);
  await end();
});

it('works early when it is woken, even during its work', async () => {
  let begun = 0;
  let wake = () => {};
  let isHeard = false;
  const end = repeat(
    3_600_000,
    async () => {
      if (++begun === 2) wake();
    },
    0,
    (own) => {
      wake = own;
      isHeard = true;
      return () => (isHeard = false);
    },
  );
  const settle = () => setTimeout(5);
  await settle();
  expect(begun).toBe(1);
  wake();
  while (begun < 3) await settle();
  await settle();
  expect(begun).toBe(3);
  await end();
  expect(isHeard).toBe(false);
});
