import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Log } from '../kit/log.js';
import type { Sql } from '../kit/sql/transaction.js';
import { WakeUps } from '../outbox/outbox.js';
import { LeagueFeeds } from './league-feeds.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a fully deleted league is noticed even if its process died before announcing it', async () => {
  let rows: readonly object[] = [{ id: 1, version: 7, mark: '', visibility: 'PUBLIC', deletedAt: null, number: null }];
  const sql = { query: async () => rows } as unknown as Sql;
  const feeds = new LeagueFeeds(sql, new WakeUps(undefined as never, {} as Log), console as unknown as Log);
  const { feed, leave } = feeds.follow({ id: 1, version: 7, visibility: 'PUBLIC', deletedAt: null });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(feed.deletedAt).toBeNull();
  rows = [];
  await vi.advanceTimersByTimeAsync(2_000);
  expect(feed.deletedAt).not.toBeNull();
  leave();
});
