import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { rawRequest } from '../support/raw-http.js';
import { useStory } from '../support/story.js';

const story = useStory();
const HANDSHAKE = {
  upgrade: 'websocket',
  connection: 'upgrade',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

/** The status and the JSON of an answer. */
function answerIn(raw: string): unknown[] {
  const [head, body] = raw.split('\r\n\r\n');
  return [Number(head!.split(' ')[1]), JSON.parse(body!)];
}

test('a client that offers HTTP/2 gets responses in HTTP/1.1, two on one connection', async () => {
  const body = JSON.stringify({ query: '{ viewer { name } }' });
  const request = (connection: string) =>
    [
      'POST /graphql HTTP/1.1',
      'host: ladder.example',
      'content-type: application/json',
      `content-length: ${body.length}`,
      `connection: Upgrade, HTTP2-Settings, ${connection}`,
      'upgrade: h2c',
      'http2-settings: AAEAAEAA',
      '',
      body,
    ].join('\r\n');
  const socket = connect(Number(new URL(story.url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(request('keep-alive'));
  const [first] = await once(socket, 'data');
  expect(answerIn(String(first))).toEqual([200, { data: { viewer: null } }]);
  socket.write(request('close'));
  expect(answerIn(await text(socket))).toEqual([200, { data: { viewer: null } }]);
});

test('a GET that offers another protocol gets a response', async () => {
  const { text } = await rawRequest(story.url, 'GET', '/health', { upgrade: 'h2c', connection: 'upgrade' });
  expect(answerIn(text)).toEqual([200, { status: 'ok' }]);
});

test.each<[what: string, method: string, path: string, headers: Record<string, string>, status: number, error: object]>(
  [
    [
      'at another address',
      'GET',
      '/',
      HANDSHAKE,
      404,
      { message: 'Not found; the API is at /graphql.', extensions: { code: 'NOT_FOUND' } },
    ],
    [
      'by POST',
      'POST',
      '/graphql',
      HANDSHAKE,
      400,
      { message: 'Invalid HTTP method.', extensions: { code: 'BAD_REQUEST' } },
    ],
    [
      'without a key',
      'GET',
      '/graphql',
      { ...HANDSHAKE, 'sec-websocket-key': '' },
      400,
      { message: 'Missing or invalid Sec-WebSocket-Key header.', extensions: { code: 'BAD_REQUEST' } },
    ],
  ],
)('a WebSocket that is asked for %s is refused as JSON', async (_, method, path, headers, status, error) => {
  const { text } = await rawRequest(story.url, method, path, headers);
  expect(answerIn(text)).toEqual([status, { errors: [error] }]);
});
