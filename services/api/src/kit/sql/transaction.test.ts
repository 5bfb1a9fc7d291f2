import { setTimeout } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import { expect, test } from 'vitest';
import { pause } from '../waiting.js';
import { cancelWhenOver, FairSemaphore, keepingAwake, type Sql } from './transaction.js';

/** Queues tasks of lanes in this order, each of which ends when the one before it is over. @returns the order of service */
async function orderOf(slots: number, lanes: string): Promise<string> {
  const gate = new FairSemaphore<string>(slots);
  let served = '';
  const tasks = [...lanes].map((lane) =>
    gate.run(lane, async () => {
      served += lane;
      await new Promise(setImmediate);
    }),
  );
  await Promise.all(tasks);
  return served;
}

test('lanes take turns, however many tasks one of them has', async () => {
  expect(await orderOf(1, 'aaaaaabcb')).toBe('abcabaaaa');
});

test('a lane has one running task, and leaves the other slots to others', async () => {
  let most = 0;
  let underWay = 0;
  const gate = new FairSemaphore<string>(3);
  const order: string[] = [];
  const task = (lane: string) =>
    gate.run(lane, async () => {
      most = Math.max(most, ++underWay);
      order.push(lane);
      await new Promise(setImmediate);
      underWay--;
    });
  await Promise.all(['a', 'a', 'a', 'a', 'b'].map(task));
  expect(most).toBe(2);
  expect(order.slice(0, 2)).toEqual(['a', 'b']);
});

test('a failing task makes room for the next one', async () => {
  const gate = new FairSemaphore<string>(1);
  const failed = gate.run('a', () => Promise.reject(new Error('it failed')));
  const next = gate.run('a', async () => 'done');
  await expect(failed).rejects.toThrow('it failed');
  expect(await next).toBe('done');
});

test('the database gets one query in a while, however often it is called', async () => {
  const asked: unknown[] = [];
  const sql = { query: async (statement: string) => asked.push(statement) } as unknown as Sql;
  const stayAwake = keepingAwake(sql, 40);
  await stayAwake();
  expect(asked).toEqual([]);
  await setTimeout(50);
  await stayAwake();
  await stayAwake();
  expect(asked).toEqual(['SELECT 1']);
  await setTimeout(50);
  await stayAwake();
  expect(asked).toHaveLength(2);
});

/** Runs work that is soon over, and then fails with an error. */
async function failing(failureOfWork: (ending: AbortSignal) => unknown, left?: AbortSignal): Promise<unknown> {
  const answering = { query: async () => [{ pid: 1 }] };
  const end = { isOver: async () => left === undefined, failure: () => new Error('it was over'), left };
  const work = async (ending: AbortSignal) => {
    await pause(10_000, ending);
    throw failureOfWork(ending);
  };
  return cancelWhenOver(answering as unknown as DataSource, answering as unknown as EntityManager, end, work).catch(
    (error) => (error as Error).message,
  );
}

const fromPostgres = (code: string) => Object.assign(new Error(code), { code });

test('work that was ended because it was over fails with that reason', async () => {
  expect(await failing(({ reason }) => reason)).toBe('it was over');
  expect(await failing(() => fromPostgres('57014'))).toBe('it was over');
  expect(await failing(() => fromPostgres('25P02'))).toBe('it was over');
});

test('work that refuses by itself at that moment keeps its own reason', async () => {
  expect(await failing(() => new Error('refused'))).toBe('refused');
});

test('work whose caller leaves fails with that, although it is not over', async () => {
  expect(await failing(({ reason }) => reason, AbortSignal.timeout(20))).toMatch('aborted due to timeout');
});
