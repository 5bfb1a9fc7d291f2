import { expect, test, vi } from 'vitest';
import { keptByVersion } from './league-reader.js';

const league = { id: 1, version: 7, mark: 3 };

test('a value is read once for a version of a league, even if it is null', async () => {
  const read = vi.fn(async () => null);
  for (let use = 0; use < 3; use++) expect(await keptByVersion(league, 'one', read)).toBeNull();
  expect(read).toHaveBeenCalledTimes(1);
  await keptByVersion({ ...league, version: 8 }, 'one', read);
  await keptByVersion({ ...league, mark: 4 }, 'one', read);
  await keptByVersion(league, 'one', read, { by: 'somebody' });
  expect(read).toHaveBeenCalledTimes(4);
});

test('a reader who waits for their turn, or is refused, keeps nobody else from reading', async () => {
  void keptByVersion(league, 'two', () => new Promise(() => undefined));
  await expect(keptByVersion(league, 'two', () => Promise.reject(new Error('no points left')))).rejects.toThrow();
  expect(await keptByVersion(league, 'two', async () => 'read')).toBe('read');
});
