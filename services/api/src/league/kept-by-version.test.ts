import { expect, test, vi } from 'vitest';
import { keptByHistory, keptByVersion } from './league-reader.js';

const league = { id: 1, version: 7, mark: 3 };

test('a value is read once for a version of a league, even if it is null', async () => {
  const read = vi.fn(async () => null);
  for (let use = 0; use < 3; use++) expect(await keptByVersion(league, 'one', read)).toBeNull();
  expect(read).toHaveBeenCalledTimes(1);
  await keptByVersion({ ...league, version: 8 }, 'one', read);
  await keptByVersion({ ...league, mark: 4 }, 'one', read);
  await keptByVersion(league, 'one', read, { by: 'somebody' });
  expect(read).toHaveBeenCalledTimes(4);
  await keptByVersion(league, 'one', read);
  expect(read, 'of each value, one version is kept').toHaveBeenCalledTimes(5);
});

test('a reader who waits for a turn, or is refused, keeps nobody else from reading', async () => {
  void keptByVersion(league, 'two', () => new Promise(() => undefined));
  await expect(keptByVersion(league, 'two', () => Promise.reject(new Error('no points left')))).rejects.toThrow();
  expect(await keptByVersion(league, 'two', async () => 'read')).toBe('read');
});

test('values of a history are read for new numbers, and not cached for a league with another revision', async () => {
  const read = vi.fn(async (missing: readonly number[]) => ({
    history: '2 server',
    values: new Map(missing.filter((number) => number > 1).map((number) => [number, `found ${number}`])),
  }));
  const ask = async (revision: number, wanted: number[], version = 9) => {
    read.mockClear();
    const found = await keptByHistory({ id: 1, revision, version }, 'three', '2 server', wanted, read);
    return [Object.fromEntries(found), read.mock.calls.flat(2)];
  };
  const found = { 1: null, 2: 'found 2' };
  expect(await ask(1, [1, 2])).toEqual([found, [1, 2]]);
  expect(await ask(2, [1, 2])).toEqual([found, [1, 2]]);
  expect(await ask(2, [1, 2])).toEqual([found, []]);
  expect(await ask(2, [2, 3])).toEqual([{ 2: 'found 2', 3: 'found 3' }, [3]]);
  expect(await ask(3, [2, 3])).toEqual([{ 2: 'found 2', 3: 'found 3' }, [2, 3]]);
  // A backup was restored.
  expect(await ask(2, [2, 3], 8)).toEqual([{ 2: 'found 2', 3: 'found 3' }, [2, 3]]);
});
