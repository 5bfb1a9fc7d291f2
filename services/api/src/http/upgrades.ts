import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocketServer } from 'ws';
import { API_ADDRESS, type Headers, pathnameOf, withoutSlash } from './door.js';
import { endWith } from './http-error.js';

/**
 * Hands requests for a WebSocket at /graphql to the server of sockets, and answers those that are not right as any other request.
 * @returns a function that stops it
 */
export function takeUpgrades(server: Server, sockets: WebSocketServer, headers: Headers): () => void {
  const take = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (withoutSlash(pathnameOf(request.url ?? '')) === API_ADDRESS) {
      sockets.handleUpgrade(request, socket, head, (open) => sockets.emit('connection', open, request));
    } else {
      const failure = { code: 'NOT_FOUND', message: `Not found; the API is at ${API_ADDRESS}.` } as const;
      endWith(request.socket, '404 Not Found', failure, headers);
    }
  };
  sockets.on('wsClientError', ({ message }, _, { socket }) => {
    const failure = { code: 'BAD_REQUEST', message: `${message}.` } as const;
    // RFC 6455, 4.4: a client of another version must learn of ours.
    endWith(socket, '400 Bad Request', failure, { ...headers, 'sec-websocket-version': '13' });
  });
  server.on('upgrade', take);
  return () => server.off('upgrade', take);
}
