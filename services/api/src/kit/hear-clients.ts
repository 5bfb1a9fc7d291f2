import type { EventEmitter } from 'node:events';
import type { Server } from 'node:http';

/**
 * Listens for good to how connections of a server fail, and their requests and responses. An `error` that nobody hears ends the process,
 * and those who use a stream may have stopped listening, or not begun.
 */
export function hearClients(server: Server): void {
  server.on('connection', hear);
  server.on('request', (request, response) => {
    hear(request);
    hear(response);
  });
}

function hear(stream: EventEmitter): void {
  stream.on('error', () => undefined);
}
