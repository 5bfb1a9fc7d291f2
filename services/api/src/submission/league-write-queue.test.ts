import { expect, it } from 'vitest';
import { type Job, LeagueWriteQueues } from './league-write-queue.js';

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
  const queues = new LeagueWriteQueues<string, number>();
  const { batches, work, goOn } = workshop();
  const first = [queues.add(1, 'a', work), queues.add(1, 'b', work)];
  await expect.poll(() => batches).toEqual([['a', 'b']]);
  const second = ['c', 'd', 'e'].map((task) => queues.add(1, task, work));
  await goOn();
  expect(await Promise.all(first)).toEqual([2, 2]);
  await goOn();
  expect(await Promise.all(second)).toEqual([3, 3, 3]);
  expect(batches).toEqual([
    ['a', 'b'],
    ['c', 'd', 'e'],
  ]);
});

it('leagues do not wait for each other', async () => {
  const queues = new LeagueWriteQueues<string, number>();
  const { batches, work, goOn } = workshop();
  const tasks = [queues.add(1, 'slow', work), queues.add(2, 'quick', work)];
  await expect.poll(() => batches).toEqual([['slow'], ['quick']]);
  await goOn();
  await goOn();
  expect(await Promise.all(tasks)).toEqual([1, 1]);
});

it('a great many tasks are several pieces of work, in their order', async () => {
  const queues = new LeagueWriteQueues<number, number>();
  const sizes: number[] = [];
  const tasks = Array.from({ length: 150 }, (_, task) =>
    queues.add(1, task, async (jobs) => {
      sizes.push(jobs.length);
      for (const job of jobs) job.resolve(job.task);
    }),
  );
  expect(await Promise.all(tasks)).toEqual(Array.from({ length: 150 }, (_, task) => task));
  expect(sizes).toEqual([32, 32, 32, 32, 22]);
});

it('a full piece of work may be prepared while the one before it is under way, and no other', async () => {
  const queues = new LeagueWriteQueues<number, number>();
  const story: string[] = [];
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let number = 0;
  const work = async (jobs: readonly Job<number, number>[], turn: Promise<void>) => {
    const own = ++number;
    story.push(`prepare ${own} of ${jobs.length}`);
    await turn;
    story.push(`write ${own}`);
    if (own === 1) await finished;
    for (const { task, resolve } of jobs) resolve(task);
  };
  const first = queues.add(1, 0, work);
  await expect.poll(() => story).toEqual(['prepare 1 of 1', 'write 1']);
  const others = Array.from({ length: 40 }, (_, task) => queues.add(1, task, work));
  await expect.poll(() => story).toEqual(['prepare 1 of 1', 'write 1', 'prepare 2 of 32']);
  finish();
  await Promise.all([first, ...others]);
  expect(story.slice(3)).toEqual(['write 2', 'prepare 3 of 8', 'write 3']);
});

it('work that fails rejects what it left open, and the queue goes on', async () => {
  const queues = new LeagueWriteQueues<string, string>();
  const work = async (jobs: readonly Job<string, string>[]) => {
    for (const { task, resolve } of jobs) {
      if (task === 'bad') throw new Error('the database is away');
      resolve('done');
    }
  };
  const outcomes = await Promise.allSettled(['good', 'bad', 'good'].map((task) => queues.add(1, task, work)));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(await queues.add(1, 'good', work)).toBe('done');
});
