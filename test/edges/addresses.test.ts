import { once } from 'node:events';
import { type OutgoingHttpHeaders, request } from 'node:http';
import { describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { useService } from '../support/service.js';
import { socketUrl } from '../support/subscriber.js';

const service = useService();

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Sends a request as it is told, which `fetch` would not do with a body of a GET. */
function send(path: string, method: string, given: OutgoingHttpHeaders = {}, body = ''): Promise<Answer> {
  // Node would not say so of a body that most methods have none of.
  const headers = 'transfer-encoding' in given ? given : { ...given, 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sent = request(`${service.url}${path}`, { method, headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({ status: response.statusCode!, headers: response.headers, text: Buffer.concat(chunks).toString() });
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

const JSON_TYPE = { 'content-type': 'application/json' };
const QUERY = JSON.stringify({ query: '{ viewer { name } }' });
const BODIES: [what: string, headers: OutgoingHttpHeaders, body: string][] = [
  ['a query', JSON_TYPE, QUERY],
  ['broken JSON', JSON_TYPE, '{ "query": '],
  ['plain text', { 'content-type': 'text/plain' }, 'x'],
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'query=1'],
  ['no type', {}, QUERY],
  ['chunks', { ...JSON_TYPE, 'transfer-encoding': 'chunked' }, QUERY],
  ['9 MB', JSON_TYPE, 'x'.repeat(9_000_000)],
  ['a wrong token', { ...JSON_TYPE, authorization: 'Bearer wrong' }, QUERY],
];

function expectRefusal({ status, headers, text }: Answer, expected: number): void {
  expect(status, text).toBe(expected);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  const { errors } = JSON.parse(text);
  expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  expect(errors[0].message).toMatch(/the API is at \/graphql\.$/);
}

describe.each(BODIES)('%s', (_, headers, body) => {
  test.each(['/nope', '/graphqL', '/graphql/x', '/v1/graphql?query=1', '/%00', '/nope/', '//graphql'])(
    'sent to %s gets 404 and the address of the API, by any method',
    async (path) => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'GET', 'OPTIONS', 'PROPFIND', 'TRACE']) {
        expectRefusal(await send(path, method, headers, body), 404);
      }
    },
  );

  test.each([
    ['/', 'GET, HEAD'],
    ['/health', 'GET, HEAD'],
    ['/ready/', 'GET, HEAD'],
    ['/graphql', 'GET, HEAD, POST'],
    ['/graphql/', 'GET, HEAD, POST'],
  ])('sent to %s by an unsupported method gets 405, with the supported ones', async (path, allow) => {
    for (const method of ['PUT', 'DELETE', 'OPTIONS', 'REPORT', ...(path.includes('graphql') ? [] : ['POST'])]) {
      const answer = await send(path, method, headers, body);
      expectRefusal(answer, 405);
      expect(answer.headers.allow).toBe(allow);
    }
  });
});

test.each([
  ...['/', '/l/nowhere', '/docs', '/console', '/robots.txt', '/ready'],
  ...['/graphql', '/graphql?query={leagues{nodes{slug}}}', '/graphql?query={__typename}', '/graphql?query=mutation{x}'],
])('HEAD %s gets the response to GET, without a body', async (path) => {
  const [get, head] = [await send(path, 'GET'), await send(path, 'HEAD')];
  const comparable = ({ status, headers: { date: _, 'x-request-id': __, ...headers } }: Answer) => ({
    status,
    headers,
  });
  expect(comparable(head)).toEqual(comparable(get));
  expect(head.text).toBe('');
});

test('an invalid address is reported', async () => {
  const { status, text } = await send('/%zz', 'POST', JSON_TYPE, QUERY);
  expect([status, JSON.parse(text)]).toEqual([
    400,
    { errors: [{ message: 'The URL must be valid.', extensions: { code: 'BAD_REQUEST' } }] },
  ]);
});

describe('/graphql/ with a trailing slash', () => {
  test('responds as /graphql does', async () => {
    const body = JSON.stringify({ query: '{ ratingSystems { key } }' });
    const [plain, slashed] = await Promise.all(
      ['/graphql', '/graphql/'].map((path) => send(path, 'POST', JSON_TYPE, body)),
    );
    expect([slashed!.status, slashed!.text]).toEqual([200, plain!.text]);
    expect((await send('/graphql/?query=%7Bviewer%7Bname%7D%7D', 'GET')).text).toBe('{"data":{"viewer":null}}\n');
  });

  test('accepts sockets', async () => {
    const socket = new WebSocket(`${socketUrl(service.url)}/`, 'graphql-transport-ws');
    await once(socket, 'open');
    socket.terminate();
  });
});
