import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { OneAtATime } from './one-at-a-time.js';

test('one comes after the other, as they asked, and leaves once', async () => {
  const room = new OneAtATime();
  const entered: number[] = [];
  const leave = new Map<number, () => void>();
  for (const n of [1, 2, 3]) {
    void room.enter().then((over) => {
      entered.push(n);
      leave.set(n, over);
    });
  }
  await setImmediate();
  expect(entered).toEqual([1]);
  leave.get(1)!();
  leave.get(1)!();
  await setImmediate();
  expect(entered).toEqual([1, 2]);
  leave.get(2)!();
  await setImmediate();
  expect(entered).toEqual([1, 2, 3]);
});
