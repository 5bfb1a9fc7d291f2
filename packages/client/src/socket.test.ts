import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { Network } from './errors.js';
import { socketError } from './socket.js';

/** An event as browsers fire it, without a message. */
const silent = new Event('error');
const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:9'), { code: 'ECONNREFUSED' });

test.each<[string, unknown, string]>([
  [
    'an event of `ws`, with a message',
    { type: 'error', message: 'Unexpected server response: 502' },
    'Unexpected server response: 502',
  ],
  [
    'an event of Node, with an error',
    Object.assign(new Event('error'), { message: '', error: refused }),
    refused.message,
  ],
  ['an event of browsers', silent, 'the socket failed'],
  ['an error for each address', new AggregateError([refused]), refused.message],
  ['an error with a code only', Object.assign(new Error(''), { code: 'ECONNRESET' }), 'ECONNRESET'],
  ['nothing', undefined, 'no reason given'],
])('the error of a socket contains its known details: %s', (_, reason, expected) => {
  const error = socketError(reason);
  expect(error).toBeInstanceOf(Network);
  expect(error.message).toBe(`The service could not be reached: ${expected}`);
});

test.each([
  ['of `ws`', WebSocket, 'connect ECONNREFUSED 127.0.0.1:9'],
  // The event of Node 24 has no message, as in browsers.
  ['of this runtime', globalThis.WebSocket, /network|the socket failed/i],
])('a socket %s that nobody answers reports that', async (_, SocketClass, reason) => {
  if (!SocketClass) return;
  const socket = new (SocketClass as typeof globalThis.WebSocket)('ws://127.0.0.1:9/graphql');
  const event = await new Promise((resolve) => {
    socket.onerror = resolve;
  });
  const { message } = socketError(event);
  expect(message).toMatch(/^The service could not be reached: ./);
  expect(message).toMatch(reason);
});
