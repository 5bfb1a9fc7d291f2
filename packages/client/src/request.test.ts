import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createClient } from './client.js';
import { LadderError, Network, RateLimited } from './errors.js';
import { draw, duel, ranking } from './match.js';
import type { Retry } from './retry.js';

type Respond = (response: ServerResponse) => void;

/** A service with given responses, one after the other; the last one repeats. */
let answers: Respond[];
let received: { readonly headers: IncomingMessage['headers']; readonly body: string }[];
let retried: Retry[];
const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  received.push({ headers: request.headers, body });
  (answers.length > 1 ? answers.shift()! : answers[0]!)(response);
});
beforeEach(async () => {
  received = [];
  retried = [];
  server.listen(0);
  await once(server, 'listening');
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

const client = (options = {}) =>
  createClient({
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    token: 'ol_secret',
    timeout: 30_000,
    onRetry: (retry) => retried.push(retry),
    ...options,
  });
const json =
  (status: number, body: object, headers: Record<string, string> = {}): Respond =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
const failing = (status: number, code: string, headers = {}) =>
  json(status, { errors: [{ message: `it is ${code}`, extensions: { code } }] }, headers);
const fine = json(200, { data: { it: 'works' } });
const cut: Respond = (response) => {
  response.socket!.destroy();
};

const failureOf = (options: object) =>
  client(options)
    .request('{ it }')
    .catch((error: unknown) => error);

describe('a request with a temporary failure is sent again', () => {
  test.each<[string, Respond]>([
    ['the points are spent', failing(429, 'RATE_LIMITED', { 'retry-after': '0' })],
    ['the service is unavailable', failing(503, 'UNAVAILABLE', { 'retry-after': '0' })],
    ['of an internal error', failing(500, 'INTERNAL_SERVER_ERROR')],
    ['a proxy has no service', (response) => response.writeHead(502).end('<html>Bad gateway</html>')],
    ['the connection broke', cut],
    [
      'the answer broke off',
      (response) => {
        response.writeHead(200, { 'content-length': '100' }).write('{"data":', () => response.destroy());
      },
    ],
  ])('because %s', async (_, failure) => {
    answers = [failure, fine];
    expect(await client().request('{ it }')).toEqual({ it: 'works' });
    expect(received.map(({ body }) => body)).toEqual([received[0]!.body, received[0]!.body]);
    expect(retried).toMatchObject([{ attempt: 1, error: expect.any(LadderError) }]);
  });

  test('not earlier than the service requests', async () => {
    answers = [failing(429, 'RATE_LIMITED', { 'retry-after': '1' }), fine];
    await client().request('{ it }');
    expect(retried[0]!.delay).toBeGreaterThanOrEqual(1_000);
  });

  test('with the same Idempotency-Key if it is a mutation, and with the token', async () => {
    answers = [cut, failing(503, 'UNAVAILABLE'), fine, fine];
    await client().request('mutation { do { it } }');
    await client().request('mutation { do { it } }');
    const keys = received.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys).toEqual([keys[0], keys[0], keys[0], expect.not.stringMatching(keys[0] as string)]);
    expect(new Set(received.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer ol_secret']));
  });

  test('as often as configured, and then it fails', async () => {
    answers = [failing(503, 'UNAVAILABLE')];
    const failure = await failureOf({ retries: 2 });
    expect(failure).toMatchObject({ code: 'UNAVAILABLE', status: 503, message: 'it is UNAVAILABLE' });
    expect(received).toHaveLength(3);
  });
});

describe('a request is sent once', () => {
  test.each<[string, Respond, object]>([
    ['it is refused', failing(400, 'BAD_INPUT'), { code: 'BAD_INPUT', name: 'LadderError' }],
    ['a right is missing', failing(403, 'FORBIDDEN'), { name: 'Forbidden' }],
    ['the token is wrong', failing(401, 'UNAUTHENTICATED'), { name: 'Unauthenticated' }],
    ['the address is that of something else', (response) => response.end('<html>'), { code: 'HTTP_200' }],
    [
      'the service asks for more patience than anybody has',
      failing(429, 'RATE_LIMITED', { 'retry-after': '4000' }),
      {
        name: 'RateLimited',
        retryAfter: 4_000,
      },
    ],
  ])('if %s', async (_, answer, error) => {
    answers = [answer];
    await expect(client().request('{ it }')).rejects.toMatchObject(error);
    expect(received).toHaveLength(1);
  });

  test('and abandoned when its signal is aborted, even between two attempts', async () => {
    answers = [failing(503, 'UNAVAILABLE', { 'retry-after': '60' })];
    const stop = new AbortController();
    const request = client({ onRetry: () => stop.abort(new Error('the user left')) }).request('{ it }', {}, stop);
    await expect(request).rejects.toThrow('the user left');
  });
});

test('a response that does not arrive in time is a network error', async () => {
  answers = [() => undefined];
  const failure = await failureOf({ retries: 0, timeout: 20 });
  expect(failure).toBeInstanceOf(Network);
  expect(failure).toMatchObject({ message: 'The service could not be reached: no answer within 20 ms' });
});

test('an address at which nobody listens is a network error', async () => {
  const failure = await failureOf({ retries: 0, url: 'http://localhost:1' });
  expect(failure).toBeInstanceOf(Network);
});

test('a rate limit without further data lasts a minute', async () => {
  answers = [(response) => response.writeHead(429).end()];
  const failure = await failureOf({ retries: 0 });
  expect(failure).toBeInstanceOf(RateLimited);
  expect(failure).toMatchObject({ retryAfter: 60 });
});

describe('a response with a failed field', () => {
  const error = { message: 'no crystal ball', path: ['league', 'prediction'], extensions: { code: 'RATER_FAILED' } };
  const data = { league: { name: 'Europe', prediction: null } };

  test('is an error unless there is a listener for it', async () => {
    answers = [json(200, { data, errors: [error] })];
    const heard: LadderError[] = [];
    const onFieldError = (failure: LadderError) => heard.push(failure);
    expect(await client().request('{ it }', {}, { onFieldError })).toEqual(data);
    expect(heard).toMatchObject([{ code: 'RATER_FAILED', errors: [error] }]);
    await expect(client().request('{ it }')).rejects.toThrow('no crystal ball');
  });

  test('is requested again after a temporary failure, and is an error if nothing is left of it', async () => {
    const onFieldError = () => expect.unreachable();
    answers = [json(200, { data, errors: [{ message: '', extensions: { code: 'UNAVAILABLE' } }] }), fine];
    expect(await client().request('{ it }', {}, { onFieldError })).toEqual({ it: 'works' });
    answers = [json(200, { data: null, errors: [error] })];
    await expect(client().request('{ it }', {}, { onFieldError })).rejects.toThrow('no crystal ball');
  });
});

test('a board is followed with the players who have no rank on request', async () => {
  const board = { standings: { nodes: [{ rank: null }], pageInfo: {} } };
  answers = [json(200, { data: { league: { eventCursor: 'c' } } }), json(200, { data: { league: board } })];
  const webSocket = class {
    close() {}
  };
  const watch = client({ webSocket }).league('europe').watchBoard({ first: 3, includeProvisional: true });
  const rows = await new Promise((resolve) => watch.on('change', (update) => resolve(update.rows)));
  watch.close();
  expect(rows).toEqual([{ rank: null }]);
  expect(JSON.parse(received[1]!.body).variables).toEqual({ league: 'europe', first: 3, includeProvisional: true });
});

describe('invalid arguments are refused at once', () => {
  test.each(['localhost:4300', 'ladder.example', '', 'ws://ladder.example', undefined])('the url %s', (url) => {
    expect(() => createClient({ url: url as string })).toThrow(
      new TypeError(
        `url must be an address with http:// or https://, such as https://ladder.example, but is ${JSON.stringify(url)}`,
      ),
    );
  });

  const none = undefined as unknown as string;
  test.each([none, ''])('the league %s', (slug) => {
    expect(() => createClient({ url: 'https://ladder.example' }).league(slug)).toThrow(
      new TypeError(`league must be the slug of a league, such as "europe", but is ${JSON.stringify(slug)}`),
    );
  });

  test.each(['“ol_secret”', 'ol_secret\nol_other', 'ol_🦊'])('the token %j, which is not shown', (token) => {
    expect(() => client({ token })).toThrow(
      new TypeError('token must be printable ASCII characters without spaces (not shown: it is a secret)'),
    );
  });

  test('a token read from a file loses the end of its line', async () => {
    answers = [fine];
    expect(await client({ token: 'ol_secret\n' }).request('{ it }')).toEqual({ it: 'works' });
    expect(received[0]!.headers.authorization).toBe('Bearer ol_secret');
  });

  test.each(['', 'a key', '🦊', 'x'.repeat(256)])('the idempotency key %j', async (idempotencyKey) => {
    const message = `idempotencyKey must be 1 to 255 printable ASCII characters without spaces, but is "${idempotencyKey}"`;
    await expect(client().request('mutation { it }', {}, { idempotencyKey })).rejects.toThrow(new TypeError(message));
    const { voidMatch } = client().league('europe');
    const given = voidMatch('an id', { expectedVersion: 1, reason: 'a test', idempotencyKey });
    await expect(given).rejects.toThrow(new TypeError(message));
    expect([received, retried]).toEqual([[], []]);
  });

  test('a match with an invalid date', async () => {
    const { submit } = createClient({ url: 'https://ladder.example' }).league('europe');
    const match = { externalId: 'g-1', playedAt: new Date('x'), sides: duel('ann', 'ben') };
    await expect(submit(match)).rejects.toThrow(
      new TypeError('playedAt must be a valid date, but match "g-1" has an invalid one'),
    );
  });

  test.each([
    ['a weight', { weight: Number.NaN }, 'weight must be a number, but is NaN'],
    [
      'a score',
      { sides: [{ score: Number.POSITIVE_INFINITY, participants: [] }] },
      'score must be a number, but is Infinity',
    ],
  ])('%s that JSON would make null', async (_, part, message) => {
    const { submit, amendMatch } = client().league('europe');
    const match = { externalId: 'g-1', playedAt: new Date(), sides: duel('ann', 'ben'), ...part };
    await expect(submit(match)).rejects.toThrow(new TypeError(message));
    const amended = amendMatch('an id', { expectedVersion: 1, reason: 'a test', ...part });
    await expect(amended).rejects.toThrow(new TypeError(message));
    expect(received).toEqual([]);
  });

  test.each([
    ['a duel without a loser', () => duel('ann', none), 'The loser must be a handle or a list of players'],
    ['a duel without a winner', () => duel(none, 'ann'), 'The winner must be a handle or a list of players'],
    ['a draw of one', () => draw('ann', none), 'The second side must be a handle or a list of players'],
    ['a ranking with a gap', () => ranking('ann', none, 'ben'), 'The side in place 2 must be a handle or a list of'],
    ['a team with a gap', () => duel(['ann', none], 'ben'), 'The winner must have a handle or a participant for each'],
  ])('%s', (_, sides, message) => {
    expect(sides).toThrow(TypeError);
    expect(sides).toThrow(message);
  });

  test('several matches given as one', async () => {
    const matches = [{ externalId: 'a', playedAt: new Date(), sides: duel('ann', 'ben') }];
    const given = client()
      .league('europe')
      .submit(matches as never);
    await expect(given).rejects.toThrow(
      new TypeError('Give one match at a time: Promise.all(matches.map(give)) sends those of a moment together'),
    );
    await expect(
      client()
        .league('europe')
        .submit(none as never),
    ).rejects.toThrow('A match must be an object');
    expect(received).toEqual([]);
  });
});
