import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ahead } from './read-segments.js';

/** Returns 1, 2, … up to `last`, then fails or ends. */
function numbers(last: number, end: () => null) {
  const source = { asked: 0, answered: 0 };
  const next = async () => {
    const number = ++source.asked;
    await setImmediate();
    source.answered = number;
    return number > last ? end() : number;
  };
  return { source, next };
}

it('fetches the next item while one is being used, and no more', async () => {
  const { source, next } = numbers(3, () => null);
  const seen: number[] = [];
  for await (const number of ahead(next)) {
    seen.push(number);
    expect(source.asked).toBe(number + 1);
  }
  expect(seen).toEqual([1, 2, 3]);
});

it('reports a failure in its turn', async () => {
  const { next } = numbers(2, () => {
    throw new Error('no more');
  });
  const seen: number[] = [];
  const use = async () => {
    for await (const number of ahead(next)) {
      seen.push(number);
      await setImmediate();
    }
  };
  await expect(use()).rejects.toThrow('no more');
  expect(seen).toEqual([1, 2]);
});

it('leaves nothing running, whether or not that fails', async () => {
  for (const last of [1, 5]) {
    const { source, next } = numbers(last, () => {
      throw new Error('no more');
    });
    for await (const number of ahead(next)) if (number === 1) break;
    expect(source).toEqual({ asked: 2, answered: 2 });
  }
});
