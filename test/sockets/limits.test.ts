import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import WebSocket from 'ws';
import { eventually } from '../embedded/support.js';
import { startStory, useStory } from '../support/story.js';
import { greeted, socketUrl, subscriber } from '../support/subscriber.js';

const WATCH = 'subscription { recomputeProgressed(recompute: "nonsense") { id } }';

const story = useStory();

/** The code and the reason that a socket is closed with. */
async function closing(socket: WebSocket): Promise<[number, string]> {
  const [code, reason] = await once(socket, 'close');
  return [code, String(reason)];
}

function open(protocol = 'graphql-transport-ws', headers?: Record<string, string>): WebSocket {
  return new WebSocket(socketUrl(story.url), protocol, { headers });
}

/** The refusal of a subscription. */
async function refusalOf(query: string): Promise<unknown> {
  const caller = subscriber(story.url);
  const refusal = await caller.subscribe(query).ended.then(
    () => 'none',
    (errors) => errors,
  );
  caller.close();
  return refusal;
}

test.each([
  ['that nobody gave', 'Bearer ol_000000000000000000000000000000000000'],
  ['without Bearer', 'test-admin-token-long-enough'],
  ['that is no text', 7],
  ['that cannot even be made a text', { toString: 7 }],
])('a token %s closes the socket', async (_, authorization) => {
  const socket = open();
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization } }));
  const unauthorized = [4401, 'Unauthorized: the token must be "Bearer" and a valid token'];
  expect(await closing(socket)).toEqual(unauthorized);
});

test('the token may be in the header of the request that opens the socket', async () => {
  const good = open(undefined, { authorization: 'Bearer test-admin-token-long-enough' });
  await once(good, 'open');
  good.send(JSON.stringify({ type: 'connection_init' }));
  expect(JSON.parse(String((await once(good, 'message'))[0]))).toEqual({ type: 'connection_ack' });
  good.terminate();

  const bad = open(undefined, { authorization: 'Bearer something-else' });
  await once(bad, 'open');
  bad.send(JSON.stringify({ type: 'connection_init' }));
  expect((await closing(bad))[0]).toBe(4401);
});

test('a socket that never sends connection_init is closed after 5 seconds', async () => {
  const begin = Date.now();
  const socket = open();
  expect(await closing(socket)).toEqual([4408, 'Connection initialisation timeout']);
  expect(Date.now() - begin).toBeGreaterThan(4500);
});

test('nothing is available before connection_init', async () => {
  const socket = open();
  await once(socket, 'open');
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: WATCH } }));
  expect(await closing(socket)).toEqual([4401, expect.stringContaining('after the connection_ack')]);
});

test('another protocol and invalid messages are refused', async () => {
  expect((await closing(await opened(new WebSocket(socketUrl(story.url)))))[0]).toBe(4406);
  const socket = await greeted(story.url);
  socket.send('nonsense');
  expect(await closing(socket)).toEqual([4400, expect.stringContaining('"type":"subscribe"')]);
});

async function opened(socket: WebSocket): Promise<WebSocket> {
  await once(socket, 'open');
  return socket;
}

test('wrong variables are refused as over HTTP, and other subscriptions of the socket continue', async () => {
  const league = await story.league('europe');
  const query = 'subscription ($league: String!) { matchRated(league: $league) { match { externalId } } }';
  const caller = subscriber(story.url);
  const healthy = caller.subscribe(query, { league: 'europe' });
  const refusals = [
    [{}, 'Variable "$league" of required type "String!" was not provided.', { argument: ['league'] }],
    [{ league: 5 }, 'league has a wrong type: String cannot represent a non string value: 5', { argument: ['league'] }],
    [{ league: null }, 'league must not be null', { argument: ['league'] }],
  ] as const;
  for (const [variables, message, place] of refusals) {
    const { ended } = caller.subscribe(query, variables);
    await expect(ended).rejects.toMatchObject([{ message, extensions: { code: 'BAD_INPUT', ...place } }]);
  }
  await league.play('ann beats ben');
  await expect.poll(() => healthy.events.map(({ errors }) => errors)).toEqual([undefined]);
  caller.close();
});

test.each([
  ['a query', '{ leagues { nodes { slug } } }', 'BAD_REQUEST', /Sockets are for subscriptions; send a query over HTTP/],
  ['a mutation', 'mutation { __typename }', 'BAD_REQUEST', /send a mutation over HTTP/],
  ['an unfinished document', 'subscription {', 'GRAPHQL_PARSE_FAILED', /Syntax Error/],
  [
    'no operation',
    'fragment f on Query { __typename }',
    'OPERATION_RESOLUTION_FAILURE',
    /must have exactly one operation/,
  ],
  [
    'an unknown field',
    'subscription { recomputeProgresed(recompute: 1) { id } }',
    'GRAPHQL_VALIDATION_FAILED',
    /^Cannot query field "recomputeProgresed" on type "Subscription"\. Did you mean "recomputeProgressed"\?$/,
  ],
  [
    'a deep document',
    `subscription { recomputeProgressed(recompute: 1) { league { ${'auditLog { nodes { league { '.repeat(9)} id ${'} } } '.repeat(9)} } } }`,
    expect.any(String),
    /./,
  ],
  [
    'a costly document',
    `subscription { recomputeProgressed(recompute: 1) { league { matches(first: 100) { nodes { sides { participants {
       player { ratings(first: 100) { nodes { value } } } } } } } } } }`,
    'TOO_COSTLY',
    /The request costs \d+ points; the most is 20000/,
  ],
  ['an unknown recompute', WATCH, 'BAD_INPUT', /^recompute must be the id of a recompute, but is "nonsense"$/],
])('%s is refused, as over HTTP', async (_, query, code, message) => {
  expect(await refusalOf(query)).toMatchObject([{ message: expect.stringMatching(message), extensions: { code } }]);
});

test('the 21st subscription of a socket is refused, and a place is free again when one ends', async () => {
  const socket = await greeted(story.url);
  const codes: string[] = [];
  const messages: string[] = [];
  socket.on('message', (data) => {
    const [{ message, extensions }] = JSON.parse(String(data)).payload;
    codes.push(extensions.code);
    messages.push(message);
  });
  const subscribe = (id: number) =>
    socket.send(JSON.stringify({ id: String(id), type: 'subscribe', payload: { query: WATCH } }));
  for (let id = 1; id <= 21; id++) subscribe(id);
  await eventually('all are answered', () => codes.length === 21);
  expect(codes.filter((code) => code === 'TOO_MANY_SUBSCRIPTIONS')).toHaveLength(1);
  expect(messages).toContain('At most 20 subscriptions may be open on a socket; complete one first.');
  subscribe(22);
  await eventually('the last is answered', () => codes.length === 22);
  expect(codes.at(-1)).toBe('BAD_INPUT');
  socket.terminate();
});

test('a message of more than 100 kB closes the socket', async () => {
  const socket = await greeted(story.url);
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: ' '.repeat(100_000) } }));
  expect((await closing(socket))[0]).toBe(1009);
});

test('an address has at most 100 sockets, until it closes one', async () => {
  const other = await startStory();
  const open = () => new WebSocket(socketUrl(other.url), 'graphql-transport-ws');
  const sockets = await Promise.all(Array.from({ length: 100 }, () => greeted(other.url)));
  const [code, reason] = await closing(open());
  expect([code, reason]).toEqual([1013, 'At most 100 WebSockets may be open per address; close one first']);
  expect((await fetch(`${other.url}/health`)).status).toBe(200);
  const closed = once(sockets[0]!, 'close');
  sockets[0]!.close();
  await closed;
  await eventually('there is room again', async () => {
    const next = open();
    const [event] = await Promise.race([once(next, 'open').then(() => ['open']), once(next, 'close')]);
    next.terminate();
    return event === 'open';
  });
  await other.stop();
});

test('a client that never reads is dropped', async () => {
  const socket = open();
  const [[response] = []]: IncomingMessage[][] = await Promise.all([once(socket, 'upgrade'), once(socket, 'open')]);
  socket.send(JSON.stringify({ type: 'connection_init' }));
  await once(socket, 'message');
  socket.on('error', () => undefined).pause();
  const dropped = new Promise<true>((resolve) => response!.socket.once('close', () => resolve(true)));
  const ping = JSON.stringify({ type: 'ping', payload: { text: 'x'.repeat(90_000) } });
  const sent = () => new Promise<false>((resolve) => socket.send(ping, (error) => error ?? resolve(false)));
  // The network holds some MB of answers, and the service one; the process would not hold more than 64.
  const MOST = 300;
  let pings = 0;
  while (pings < MOST && !(await Promise.race([dropped, sent()]))) {
    pings++;
    // It is not dropped for its silence.
    socket.pong(() => undefined);
    await setImmediate();
  }
  expect(pings).toBeLessThan(MOST);
});
