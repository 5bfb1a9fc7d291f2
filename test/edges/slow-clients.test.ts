import { connect, type Socket } from 'node:net';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createServer } from '../../services/api/dist/http/server.js';
import { readConfig } from '../../services/api/dist/start/config.js';
import { openApp } from '../../services/api/dist/start/open-app.js';
import { useDatabase } from '../support/database.js';
import { client } from '../support/graphql.js';
import { shared } from '../support/shared.js';

/** As the service has it, in small: in milliseconds. */
const TIMEOUTS = { headers: 400, request: 800, checks: 50 };
/** How often Node looks for slow clients by itself, in milliseconds. It gives them a minute. */
const CHECKS_OF_NODE = 30_000;

const database = useDatabase();
const service = shared(
  () => openServer({ OPENLADDER_RATE_LIMIT: 'off' }, TIMEOUTS),
  ({ close }) => close(),
);
// The first request takes longer than slow clients get.
beforeAll(() => client(service.url).ask('{ viewer { name } }'));

/** Opens the service in this process. */
async function openServer(env: Record<string, string>, timeouts?: typeof TIMEOUTS) {
  const config = readConfig({ OPENLADDER_DATABASE_URL: database.url, OPENLADDER_LOG_LEVEL: 'silent', ...env });
  const opened = await openApp(config, () => undefined);
  const server = await createServer(opened.app, config, timeouts);
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  return { url, server: server.server, close: () => server.close().then(opened.close) };
}

interface Ending {
  readonly answer: string;
  /** How long the connection lasted, in milliseconds. */
  readonly lasted: number;
}

/** Opens a connection and lets the client do what it does, until the service closes it. */
function endOf(behave: (socket: Socket) => void): Promise<Ending> {
  const start = performance.now();
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () => behave(socket));
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('error', () => undefined);
    socket.once('close', () => resolve({ answer, lasted: performance.now() - start }));
  });
}

/** Sends a text byte by byte. */
function drip(socket: Socket, text: string): void {
  let sent = 0;
  const timer = setInterval(() => socket.write(text[sent++ % text.length]!), 20);
  socket.once('close', () => clearInterval(timer));
}

const HEAD = 'POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';

const SLOW: Record<string, { behave: (socket: Socket) => void; timeouts: number }> = {
  'sends nothing': { behave: () => undefined, timeouts: TIMEOUTS.headers },
  'sends its headers byte by byte': { behave: (socket) => drip(socket, `${HEAD}x: y`), timeouts: TIMEOUTS.headers },
  'sends headers without end': {
    behave: (socket) => {
      socket.write('GET / HTTP/1.1\r\nhost: x\r\n');
      drip(socket, 'a: b\r\n');
    },
    timeouts: TIMEOUTS.headers,
  },
  'sends its body byte by byte': {
    behave: (socket) => {
      socket.write(`${HEAD}content-length: 90000\r\n\r\n`);
      drip(socket, ' ');
    },
    timeouts: TIMEOUTS.request,
  },
  'sends chunks byte by byte': {
    behave: (socket) => {
      socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`);
      drip(socket, '1\r\nx\r\n');
    },
    timeouts: TIMEOUTS.request,
  },
  'sends half a body': {
    behave: (socket) => socket.write(`${HEAD}content-length: 100\r\n\r\n{ "query"`),
    timeouts: TIMEOUTS.request,
  },
};

describe.each(Object.entries(SLOW))('a client that %s', (_, { behave, timeouts }) => {
  test('gets a response and is dropped in time, and others are served meanwhile', async () => {
    let isOver = false;
    const ends = Promise.all(Array.from({ length: 50 }, () => endOf(behave))).finally(() => {
      isOver = true;
    });
    // How many that are is the machine's affair.
    let servedMeanwhile = 0;
    while (!isOver) {
      // So little patience ends a fast client too, where the machine stands still for as long: by 408, or by an end of the connection.
      const status = await client(service.url)
        .ask('{ viewer { name } }')
        .then(
          (answer) => answer.status,
          () => 408,
        );
      expect([200, 408]).toContain(status);
      if (status === 200 && !isOver) servedMeanwhile++;
    }
    expect(servedMeanwhile).toBeGreaterThan(0);
    for (const { answer, lasted } of await ends) {
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
      expect(answer).toContain('"code":"BAD_REQUEST"');
      expect(lasted).toBeGreaterThan(timeouts / 2);
      expect(lasted).toBeLessThan(CHECKS_OF_NODE);
    }
  });
});

test('of the requests that an address sends slowly, the newest hundred are waited for; other addresses are not affected', async () => {
  const { url, close } = await openServer({ OPENLADDER_TRUSTED_PROXIES: '127.0.0.1' });
  onTestFinished(close);
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  const begin = (address: string) =>
    new Promise<string>((resolve) => {
      let answer = '';
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      sockets.push(socket);
      socket.write(`${HEAD}x-forwarded-for: ${address}\r\ncontent-length: 100\r\n\r\n{`);
      socket.on('data', (data) => {
        answer += data;
      });
      socket.on('error', () => undefined);
      socket.once('close', () => resolve(answer));
    });
  const other = begin('192.0.2.2');
  const ends = Array.from({ length: 110 }, (_, n) => begin('192.0.2.1').then((answer) => ({ n, answer })));
  const refused: { n: number; answer: string }[] = [];
  for (const end of ends) void end.then((result) => refused.push(result));
  await expect.poll(() => refused.length).toBe(10);
  for (const { answer } of refused) {
    expect(answer).toMatch(/^HTTP\/1\.1 429 /);
    expect(answer).toContain('"code":"RATE_LIMITED"');
    expect(answer).toContain('At most 100 requests of an address may be arriving at a time');
  }
  expect((await client(url).ask('{ viewer { name } }')).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  expect(await other).toBe('');
  expect((await Promise.all(ends)).filter(({ answer }) => answer !== '')).toHaveLength(10);
});

test('the service waits 10 seconds for headers and 30 for requests by default', async () => {
  const { server, close } = await openServer({});
  onTestFinished(close);
  expect(server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 30_000 });
});
