import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { networkList } from './addresses.js';
import { post } from './post.js';

const LOOPBACK = networkList(['127.0.0.0/8']);
const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  for (const socket of sockets.splice(0)) socket.destroy();
});

async function opened(server: Server): Promise<number> {
  servers.push(server);
  server.on('connection', (socket: Socket) => sockets.push(socket));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

const receiver = (answer: RequestListener) => opened(createServer(answer));
const raw = (answer: (socket: Socket) => void) =>
  opened(
    createSocketServer((socket) => {
      socket.on('error', () => undefined);
      answer(socket);
    }),
  );

const MESSAGE = { headers: { 'webhook-id': 'm' }, body: '{"name":"Łukasz"}' };
const staying = new AbortController().signal;
const send = (port: number, timeout?: number) =>
  post({ webhookAllowed: LOOPBACK }, `http://127.0.0.1:${port}/hook`, MESSAGE, staying, timeout);

test('a message arrives unchanged, with its headers', async () => {
  let heard: unknown;
  const port = await receiver(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method, url, headers } = request;
    heard = { method, url, type: headers['content-type'], id: headers['webhook-id'], body: `${Buffer.concat(chunks)}` };
    response.writeHead(204).end();
  });
  expect(await send(port)).toMatchObject({ status: 204, error: null, retryAfter: null });
  expect(heard).toEqual({ method: 'POST', url: '/hook', type: 'application/json', id: 'm', body: MESSAGE.body });
});

test("a receiver is reached by this machine's own name for it, if its network is allowed", async () => {
  const port = await receiver((_, response) => response.writeHead(204).end());
  const url = `http://localhost:${port}/hook`;
  expect(await post({ webhookAllowed: LOOPBACK }, url, MESSAGE, staying)).toMatchObject({ status: 204, error: null });
  expect(await post({ webhookAllowed: networkList(['10.0.0.0/8']) }, url, MESSAGE, staying)).toMatchObject({
    ...{ status: null, error: 'plain http is for networks in OPENLADDER_WEBHOOK_ALLOW only' },
  });
});

describe('no success', () => {
  test('a redirect, which is not followed', async () => {
    let asked = 0;
    const port = await receiver((request, response) => {
      asked++;
      response.writeHead(307, { location: `http://${request.headers.host}/elsewhere` }).end();
    });
    expect(await send(port)).toMatchObject({ status: 307, error: 'the receiver answered 307' });
    expect(asked).toBe(1);
  });

  test('a response that requests a pause', async () => {
    const port = await receiver((_, response) => response.writeHead(429, { 'retry-after': '7' }).end());
    expect(await send(port)).toMatchObject({ status: 429, retryAfter: 7_000 });
  });

  test('a receiver that does not exist, hangs up, or does not speak HTTP', async () => {
    const gone = await receiver(() => undefined);
    await new Promise((resolve) => servers.pop()!.close(resolve));
    expect(await send(gone)).toMatchObject({ status: null, error: 'the connection was refused' });
    const hangsUp = await raw((socket) => socket.once('data', () => socket.destroy()));
    expect((await send(hangsUp)).error).toBe('the receiver closed the connection without an answer');
    const speaksElse = await raw((socket) => socket.end('220 mail.example ESMTP\r\n'));
    expect((await send(speaksElse)).error).toBe('the answer is not HTTP');
    const boasts = await raw((socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`));
    expect((await send(boasts)).error).toBe('the headers of the answer are too large');
  });

  test('a receiver that is silent, or answers a byte at a time', async () => {
    const hangs = await raw(() => undefined);
    expect(await send(hangs, 50)).toMatchObject({ status: null, error: 'no answer within 0.05 s' });
    const drips = await raw((socket) => {
      const letters = [...`HTTP/1.1 200 OK\r\nx-slow: ${'y'.repeat(1_000)}\r\n\r\n`];
      const timer = setInterval(() => socket.write(letters.shift() ?? ''), 5);
      socket.on('close', () => clearInterval(timer));
    });
    expect((await send(drips, 100)).error).toBe('no answer within 0.1 s');
  });

  test('a receiver that changes the protocol and then hangs', async () => {
    const switches = await raw((socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
    );
    expect(await send(switches)).toMatchObject({ status: 101, error: 'the receiver answered 101' });
    const bare = await raw((socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'));
    expect((await send(bare)).status).toBe(101);
  });

  test('a receiver that announces again and again that it continues', async () => {
    const promises = await raw((socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 5);
      socket.on('close', () => clearInterval(timer));
    });
    expect(await send(promises, 100)).toMatchObject({ status: null, error: 'no answer within 0.1 s' });
    await expect.poll(() => sockets.at(-1)!.closed).toBe(true);
    const floods = await raw((socket) => {
      const flood = () => {
        while (socket.writable && socket.write('HTTP/1.1 103 Early Hints\r\nlink: <x>\r\n\r\n'.repeat(100)));
      };
      socket.on('drain', flood);
      flood();
    });
    expect(await send(floods, 100)).toMatchObject({ status: null, error: 'no answer within 0.1 s' });
    await expect.poll(() => sockets.at(-1)!.closed).toBe(true);
  });

  test('a name server that is silent', async () => {
    const needs = { webhookAllowed: LOOPBACK, resolve: () => new Promise<string[]>(() => undefined) };
    expect((await post(needs, 'http://silent.example/', MESSAGE, staying, 50)).error).toBe('no answer within 0.05 s');
  });
});

test('a body without an end is not read', async () => {
  let closed!: () => void;
  const isClosed = new Promise<void>((resolve) => {
    closed = resolve;
  });
  const port = await receiver((_, response) => {
    const flood = () => {
      while (response.write('x'.repeat(65_536)));
    };
    response.on('drain', flood).on('close', closed).writeHead(200);
    flood();
  });
  expect(await send(port)).toMatchObject({ status: 200, error: null });
  await isClosed;
});

describe('a name that leads to an inner network', () => {
  test('is refused before anything is sent', async () => {
    let asked = 0;
    const port = await receiver((_, response) => {
      asked++;
      response.end();
    });
    const none = { webhookAllowed: networkList([]), resolve: async () => ['127.0.0.1'] };
    const answer = await post(none, `https://liar.example:${port}/`, MESSAGE, staying);
    expect(answer).toMatchObject({ status: null, error: 'the address is not public' });
    const plain = await post(none, `http://127.0.0.1:${port}/`, MESSAGE, staying);
    expect(plain.error).toContain('OPENLADDER_WEBHOOK_ALLOW');
    expect(asked).toBe(0);
  });

  test('is resolved once: a later result is not used', async () => {
    const port = await receiver((_, response) => response.writeHead(200).end());
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    const needs = { webhookAllowed: LOOPBACK, resolve: async () => answers.shift()! };
    expect(await post(needs, `http://rebinding.example:${port}/`, MESSAGE, staying)).toMatchObject({ status: 200 });
    expect(answers).toHaveLength(1);
    expect((await post(needs, `http://rebinding.example:${port}/`, MESSAGE, staying)).error).toContain('plain http');
  });
});

test('an abandoned attempt has no result', async () => {
  const hangs = await raw(() => undefined);
  const leaving = new AbortController();
  const sending = post({ webhookAllowed: LOOPBACK }, `http://127.0.0.1:${hangs}/`, MESSAGE, leaving.signal);
  leaving.abort(new Error('the service is stopping'));
  await expect(sending).rejects.toThrow('the service is stopping');
});
