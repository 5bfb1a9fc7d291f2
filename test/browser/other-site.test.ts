import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  describeInBrowser,
  type InPage,
  newVisitor,
  type OtherSite,
  openOtherSite,
  type Visitor,
} from '../support/browser.js';
import type { Row } from '../support/graphql.js';
import { ADMIN_TOKEN } from '../support/service.js';
import { type StoryLeague, useStory } from '../support/story.js';

const GRAPHQL_WS = new URL('../../node_modules/graphql-ws/umd/graphql-ws.js', import.meta.url);
const BOARD = '{ league(slug: "open") { standings(first: 10) { nodes { player { handle } } } } }';
const HANDLES = {
  data: { league: { standings: { nodes: [{ player: { handle: 'ann' } }, { player: { handle: 'ben' } }] } } },
};

/** What a page of another site can see of an answer. */
interface Seen {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Row;
}

describeInBrowser("a page of another site, in its visitor's browser", () => {
  let leagues: Record<string, StoryLeague>;
  let site: OtherSite;
  let visitor: Visitor;

  const story = useStory();
  beforeAll(async () => {
    leagues = {
      open: await story.league('open', 'zonestats'),
      hidden: await story.league('hidden', 'zonestats', { visibility: 'PRIVATE' }),
    };
    await leagues.open!.play('ann beats ben');
    site = await openOtherSite({
      '/': '<!doctype html><title>A community</title><script src="/graphql-ws.js"></script>',
      '/graphql-ws.js': await readFile(GRAPHQL_WS, 'utf8'),
    });
    visitor = await newVisitor();
  });
  afterAll(async () => {
    await visitor.leave();
    await site.stop();
  });
  beforeEach(() => visitor.page.goto(site.origin));

  /** Lets the page fetch. @returns what it sees; the message where it sees nothing */
  const fetchThere = (path: string, init: RequestInit = {}): Promise<Seen | string> =>
    visitor.page.evaluate(
      async ([url, options]) => {
        try {
          const response = await fetch(url, options);
          const headers = Object.fromEntries(response.headers);
          const text = await response.text();
          return { status: response.status, headers, body: text && JSON.parse(text) };
        } catch (error) {
          return String(error);
        }
      },
      [`${story.url}${path}`, init] as const,
    );
  const post = (query: string, headers: Record<string, string> = {}, more: RequestInit = {}) =>
    fetchThere('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query }),
      ...more,
    });

  test('reads a public board by POST and by GET, also where the answer was kept', async () => {
    for (let turn = 0; turn < 2; turn++) {
      expect(await post(BOARD)).toMatchObject({ status: 200, body: HANDLES });
      expect(await fetchThere(`/graphql?query=${encodeURIComponent(BOARD)}`)).toMatchObject({
        status: 200,
        body: HANDLES,
      });
    }
  });

  test('sends a mutation with a token and an idempotency key', async () => {
    const named = `mutation { updateLeague(input: { league: "open", description: "told by a page" }) { league { description } } }`;
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'idempotency-key': 'once' };
    const { body } = (await post(named, headers)) as Seen;
    expect(body).toEqual({ data: { updateLeague: { league: { description: 'told by a page' } } } });
  });

  test('sees how many points are left, whether an answer is new, and the id of a request', async () => {
    const { headers } = (await post(BOARD)) as Seen;
    expect(headers).toMatchObject({
      etag: expect.stringMatching(/^".+"$/),
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const search = `/graphql?query=${encodeURIComponent(BOARD)}`;
    const again = await fetchThere(search, { headers: { 'if-none-match': headers.etag! } });
    expect(again).toMatchObject({ status: 304 });
  });

  test('sees why it is refused', async () => {
    expect(await post('{ nonsense }')).toMatchObject({
      body: { errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] },
    });
    expect(await post(BOARD, { authorization: 'Bearer wrong' })).toMatchObject({ status: 401, body: { errors: [{}] } });
    expect(await fetchThere('/nope')).toMatchObject({ status: 404, body: { errors: [{}] } });
  });

  test('cannot use its cookies', async () => {
    await visitor.page.context().addCookies([{ name: 'session', value: ADMIN_TOKEN, url: story.url, sameSite: 'Lax' }]);
    // The browser keeps the answer from it: nothing allows credentials.
    expect(await post(BOARD, {}, { credentials: 'include' })).toBe('TypeError: Failed to fetch');
    expect(await post('{ viewer { name } }')).toMatchObject({ status: 200, body: { data: { viewer: null } } });
    await visitor.page.context().clearCookies();
  });

  test.each([
    ['without a token', 'open', {}],
    ['with a token, to a private league', 'hidden', { authorization: `Bearer ${ADMIN_TOKEN}` }],
  ])('subscribes %s', async (_, slug, connectionParams) => {
    const { data } = await story.admin.ask(`{ league(slug: "${slug}") { eventCursor } }`);
    await leagues[slug]!.play('cleo beats dan');
    const event = await visitor.page.evaluate(
      ([url, params, query, after]) => {
        const client = (globalThis as InPage).graphqlWs.createClient({
          url,
          connectionParams: params,
          retryAttempts: 0,
        });
        const events = client.iterate({ query, variables: { after } });
        return events.next().then(({ value }: Row) => value);
      },
      [
        `${story.url.replace('http', 'ws')}/graphql`,
        connectionParams,
        `subscription ($after: String) { matchRated(league: "${slug}", after: $after) { match { externalId } } }`,
        data.league.eventCursor,
      ] as const,
    );
    expect(event).toEqual({ data: { matchRated: { match: { externalId: expect.any(String) } } } });
  });
});
