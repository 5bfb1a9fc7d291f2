import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginWork, newResponseSize } from '../kit/paging/response-size.js';
import { BREAK, CostScheduler, NEW_DOCUMENTS, oneAtATime, RequestSlot } from './cost-scheduler.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const soon = () => new Promise((resolve) => setImmediate(resolve));

/** Lets requests in, and records their order. */
function door(turns: CostScheduler) {
  const entered: string[] = [];
  const leave = new Map<string, () => void>();
  return {
    entered,
    leave: async (name: string) => {
      leave.get(name)!();
      await soon();
      vi.advanceTimersByTime(BREAK);
      await soon();
    },
    come: async (account: string, name: string, points: number, left?: AbortSignal) => {
      const turn = turns.enter(account, points, left && { left }).then((over) => {
        entered.push(name);
        leave.set(name, over);
      });
      turn.catch(() => undefined);
      await soon();
      return { refused: turn.then(() => null, String) };
    },
  };
}

test('cheap requests never wait, and costly ones only for concurrent work', async () => {
  const { come, entered, leave } = door(new CostScheduler());
  await come('a', 'dear', 20_000);
  await come('a', 'waits', 300);
  await come('a', 'cheap', 249);
  expect(entered).toEqual(['dear', 'cheap']);
  await leave('dear');
  expect(entered).toEqual(['dear', 'cheap', 'waits']);
  await come('a', 'beside it', 9_700);
  await come('a', 'too much', 300);
  expect(entered).toEqual(['dear', 'cheap', 'waits', 'beside it']);
});

test('each account gets a turn, however many requests another one sent before', async () => {
  const { come, entered, leave } = door(new CostScheduler());
  for (const name of ['a1', 'a2', 'a3']) await come('a', name, 10_000);
  for (const name of ['b1', 'b2']) await come('b', name, 10_000);
  for (const name of ['a1', 'a2', 'b1', 'a3']) await leave(name);
  expect(entered).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);
});

test('an account may have a limited number of waiting requests, and callers who leave lose their place', async () => {
  const { come, entered, leave } = door(new CostScheduler());
  const leaving = new AbortController();
  await come('a', 'first', 10_000);
  const gone = await come('a', 'gone', 10_000, leaving.signal);
  for (let n = 2; n <= 64; n++) await come('a', `waits ${n}`, 10_000);
  const refused = await come('a', 'refused', 10_000);
  expect(await refused.refused).toMatch(/^Unavailable: Too many costly requests are waiting/);
  await come('b', 'another', 10_000);
  leaving.abort();
  expect(await gone.refused).toMatch(/Unavailable/);
  await leave('first');
  await leave('waits 2');
  expect(entered).toEqual(['first', 'waits 2', 'another']);
});

test('ending a turn twice has no further effect', async () => {
  const { come, entered, leave } = door(new CostScheduler());
  await come('a', 'first', 10_000);
  await come('a', 'second', 10_000);
  await come('a', 'third', 10_000);
  await leave('first');
  await leave('first');
  expect(entered).toEqual(['first', 'second']);
});

test('between two turns everybody else has a moment', async () => {
  const turns = new CostScheduler();
  const entered: string[] = [];
  const leave = await turns.enter('a', 10_000);
  const next = turns.enter('a', 10_000).then(() => entered.push('next'));
  leave();
  const late = turns.enter('b', 10_000).then(() => entered.push('came in between'));
  vi.advanceTimersByTime(BREAK - 1);
  await soon();
  expect(entered).toEqual([]);
  vi.advanceTimersByTime(1);
  await next;
  expect(entered).toEqual(['next']);
  expect(await Promise.race([late, soon()])).toBeUndefined();
});

const nobodyLeaves = () => new AbortController().signal;

async function breakOver(): Promise<void> {
  await soon();
  vi.advanceTimersByTime(BREAK);
  await soon();
}

test('a request that turns out to be costly during its execution then waits for its turn', async () => {
  const turns = new CostScheduler();
  const leave = await turns.enter('a', 10_000);
  const turn = new RequestSlot(turns, 'b', nobodyLeaves);
  const size = { ...newResponseSize(), becomeCostly: (work: number) => turn.enter(10 + work) };
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

test('a turn is exchanged for a larger one when the request takes twice as much, and not before', async () => {
  const turns = new CostScheduler();
  const first = new RequestSlot(turns, 'a', nobodyLeaves);
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
  const turns = new CostScheduler();
  const leave = await turns.enter('a', 10_000);
  const gone = new RequestSlot(turns, 'b', nobodyLeaves);
  void gone.enter(10_000);
  await soon();
  gone.end();
  leave();
  await breakOver();
  await breakOver();
  await turns.enter('a', 10_000);
});

test('unknown documents are checked a few at a time, and short ones at once', async () => {
  // The break lasts as long as a check, which may be longer on a busy machine.
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  const turns = new CostScheduler(NEW_DOCUMENTS);
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

test('after a document with a long check, others have as long, and at most a tenth of a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  const turns = new CostScheduler(NEW_DOCUMENTS);
  for (const [took, pause] of [
    [40, 40],
    [900, 100],
  ] as const) {
    const leave = await turns.enter('a', 5_000);
    let isNext = false;
    const next = turns.enter('a', 5_000).then((over) => {
      isNext = true;
      return over;
    });
    vi.advanceTimersByTime(took);
    leave();
    vi.advanceTimersByTime(pause - 1);
    await soon();
    expect(isNext).toBe(false);
    vi.advanceTimersByTime(1);
    (await next)();
    vi.advanceTimersByTime(BREAK);
  }
});

test('turns follow one another in the order of the requests, and end once', async () => {
  const enter = oneAtATime();
  const entered: number[] = [];
  const leave = new Map<number, () => void>();
  for (const n of [1, 2, 3]) {
    void enter().then((over) => {
      entered.push(n);
      leave.set(n, over);
    });
  }
  await soon();
  expect(entered).toEqual([1]);
  leave.get(1)!();
  leave.get(1)!();
  await soon();
  expect(entered).toEqual([1, 2]);
  leave.get(2)!();
  await soon();
  expect(entered).toEqual([1, 2, 3]);
});
