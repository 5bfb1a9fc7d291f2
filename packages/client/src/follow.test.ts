import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClient } from './client.js';
import { FollowMatchesDocument } from './operations.js';

interface Sent {
  readonly type: string;
  readonly id: string;
  readonly payload: { readonly variables: unknown };
}

let sockets: QuietSocket[];

/** A socket whose other end accepts a subscription, and never answers a ping. */
class QuietSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  readyState = QuietSocket.OPEN;
  readonly subscribed: Sent[] = [];
  onopen = () => {};
  onmessage = (_: { data: string }) => {};
  constructor() {
    sockets.push(this);
    queueMicrotask(() => this.onopen());
  }
  send(text: string): void {
    const sent: Sent = JSON.parse(text);
    if (sent.type === 'connection_init') queueMicrotask(() => this.receive({ type: 'connection_ack' }));
    if (sent.type === 'subscribe') this.subscribed.push(sent);
  }
  receive(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
  tell(cursor: string): void {
    this.receive({ type: 'next', id: this.subscribed[0]!.id, payload: { data: { matchRated: { cursor } } } });
  }
  close(): void {
    this.readyState = QuietSocket.CLOSED;
  }
}

beforeEach(() => {
  sockets = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a silent connection is replaced, and the new one continues after the last event', async () => {
  const retries: string[] = [];
  const client = createClient({
    url: 'http://ladder.example',
    webSocket: QuietSocket,
    onRetry: ({ error }) => retries.push(error.name),
  });
  const events = client.subscribe(FollowMatchesDocument, { league: 'europe', after: 'first' });
  const one = events.next();
  await vi.advanceTimersByTimeAsync(1);
  sockets[0]!.tell('second');
  expect((await one).value!.matchRated.cursor).toBe('second');

  const next = events.next();
  await vi.advanceTimersByTimeAsync(16_000);
  expect(retries).toEqual(['Network']);
  expect(sockets).toHaveLength(2);
  expect(sockets[1]!.subscribed[0]!.payload.variables).toEqual({ league: 'europe', after: 'second' });
  sockets[1]!.tell('third');
  expect((await next).value!.matchRated.cursor).toBe('third');
  await events.return();
});
