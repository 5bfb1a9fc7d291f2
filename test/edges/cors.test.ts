import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import type { Lifecycle } from '../../services/api/dist/http/door.js';
import { createServer } from '../../services/api/dist/http/server.js';
import type { Origins } from '../../services/api/dist/kit/site-theme.js';
import { openLeague, usePlatform } from '../support/platform.js';
import { sendBytes } from '../support/raw-http.js';
import { socketUrl } from '../support/subscriber.js';

const ORIGIN = 'https://community.example';
const QUERY = '{ league(slug: "open") { name } }';
const POST = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ query: QUERY }),
};
const PREFLIGHT = {
  method: 'OPTIONS',
  headers: { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization,content-type' },
};

const platform = usePlatform();
const servers: { close(): Promise<unknown> }[] = [];

/** Opens a door to the one platform. @returns its address */
async function open(corsOrigins: Origins, lifecycle?: Lifecycle, rateLimit: number | null = null): Promise<string> {
  const config = {
    rateLimit,
    trustedProxies: [],
    maxConnections: 100,
    maxSockets: 100,
    shutdownGrace: 1,
    corsOrigins,
    cacheSeconds: 0,
    site: { hasSite: false, name: 'Open Ladder', logo: null, color: '#0f6b5c', links: [] },
  };
  const server = await createServer(platform.app, config, { headers: 100, request: 100, checks: 20 }, lifecycle);
  servers.push(server);
  return server.listen({ host: '127.0.0.1', port: 0 });
}

/** What a page of an origin is answered. */
function ask(url: string, path: string, init: RequestInit = {}, origin = ORIGIN): Promise<Response> {
  return fetch(`${url}${path}`, { ...init, headers: { ...(init.headers as Record<string, string>), origin } });
}

function corsHeaders({ headers }: Response): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));
}

/** How a socket of an origin's page is closed; null where it is said hello to. */
async function closeCodeOf(url: string, origin?: string): Promise<number | null> {
  const socket = new WebSocket(socketUrl(url), 'graphql-transport-ws', { origin });
  const closed = once(socket, 'close');
  await once(socket, 'open');
  socket.send('{"type":"connection_init"}');
  const [code] = await Promise.race([closed, once(socket, 'message').then(() => [null])]);
  socket.terminate();
  return code;
}

beforeAll(async () => {
  await openLeague(platform.app, 'open', 'zonestats');
});
afterAll(async () => {
  for (const server of servers) await server.close();
});

describe('by default', () => {
  const lifecycle: Lifecycle = { phase: 'serving' };
  const READABLE = {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'etag, ratelimit, ratelimit-policy, retry-after, x-request-id',
  };
  let url: string;
  beforeAll(async () => {
    url = await open('*', lifecycle);
  });

  test.each<[what: string, status: number, path: string, init: RequestInit]>([
    ['an answer', 200, '/graphql', POST],
    ['the same answer, kept', 200, '/graphql', POST],
    [
      'an answer to GET',
      200,
      `/graphql?query=${encodeURIComponent(QUERY)}`,
      { headers: { 'sec-fetch-site': 'cross-site' } },
    ],
    ['a document that is not valid', 400, '/graphql', { ...POST, body: '{ "query": "{ nonsense }" }' }],
    ['malformed JSON', 400, '/graphql', { ...POST, body: '{' }],
    ['an address that cannot be read', 400, '/%zz', {}],
    ['a wrong token', 401, '/graphql', { ...POST, headers: { ...POST.headers, authorization: 'Bearer wrong' } }],
    ['an unknown address', 404, '/nope', POST],
    ['a method that the address does not take', 405, '/graphql', { method: 'PUT' }],
    ['a body that is too large', 413, '/graphql', { ...POST, body: JSON.stringify({ query: ' '.repeat(200_000) }) }],
    ['another type', 415, '/graphql', { ...POST, headers: { 'content-type': 'text/plain' } }],
  ])('every page may read %s', async (_, status, path, init) => {
    const response = await ask(url, path, init);
    expect(response.status).toBe(status);
    const { 'access-control-allow-origin': origin } = corsHeaders(response);
    expect(origin).toBe('*');
    if (path !== '/%zz') expect(corsHeaders(response)).toEqual(READABLE);
  });

  test('a cached response that is still valid gets 304, and is the same for every origin', async () => {
    const search = `/graphql?query=${encodeURIComponent(QUERY)}`;
    const first = await ask(url, search);
    expect(first.headers.get('vary')).toBe('accept, authorization');
    const again = await ask(
      url,
      search,
      { headers: { 'if-none-match': first.headers.get('etag')! } },
      'https://b.example',
    );
    expect([again.status, corsHeaders(again)]).toEqual([304, READABLE]);
  });

  test('every page may read the reason for a wait', async () => {
    const few = await open('*', lifecycle, 100);
    let response = await ask(few, '/graphql', POST);
    while (response.status === 200) response = await ask(few, '/graphql', POST);
    expect([response.status, corsHeaders(response)]).toEqual([429, READABLE]);
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  test.each(['starting', 'stopped'] as const)('every page may read that the service is %s', async (phase) => {
    lifecycle.phase = phase;
    try {
      const response = await ask(url, '/graphql', POST);
      expect([response.status, corsHeaders(response)]).toEqual([503, READABLE]);
    } finally {
      lifecycle.phase = 'serving';
    }
  });

  test.each([
    ['408', 'POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{'],
    ['431', `GET /graphql?query=${'x'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`],
    ['400', 'GET /graphql HTTP/1.1\r\nhost: x\r\ncontent-length: x\r\n\r\n'],
  ])('every page may read a response with %s from below HTTP', async (status, bytes) => {
    const answer = await sendBytes(url, bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toContain('\r\naccess-control-allow-origin: *\r\n');
  });

  test('a preflight request gets the allowed headers, for a day', async () => {
    const response = await ask(url, '/graphql', PREFLIGHT);
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(corsHeaders(response)).toEqual({
      ...READABLE,
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers':
        'authorization, content-type, idempotency-key, if-none-match, apollographql-client-name, apollographql-client-version, apollo-require-preflight, x-apollo-operation-name, traceparent, tracestate, baggage, sentry-trace',
      'access-control-max-age': '86400',
    });
  });

  test('no response allows cookies, which have no effect', async () => {
    const response = await ask(url, '/graphql', { ...POST, headers: { ...POST.headers, cookie: 'session=x' } });
    expect(response.headers.has('access-control-allow-credentials')).toBe(false);
    const preflight = await ask(url, '/graphql', PREFLIGHT);
    expect(preflight.headers.has('access-control-allow-credentials')).toBe(false);
  });

  test('every page may open a socket', async () => {
    expect(await closeCodeOf(url, ORIGIN)).toBeNull();
  });
});

describe.each<[what: string, origins: Origins]>([
  ['where some origins are let in', [ORIGIN]],
  ['where no other origin is let in', []],
])('%s', (_, origins) => {
  let url: string;
  beforeAll(async () => {
    url = await open(origins);
  });

  test('pages of other origins cannot read, nor send a token', async () => {
    for (const init of [POST, PREFLIGHT]) {
      const response = await ask(url, '/graphql', init, 'https://evil.example');
      expect(response.headers.has('access-control-allow-origin')).toBe(false);
    }
    expect(await closeCodeOf(url, 'https://evil.example')).toBe(4403);
  });

  test.each(['cross-site', 'same-site'])('a GET that their browser labels as %s is refused', async (site) => {
    const search = `/graphql?query=${encodeURIComponent(QUERY)}`;
    // An image or a script asks without saying for whom.
    for (const origin of [undefined, 'https://evil.example']) {
      const headers = { 'sec-fetch-site': site, ...(origin && { origin }) };
      const response = await fetch(url + search, { headers });
      expect([response.status, (await fetch(url + search, { headers, method: 'HEAD' })).status]).toEqual([400, 400]);
      expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_REQUEST' } }] });
    }
  });

  test('our own pages, and callers other than browsers, get a response', async () => {
    const search = `/graphql?query=${encodeURIComponent(QUERY)}`;
    for (const site of ['same-origin', 'none']) {
      expect((await fetch(url + search, { headers: { 'sec-fetch-site': site } })).status).toBe(200);
    }
    expect((await fetch(`${url}/graphql`, POST)).status).toBe(200);
    expect(await closeCodeOf(url, url)).toBeNull();
    expect(await closeCodeOf(url)).toBeNull();
  });
});

test('pages of allowed origins may read, and one origin never gets a response cached for another', async () => {
  const origins = [ORIGIN, 'http://localhost:3000'];
  const url = await open(origins);
  const search = `/graphql?query=${encodeURIComponent(QUERY)}`;
  for (const origin of origins) {
    for (let turn = 0; turn < 2; turn++) {
      const response = await ask(url, '/graphql', POST, origin);
      expect(response.headers.get('access-control-allow-origin')).toBe(origin);
      expect(response.headers.get('vary')).toBe('accept, authorization, Origin');
    }
    expect((await ask(url, search, { headers: { 'sec-fetch-site': 'cross-site' } }, origin)).status).toBe(200);
    expect((await ask(url, '/graphql', PREFLIGHT, origin)).headers.get('access-control-allow-origin')).toBe(origin);
    expect(await closeCodeOf(url, origin)).toBeNull();
  }
});
