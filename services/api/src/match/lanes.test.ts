import { expect, it } from 'vitest';
import { type Job, Lanes } from './lanes.js';

/** Answers every task with how many were done with it, once it is told to go on. */
function workshop() {
  const batches: string[][] = [];
  const gates: (() => void)[] = [];
  const work = async (jobs: readonly Job<string, number>[]) => {
    batches.push(jobs.map(({ task }) => task));
    await new Promise<void>((resolve) => gates.push(resolve));
    for (const { resolve } of jobs) resolve(jobs.length);
  };
  const goOn = async () => {
    await expect.poll(() => gates.length).toBeGreaterThan(0);
    gates.shift()!();
  };
  return { batches, work, goOn };
}

it('what is asked while work is under way is the next piece of work', async () => {
  const lanes = new Lanes<string, number>();
  const { batches, work, goOn } = workshop();
  const first = [lanes.add(1, 'a', work), lanes.add(1, 'b', work)];
  await expect.poll(() => batches).toEqual([['a', 'b']]);
  const second = ['c', 'd', 'e'].map((task) => lanes.add(1, task, work));
  await goOn();
  expect(await Promise.all(first)).toEqual([2, 2]);
  await goOn();
  expect(await Promise.all(second)).toEqual([3, 3, 3]);
  expect(batches).toEqual([
    ['a', 'b'],
    ['c', 'd', 'e'],
  ]);
});

it('lanes do not wait for each other', async () => {
  const lanes = new Lanes<string, number>();
  const { batches, work, goOn } = workshop();
  const tasks = [lanes.add(1, 'slow', work), lanes.add(2, 'quick', work)];
  await expect.poll(() => batches).toEqual([['slow'], ['quick']]);
  await goOn();
  await goOn();
  expect(await Promise.all(tasks)).toEqual([1, 1]);
});

it('a great many tasks are several pieces of work, in their order', async () => {
  const lanes = new Lanes<number, number>();
  const sizes: number[] = [];
  const tasks = Array.from({ length: 150 }, (_, task) =>
    lanes.add(1, task, async (jobs) => {
      sizes.push(jobs.length);
      for (const job of jobs) job.resolve(job.task);
    }),
  );
  expect(await Promise.all(tasks)).toEqual(Array.from({ length: 150 }, (_, task) => task));
  expect(sizes).toEqual([64, 64, 22]);
});

it('work that fails rejects what it left open, and the lane goes on', async () => {
  const lanes = new Lanes<string, string>();
  const fail = async ([first]: readonly Job<string, string>[]) => {
    first!.resolve('done');
    throw new Error('the database is away');
  };
  const outcomes = await Promise.allSettled([lanes.add(1, 'a', fail), lanes.add(1, 'b', fail)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(await lanes.add(1, 'c', async ([job]) => job!.resolve('again'))).toBe('again');
});
