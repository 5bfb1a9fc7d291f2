import { expect, test } from 'vitest';
import type { Answer } from './api-client.js';
import { exportRoutes } from './export.js';
import type { SiteRequest } from './http.js';

const page = (player: string, endCursor: string | null): Answer => ({
  status: 200,
  etag: null,
  retryAfter: null,
  readBody: () =>
    JSON.stringify({
      data: {
        league: {
          page: {
            nodes: [{ handle: player, displayName: null, country: null, links: [] }],
            pageInfo: { hasNextPage: endCursor !== null, endCursor },
          },
        },
      },
    }),
});
const busy: Answer = {
  status: 429,
  etag: null,
  retryAfter: '0.01',
  readBody: () => JSON.stringify({ errors: [{ message: 'no points', extensions: { code: 'RATE_LIMITED' } }] }),
};

/** What is downloaded of the players of a league. @param answers of the API, the last one again and again */
async function downloaded(...answers: readonly Answer[]): Promise<string> {
  let asked = 0;
  const routes = exportRoutes(async () => answers[Math.min(asked++, answers.length - 1)]!, true);
  const { answer } = routes.find(({ path }) => path === '/l/:league/players.jsonl')!;
  const request = { params: { league: 'europe' }, ip: '127.0.0.1', url: '/l/europe/players.jsonl', headers: {} };
  const { body } = await answer(request as unknown as SiteRequest);
  const parts: string[] = [];
  for await (const part of body as AsyncIterable<string>) parts.push(part);
  return parts.join('');
}

test('a download waits where the points of a minute are used up, and goes on', async () => {
  expect(await downloaded(page('ann', 'a'), busy, busy, page('ben', null))).toBe(
    '{"player":"ann"}\n{"player":"ben"}\n',
  );
});

test('a download breaks off where it would wait for ever', async () => {
  await expect(downloaded(page('ann', 'a'), busy)).rejects.toThrow('the rest of the list cannot be read: 429');
});

test('a second download of an address that waits breaks off at once', async () => {
  const slow = { ...busy, retryAfter: '0.2' };
  const first = downloaded(page('ann', 'a'), slow, page('ben', null));
  await expect(downloaded(page('cid', 'c'), slow, page('dan', null))).rejects.toThrow('cannot be read: 429');
  expect(await first).toContain('ben');
});
