import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { client } from '../support/graphql.js';
import { type Service, useService } from '../support/service.js';
import { type Story, startStory, useStory } from '../support/story.js';
import { document, expectHarmless, type RawAnswer, type RawRequest, remaining, send } from './refusals.js';

/** Points of an address; a token has ten times as many. */
const LIMIT = 1_000;
const LIMITED = { OPENLADDER_RATE_LIMIT: String(LIMIT) };
const QUERY = '{ viewer { name } }';
/** The cost of QUERY: two fields, and 10 points for asking. */
const COST = 12;

let running: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of running.reverse()) await stop();
  running = [];
});

async function limited(databaseUrl?: string): Promise<Story> {
  const options = { env: LIMITED, ...(databaseUrl && { databaseUrl }) };
  const story = await startStory(options);
  running.push(story.stop);
  return story;
}

/** Asks until it is refused. @returns the refusal, and how often it was answered before */
async function useUp(service: Service, request = document(QUERY)): Promise<{ answer: RawAnswer; answered: number }> {
  for (let answered = 0; ; answered++) {
    const answer = await send(service, request);
    if (answer.status === 429) return { answer, answered };
    expect(answer.status).toBe(200);
  }
}

const fromElsewhere = (request: RawRequest, address: string): RawRequest => ({
  ...request,
  headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
});

describe('an address', () => {
  const story = useStory({ env: { ...LIMITED, OPENLADDER_TRUSTED_PROXIES: '127.0.0.1' } });

  let from: (request: RawRequest) => RawRequest;
  let addresses = 0;
  beforeEach(() => {
    const address = `192.0.2.${++addresses}`;
    from = (request) => fromElsewhere(request, address);
  });

  test('gets its remaining points, and is charged by what it requests', async () => {
    const first = await send(story, from(document(QUERY)));
    expect(first.headers.get('ratelimit-policy')).toBe('"points";q=1000;w=60');
    expect(first.headers.get('ratelimit')).toBe('"points";r=988;t=60');
    const second = await send(story, from(document('{ leagues(first: 10) { nodes { slug name } } }')));
    expect(remaining(first) - remaining(second)).toBe(10 + 1 + 1 + 10 * 2);
  });

  test('is refused when its points are spent, in JSON, with the time to wait; others are not', async () => {
    const { answer, answered } = await useUp(story, from(document(QUERY)));
    expect(answered).toBe(Math.floor(LIMIT / COST));
    expect(answer.errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }]);
    expect(answer.errors[0]!.message).toMatch(/^The 1000 points for this minute are used up; try again in \d+ s\.$/);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(remaining(answer)).toBe(0);
    expectHarmless(answer.text);
    expect((await story.admin.ask(QUERY)).status).toBe(200);
  });

  test("is refused without a time to wait if a request costs more than a minute's points, and keeps its points", async () => {
    const wide = document(
      '{ leagues(first: 100) { nodes { slug name description visibility timeZone } edges { node { id slug name matchCount playerCount } } } }',
    );
    const first = await send(story, from(document(QUERY)));
    const answer = await send(story, from(wide));
    expect(answer.status).toBe(400);
    // Ten for the request, one for its body, two fields beside the connection, and eleven of each league.
    expect(answer.errors).toMatchObject([
      {
        message:
          'The request costs 1114 points; the most is 1000, which is all you have in a minute, so waiting does not help. Request less, or smaller pages.',
        extensions: { code: 'TOO_COSTLY' },
      },
    ]);
    expect(answer.headers.has('retry-after')).toBe(false);
    const next = await send(story, from(document(QUERY)));
    expect(remaining(first) - remaining(next)).toBe(11 + COST);
  });

  test('without points causes no more work', async () => {
    await useUp(story, from(document(QUERY)));
    for (const request of [{ body: '{' }, { method: 'GET' }, document('{'), { body: 'x'.repeat(50_000) }]) {
      expect((await send(story, from(request))).status).toBe(429);
    }
    expect((await fetch(`${story.url}/health`)).status).toBe(200);
  });

  test.each([
    [
      'a document beyond the limits',
      '{ a: __schema { types { name } } a: __schema { types { name } } ...F } fragment F on Query { ...F }',
    ],
    ['a document that does not fit the schema', '{ nothing }'],
    ['an invalid document', '{'],
    ['31 aliases', `{ ${Array.from({ length: 31 }, (_, i) => `a${i}: viewer { name }`).join(' ')} }`],
  ])('pays a thousand points more for %s', async (_, query) => {
    expect((await send(story, from(document(query)))).status).toBe(400);
    expect((await send(story, from(document(QUERY)))).status).toBe(429);
  });

  test('is charged for what it sends', async () => {
    const answer = await send(story, from(document(QUERY, { padding: 'x'.repeat(50_000) })));
    expect(LIMIT - remaining(answer)).toBe(COST + 500);
  });
});

test('a token has ten times as many points, and each token has its own', async () => {
  const story = await limited();
  await story.league('mine');
  const bot = await story.bot(['matches:submit'], 'mine');
  const { createToken } = await story.admin.get(
    'mutation { createToken(input: { name: "b", scopes: ["matches:submit"], leagues: ["mine"] }) { secret } }',
  );
  const request = {
    ...document('{ leagues(first: 100) { nodes { slug name } } }'),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${createToken.secret}` },
  };
  const { answered, answer } = await useUp(story, request);
  expect(answered).toBe(Math.floor((10 * LIMIT) / 212));
  expect(answer.headers.get('ratelimit-policy')).toBe('"points";q=10000;w=60');
  expect((await bot.ask(QUERY)).status).toBe(200);
});

describe('replicas', () => {
  test("share a caller's spent points within seconds", async () => {
    const first = await limited();
    const second = await limited(first.databaseUrl);
    await useUp(first);
    await expect.poll(async () => (await send(second, document(QUERY))).status, { interval: 200 }).toBe(429);
  });

  test('write nothing about callers with few requests', async () => {
    const story = await limited();
    for (let index = 0; index < 5; index++) await send(story, document(QUERY));
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await story.sql('SELECT FROM rate_limit')).toEqual([]);
  });

  test('continue counting locally while the database is away', async () => {
    const story = await limited();
    await story.sql('ALTER TABLE rate_limit RENAME TO elsewhere');
    const asked = await useUp(story);
    expect(asked.answered).toBe(Math.floor(LIMIT / COST));
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect((await send(story, document(QUERY))).status).toBe(429);
    expect((await story.admin.ask(QUERY)).status).toBe(200);
    await story.sql('ALTER TABLE elsewhere RENAME TO rate_limit');
  });
});

describe('if limits are disabled', () => {
  const service = useService({ env: { OPENLADDER_RATE_LIMIT: 'off' } });

  test('no caller is counted, and no response has points', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => send(service, document(QUERY))));
    expect(answers.every(({ status, headers }) => status === 200 && !headers.has('ratelimit'))).toBe(true);
    expect((await client(service.url).ask(QUERY)).status).toBe(200);
  });
});
