import { afterEach, beforeEach, expect, test } from 'vitest';
import { newConsoleVisitor, signedIn } from '../support/console.js';
import { rawRequest } from '../support/raw-http.js';
import { ADMIN_TOKEN } from '../support/service.js';
import { type Story, startStory } from '../support/story.js';

/** Points of an address: a hundred requests. */
const LIMIT = 1_000;

let story: Story;
beforeEach(async () => {
  story = await startStory({ env: { OPENLADDER_RATE_LIMIT: String(LIMIT) } });
});
afterEach(() => story.stop());

const signIn = (secret: string) => newConsoleVisitor(story.url).post('/console/sign-in', { secret });
const INVENTED = { cookie: `openladder_session=${'a'.repeat(43)}` };

test('wrong tokens at the sign-in delay their address, but never a valid token', async () => {
  const answers: Response[] = [];
  for (let index = 0; index < 120; index++) answers.push(await signIn(`wrong-token-that-is-long-enough-${index}`));
  expect(answers.map(({ status }) => status)).toEqual([...Array(100).fill(422), ...Array(20).fill(429)]);
  const wait = Number(answers.at(-1)!.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  const admin = await signedIn(story.url, ADMIN_TOKEN);
  const page = await admin.read('/console');
  for (const [, asset] of page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)) {
    expect([asset, (await fetch(story.url + asset)).status]).toEqual([asset, 200]);
  }
});

test.each<[what: string, method: string, path: string, headers: Record<string, string>, status: number]>([
  ['an invented session that sends a form', 'POST', '/console/new', INVENTED, 303],
  ['an invented session that opens a page', 'GET', '/console', INVENTED, 303],
  ['a form without a session', 'POST', '/console/new', {}, 303],
  ['signing out without a session', 'POST', '/console/sign-out', {}, 303],
  ['an unknown address', 'GET', '/nothing/here', {}, 404],
  ['a page at an unknown address', 'GET', '/nothing/here', { accept: 'text/html' }, 404],
  ['an unsupported method', 'PUT', '/graphql', {}, 405],
  ['an address that cannot be read', 'GET', '/%zz', {}, 400],
  ['a bad host', 'GET', '/', { host: 'a b' }, 400],
  ['a page with a bad query', 'GET', '/oembed?format=xml', {}, 501],
  ['a browser at the address of the API', 'GET', '/graphql', { accept: 'text/html' }, 302],
  ['a page of another site', 'GET', '/graphql?query=x', { 'sec-fetch-site': 'cross-site' }, 400],
  ['a bad key', 'POST', '/graphql', { 'idempotency-key': '' }, 400],
])('%s is charged to the address', async (_, method, path, headers, status) => {
  const admin = await signedIn(story.url, ADMIN_TOKEN);
  const ask = () => rawRequest(story.url, method, path, headers);
  expect((await ask()).status).toBe(status);
  let answer = await ask();
  for (let index = 0; index < 110 && answer.status !== 429; index++) answer = await ask();
  const { status: spent } = await story.anonymous.ask('{ viewer { name } }');
  expect(spent).toBe(429);
  expect((await fetch(`${story.url}/health`)).status).toBe(200);
  expect((await admin.get('/console')).status).toBe(200);
  expect((await signIn(ADMIN_TOKEN)).status).toBe(303);
});
