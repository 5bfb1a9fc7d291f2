import { expect, test } from 'vitest';
import { type AsOf, keptThroughMatches } from './movers.repository.js';

test('a failed query for recent changes does not fail the requests that wait for it', async () => {
  const league = { id: 1, createdAt: new Date(0), version: 7 };
  const asked: string[] = [];
  const failing = { query: () => Promise.reject(new Error('this connection is gone')) };
  const ask = (name: string) =>
    keptThroughMatches(
      failing as never,
      league as never,
      name,
      async (): Promise<AsOf<string>> => {
        asked.push(name);
        return { history: '1 server', version: 7, state: name };
      },
      () => null,
    );
  const both = () => Promise.all([ask('one'), ask('two')]);
  const before = await both();
  expect(await both()).toEqual(before);
  expect(asked).toEqual(['one', 'two', 'one', 'two']);
});
