import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { Connections } from './connections.js';

const MEGABYTE = 1_000_000;

test('if too much is unread, the client with the largest response is cut off, and no other', async () => {
  const server = createServer(({ url }, response) => void response.end(Buffer.alloc(Number(url!.slice(1)) * MEGABYTE)));
  const addressOf = () => '192.0.2.1';
  const limits = new Connections(server, { limit: 10, addressOf, headers: {}, maxUnread: 40 * MEGABYTE });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const closed: number[] = [];
  const clients = [15, 60, 15].map((megabytes) => {
    const client = connect(port, '127.0.0.1', () =>
      client.pause().write(`GET /${megabytes} HTTP/1.1\r\nhost: x\r\n\r\n`),
    );
    client.on('error', () => undefined);
    return client;
  });
  server.on('request', ({ socket, url }) => socket.once('close', () => closed.push(Number(url!.slice(1)))));
  await expect.poll(() => closed).toEqual([60]);
  for (const client of clients) client.destroy();
  await expect.poll(() => closed).toHaveLength(3);
  limits.end(0);
  await once(server.close(), 'close');
});
