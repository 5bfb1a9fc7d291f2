import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createClient } from './client.js';
import type { LadderError } from './errors.js';
import { FollowMatchesDocument } from './operations.js';
import type { Retry } from './retry.js';

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
  tell(cursor: string, errors?: readonly object[]): void {
    const payload = { data: { matchRated: { cursor } }, ...(errors && { errors }) };
    this.receive({ type: 'next', id: this.subscribed[0]!.id, payload });
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

test('a page connects again as soon as its network is back', async () => {
  const browser = new EventTarget();
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser));
  vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser));
  let isAway = true;
  const webSocket = class extends QuietSocket {
    onclose = (_: object) => {};
    constructor() {
      super();
      if (isAway) queueMicrotask(() => this.onclose({ code: 1006, reason: '' }));
    }
    override send(text: string): void {
      if (!isAway) super.send(text);
    }
  };
  const delays: number[] = [];
  const onRetry = ({ delay }: Retry) => delays.push(delay);
  const client = createClient({ url: 'http://ladder.example', webSocket, onRetry });
  const one = client.subscribe(FollowMatchesDocument, { league: 'europe', after: 'first' }).next();
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.9);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(delays.at(-1)).toBeGreaterThan(20_000);
  random.mockRestore();
  isAway = false;
  const tried = sockets.length;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sockets).toHaveLength(tried);
  browser.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(1);
  sockets[tried]!.tell('second');
  expect((await one).value!.matchRated.cursor).toBe('second');
  vi.unstubAllGlobals();
});

describe('an event with a field that failed', () => {
  const errorWith = (code: string) => ({ message: 'It failed.', path: ['matchRated', 'match'], extensions: { code } });

  test('arrives anyway, after the reason, and others follow it', async () => {
    const client = createClient({ url: 'http://ladder.example', webSocket: QuietSocket });
    const heard: string[] = [];
    const onFieldError = ({ code, errors }: LadderError) => heard.push(`${code} at ${errors[0]!.path!.join('.')}`);
    const events = client.subscribe(FollowMatchesDocument, { league: 'europe' }, { onFieldError });
    const one = events.next();
    await vi.advanceTimersByTimeAsync(1);
    sockets[0]!.tell('first', [errorWith('RATER_FAILED')]);
    expect((await one).value!.matchRated.cursor).toBe('first');
    expect(heard).toEqual(['RATER_FAILED at matchRated.match']);

    sockets[0]!.tell('second');
    expect((await events.next()).value!.matchRated.cursor).toBe('second');
    expect(heard).toHaveLength(1);
    expect(sockets).toHaveLength(1);
    await events.return();
  });

  test('is requested again if the failure is temporary', async () => {
    const client = createClient({ url: 'http://ladder.example', webSocket: QuietSocket });
    const heard: string[] = [];
    const onFieldError = ({ code }: LadderError) => heard.push(code);
    const events = client.subscribe(FollowMatchesDocument, { league: 'europe', after: 'zeroth' }, { onFieldError });
    const one = events.next();
    await vi.advanceTimersByTimeAsync(1);
    sockets[0]!.tell('first', [errorWith('INTERNAL_SERVER_ERROR')]);
    await vi.advanceTimersByTimeAsync(2_000);
    const again = sockets.at(-1)!.subscribed.at(-1)!;
    expect(again.payload.variables).toEqual({ league: 'europe', after: 'zeroth' });
    sockets.at(-1)!.receive({ type: 'next', id: again.id, payload: { data: { matchRated: { cursor: 'first' } } } });
    expect((await one).value!.matchRated.cursor).toBe('first');
    expect(heard).toEqual([]);
    await events.return();
  });
});
