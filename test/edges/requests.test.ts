import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { useLeague, useStory } from '../support/story.js';
import { AS_ADMIN, document, expectHarmless, type RawRequest, refused, send } from './refusals.js';

const JSON_TYPE = { 'content-type': 'application/json' };
const QUERY = '{ viewer { name } }';
const TWO = 'query A { viewer { name } } query B { viewer { name } }';
const CREATE = `mutation {
  createLeague(input: { slug: "made", name: "made", ratingSystem: "zonestats" }) { league { slug } }
}`;

const story = useStory();
useLeague(story, 'quiet', 'ann beats ben');

const get = (query: string, headers = {}): RawRequest => ({
  method: 'GET',
  search: `?query=${encodeURIComponent(query)}`,
  headers,
});

/** A good request but for what its headers say. */
const encoded = (headers: Record<string, string>): RawRequest => ({
  ...document(QUERY),
  headers: { ...JSON_TYPE, ...headers },
});

describe('an invalid request is refused as JSON with a status and a stable code', () => {
  test.each<[what: string, request: RawRequest, status: number, code: string]>([
    ['malformed JSON', { body: '{ "query": ' }, 400, 'BAD_REQUEST'],
    ['an empty body', {}, 400, 'BAD_REQUEST'],
    ['a number', { body: '7' }, 400, 'BAD_REQUEST'],
    ['null', { body: 'null' }, 400, 'BAD_REQUEST'],
    ['NaN', { body: '{ "query": "{ viewer { name } }", "variables": { "x": NaN } }' }, 400, 'BAD_REQUEST'],
    ['an object without a query', { body: '{}' }, 400, 'BAD_REQUEST'],
    ['no document', document(''), 400, 'BAD_REQUEST'],
    ['a field without its argument', document('{ league { id } }'), 400, 'GRAPHQL_VALIDATION_FAILED'],
    ['an unknown operation', document(TWO), 400, 'OPERATION_RESOLUTION_FAILURE'],
    ['a query that is no text', { body: '{ "query": { "kind": "Document" } }' }, 400, 'BAD_REQUEST'],
    ['variables as text', { body: JSON.stringify({ query: QUERY, variables: '{}' }) }, 400, 'BAD_REQUEST'],
    ['a batch of one', { body: JSON.stringify([{ query: QUERY }]) }, 400, 'BAD_REQUEST'],
    ['plain text', { headers: { 'content-type': 'text/plain' }, body: QUERY }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [
      'a type of 8 KB',
      { headers: { 'content-type': `x/${'y'.repeat(8_000)}` }, body: QUERY },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'bytes that are not UTF-8',
      { body: Buffer.from('{ "query": "{ viewer { name } } # \xe9" }', 'latin1') },
      400,
      'BAD_REQUEST',
    ],
    ['a compressed body', encoded({ 'content-encoding': 'gzip' }), 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [
      'a body in UTF-16',
      encoded({ 'content-type': 'application/json; charset=utf-16' }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'a body in Latin-1',
      encoded({ 'content-type': 'application/json;charset="ISO-8859-1"' }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ['a GET of nothing', { method: 'GET' }, 400, 'BAD_REQUEST'],
    ['a GET of a mutation', get(CREATE), 405, 'BAD_REQUEST'],
    [
      'a GET of a mutation by an administrator',
      get(CREATE, { authorization: AS_ADMIN.authorization }),
      405,
      'BAD_REQUEST',
    ],
    ['a subscription', document('subscription { matchRated(league: "x") { cursor } }'), 400, 'BAD_REQUEST'],
    ['a GET of a document too large', get(`{ ${'viewer { name } '.repeat(30)} }`), 400, 'GRAPHQL_VALIDATION_FAILED'],
    ['a GET of two documents', { method: 'GET', search: `${get(QUERY).search}&query=` }, 400, 'BAD_REQUEST'],
    [
      'a GET of two documents and an empty name',
      { method: 'GET', search: `${get(`{ ${'viewer { name } '.repeat(30)} }`).search}&query=&operationName=` },
      400,
      'BAD_REQUEST',
    ],
    [
      'a persisted query',
      { body: '{ "extensions": { "persistedQuery": { "version": 1, "sha256Hash": "x" } } }' },
      200,
      'PERSISTED_QUERY_NOT_SUPPORTED',
    ],
    [
      'a bad token',
      { ...document(QUERY), headers: { ...JSON_TYPE, authorization: 'Bearer ol_nothing' } },
      401,
      'UNAUTHENTICATED',
    ],
    [
      'a token of another kind',
      { ...document(QUERY), headers: { ...JSON_TYPE, authorization: 'Basic eDp5' } },
      401,
      'UNAUTHENTICATED',
    ],
    [
      'an Accept of something else',
      { ...document(QUERY), headers: { ...JSON_TYPE, accept: 'image/png' } },
      406,
      'BAD_REQUEST',
    ],
  ])('%s', async (_, request, status, code) => {
    const answer = await refused(story, request);
    expect(answer.status).toBe(status);
    expect(answer.errors.map(({ extensions }) => extensions.code)).toEqual([code]);
  });

  test("a name of JavaScript's prototypes in JSON is refused by its rule", async () => {
    const rule = 'The body must not name a field "__proto__", nor a field "constructor" with a "prototype" in it.';
    for (const details of ['{ "__proto__": 1 }', '{ "constructor": { "prototype": {} } }']) {
      const { errors } = await refused(story, { body: `{ "query": "", "variables": { "details": ${details} } }` });
      expect(errors).toMatchObject([{ message: rule, extensions: { code: 'BAD_REQUEST' } }]);
    }
  });

  test('a bad token is refused with the scheme to use, as RFC 9110 requires', async () => {
    const { headers } = await send(story, {
      ...document(QUERY),
      headers: { ...JSON_TYPE, authorization: 'Basic eDp5' },
    });
    expect(headers.get('www-authenticate')).toBe('Bearer');
  });

  test('a GET of a mutation is refused with the method to use', async () => {
    expect((await send(story, get(CREATE))).headers.get('allow')).toBe('POST');
  });
});

describe('bodies', () => {
  const padded = (bytes: number) => {
    const body = JSON.stringify({ query: QUERY, variables: { padding: '' } });
    return body.replace('""', `"${'x'.repeat(bytes - body.length)}"`);
  };

  test('of 100 kB are accepted from all callers, and one more byte requires a token', async () => {
    expect((await send(story, { body: padded(100_000) })).status).toBe(200);
    const { status, errors } = await refused(story, { body: padded(100_001) });
    expect(status).toBe(413);
    expect(errors).toMatchObject([
      { message: 'The body must be at most 100000 bytes without a token.', extensions: { code: 'PAYLOAD_TOO_LARGE' } },
    ]);
  });

  test('of 8 MB are accepted with a token, and one more byte is refused', async () => {
    expect((await send(story, { headers: AS_ADMIN, body: padded(8_000_000) })).status).toBe(200);
    const { status, errors } = await send(story, { headers: AS_ADMIN, body: padded(8_000_001) });
    expect(status).toBe(413);
    expect(errors).toMatchObject([{ message: 'The body must be at most 8000000 bytes.' }]);
  });

  test.each(['utf-8', 'UTF-8', '"utf8"'])('are accepted with the charset %s', async (charset) => {
    const headers = { 'content-type': `application/json; charset=${charset}`, 'content-encoding': 'identity' };
    expect((await send(story, { headers, body: padded(100) })).status).toBe(200);
  });

  test('that are too large get a response after the end of the request, for clients that read it only then', async () => {
    const socket = connect(Number(new URL(story.url).port), '127.0.0.1');
    const length = 9_000_000;
    const head = `POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nauthorization: ${AS_ADMIN.authorization}`;
    socket.write(`${head}\r\nconnection: close\r\ncontent-length: ${length}\r\n\r\n`);
    for (let sent = 0; sent < length; sent += 100_000) {
      await new Promise<void>((resolve, reject) =>
        socket.write('x'.repeat(100_000), (error) => (error ? reject(error) : resolve())),
      );
    }
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('that never end are cut off after some bytes or some seconds', async () => {
    const begin = () => {
      const socket = connect(Number(new URL(story.url).port), '127.0.0.1');
      socket.write(
        `POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 999999999\r\n\r\n`,
      );
      return socket;
    };
    const [silent, busy] = [begin(), begin()];
    const began = Date.now();
    const send = () => busy.write('x'.repeat(1_000_000), (error) => error || setImmediate(send));
    send();
    busy.on('error', () => undefined).resume();
    await new Promise((resolve) => busy.once('close', resolve));
    expect(busy.bytesWritten).toBeLessThan(40_000_000);
    expect(await text(silent)).toMatch(/^HTTP\/1\.1 413 /);
    expect(Date.now() - began).toBeLessThan(9_000);
  });

  test('with a bad token are not read', async () => {
    const headers = { ...JSON_TYPE, authorization: 'Bearer ol_nothing', 'content-length': '7000000' };
    expect(await answerToUnfinished(headers, 'x')).toMatch(/^HTTP\/1\.1 401 /);
  });

  test('with a declared length that is too large are refused before they arrive', async () => {
    expect(await answerToUnfinished({ ...JSON_TYPE, 'content-length': '1000000000' }, '')).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('without a declared length are refused when they become too large', async () => {
    const chunk = `${(60_000).toString(16)}\r\n${'x'.repeat(60_000)}\r\n`;
    const answer = await answerToUnfinished({ ...JSON_TYPE, 'transfer-encoding': 'chunked' }, chunk + chunk);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expectHarmless(answer);
  });

  test('that end early leave nothing behind', async () => {
    const socket = connect(Number(new URL(story.url).port), '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.write(
      'POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{ "que',
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.destroy();
    expect((await send(story, document(QUERY))).status).toBe(200);
  });
});

test.each([
  ['an address of 20 KB', `GET /graphql?query=${'x'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 431],
  ['a header of 20 KB', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
  ['noise', '\0\x01\x02 noise\r\n\r\n', 400],
  ['no Host', 'GET /graphql?query=%7Bviewer%7Bname%7D%7D HTTP/1.1\r\n\r\n', 400],
  ['an unknown expectation', 'GET / HTTP/1.1\r\nhost: x\r\nexpect: the best\r\n\r\n', 417],
  ['two lengths', 'POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n', 400],
  [
    'a length and chunks',
    'POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
    400,
  ],
])('invalid HTTP: %s gets a response in JSON, and the connection is closed', async (_, text, status) => {
  const answer = await answerTo(text);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  const [head, body] = answer.split('\r\n\r\n');
  expect(head).toMatch(/content-type: application\/json/);
  expect(JSON.parse(body!).errors).toMatchObject([{ extensions: { code: 'BAD_REQUEST' } }]);
  expectHarmless(answer);
});

/** Sends the beginning of a request and waits for the answer, sending no more. */
function answerToUnfinished(headers: Record<string, string>, begun: string): Promise<string> {
  const lines = Object.entries({ host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return answerTo(`POST /graphql HTTP/1.1\r\n${lines.join('')}\r\n${begun}`);
}

/** Sends bytes as they are, and reads until the answer is whole or the connection closed. */
function answerTo(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(story.url).port), '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (data) => {
      answer += data;
      const [head, body] = answer.split('\r\n\r\n');
      const length = /^content-length: (\d+)/im.exec(head!)?.[1];
      if (body !== undefined && length !== undefined && Buffer.byteLength(body) >= Number(length)) socket.destroy();
    });
    socket.once('error', reject);
    socket.once('close', () => resolve(answer));
  });
}
