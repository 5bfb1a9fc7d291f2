import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { repeat } from './repeat.js';

it('works at once and again, and ends when the work under way is done', async () => {
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

it('does not make up for what it missed while it was held up', async () => {
  let begun = 0;
  let letGo = () => {};
  const end = repeat(1, async () => {
    begun++;
    if (begun === 1) await new Promise<void>((resolve) => (letGo = resolve));
  });
  await setTimeout(100);
  expect(begun).toBe(1);
  letGo();
  // All that is done without waiting.
  for (let turn = 0; turn < 1000; turn++) await Promise.resolve();
  expect(begun).toBe(1);
  await end();
});
