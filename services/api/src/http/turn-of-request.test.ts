import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginWork, newAnswerSize } from '../kit/paging/answer-size.js';
import { BREAK, Turns } from './costly-request-turns.js';
import { turnsOfNewDocuments } from './new-documents.js';
import { TurnOfRequest } from './turn-of-request.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const soon = () => new Promise((resolve) => setImmediate(resolve));
const nobodyLeaves = () => new AbortController().signal;

async function breakOver(): Promise<void> {
  await soon();
  vi.advanceTimersByTime(BREAK);
  await soon();
}

test('a request that turns out to be costly while it is answered waits for its turn then', async () => {
  const turns = new Turns();
  const leave = await turns.enter('a', 10_000);
  const turn = new TurnOfRequest(turns, 'b', nobodyLeaves);
  const size = { ...newAnswerSize(), becomeCostly: (work: number) => turn.enter(10 + work) };
  const done: string[] = [];
  await beginWork(size, 200);
  void beginWork(size, 100).then(() => done.push('costly'));
  void beginWork(size, 1).then(() => done.push('beside it'));
  await soon();
  expect(done).toEqual([]);
  leave();
  await breakOver();
  expect(done).toEqual(['costly', 'beside it']);
});

test('a turn is given up for a larger one when the request takes twice as much, and not before', async () => {
  const turns = new Turns();
  const first = new TurnOfRequest(turns, 'a', nobodyLeaves);
  await first.enter(3_000);
  await first.enter(5_999);
  const leave = await turns.enter('b', 7_000);
  let isLarger = false;
  void first.enter(6_000).then(() => {
    isLarger = true;
  });
  await breakOver();
  expect(isLarger).toBe(false);
  leave();
  await breakOver();
  expect(isLarger).toBe(true);
  first.end();
  await breakOver();
  await turns.enter('b', 10_000);
});

test('a request that was answered while it waited keeps no turn', async () => {
  const turns = new Turns();
  const leave = await turns.enter('a', 10_000);
  const gone = new TurnOfRequest(turns, 'b', nobodyLeaves);
  void gone.enter(10_000);
  await soon();
  gone.end();
  leave();
  await breakOver();
  await breakOver();
  await turns.enter('a', 10_000);
});

test('documents that are not known are checked a few at a time, and short ones at once', async () => {
  const turns = turnsOfNewDocuments();
  const checked: number[] = [];
  const leave = new Map<number, () => void>();
  for (const length of [2_100, 2_101, 2_102, 299]) {
    void turns.enter('a', length).then((over) => {
      checked.push(length);
      leave.set(length, over);
    });
  }
  await soon();
  expect(checked).toEqual([2_100, 2_101, 299]);
  leave.get(2_100)!();
  await breakOver();
  expect(checked).toEqual([2_100, 2_101, 299, 2_102]);
});
