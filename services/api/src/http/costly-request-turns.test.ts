import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BREAK, Turns } from './costly-request-turns.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const soon = () => new Promise((resolve) => setImmediate(resolve));

/** Lets requests in, and records their order. */
function door(turns: Turns) {
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

test('cheap requests never wait, and costly ones only for what goes on at once', async () => {
  const { come, entered, leave } = door(new Turns());
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

test('each account has its turn, however many requests another one sent before', async () => {
  const { come, entered, leave } = door(new Turns());
  for (const name of ['a1', 'a2', 'a3']) await come('a', name, 10_000);
  for (const name of ['b1', 'b2']) await come('b', name, 10_000);
  for (const name of ['a1', 'a2', 'b1', 'a3']) await leave(name);
  expect(entered).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);
});

test('an account may have a limited number waiting, and those who leave lose their place', async () => {
  const { come, entered, leave } = door(new Turns());
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

test('a turn that ends twice ends once', async () => {
  const { come, entered, leave } = door(new Turns());
  await come('a', 'first', 10_000);
  await come('a', 'second', 10_000);
  await come('a', 'third', 10_000);
  await leave('first');
  await leave('first');
  expect(entered).toEqual(['first', 'second']);
});

test('between two turns everybody else has a moment', async () => {
  const turns = new Turns();
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
