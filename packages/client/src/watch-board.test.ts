import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { networkError } from './errors.js';
import type { FollowBoardSubscription } from './operations.js';
import { type BoardSource, watchBoard } from './watch-board.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a board that cannot be read for a while is followed again afterwards', async () => {
  let reads = 0;
  const source: BoardSource = {
    league: 'europe',
    eventCursor: async () => 'first',
    rows: async () => {
      if (++reads === 2 || reads === 3) throw networkError(new Error('away'));
      return [];
    },
    async *follow() {
      yield { standingsChanged: { moved: [] } } as unknown as FollowBoardSubscription;
    },
  };
  const moved: unknown[] = [];
  const errors: unknown[] = [];
  watchBoard(source)
    .on('change', (change) => moved.push(change.moved))
    .on('error', (error) => errors.push(error));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(errors).toEqual([]);
  expect(moved).toEqual([null, []]);
});
