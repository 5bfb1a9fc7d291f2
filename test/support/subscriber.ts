import { once } from 'node:events';
import { type Client, createClient } from 'graphql-ws';
import WebSocket from 'ws';

/** The messages of a subscription, and its end. */
export interface Subscription {
  // biome-ignore lint/suspicious/noExplicitAny: every document has a shape of its own, and each test asserts it.
  readonly events: any[];
  /** Resolves when the service completes it; rejects with the errors or the close event that ended it. */
  readonly ended: Promise<void>;
  leave(): void;
}

export interface Subscriber {
  subscribe(query: string, variables?: Record<string, unknown>): Subscription;
  close(): void;
}

/**
 * A caller of one service over one socket.
 * @param token null: anonymous
 */
export function subscriber(url: string, token: string | null = null): Subscriber {
  const client: Client = createClient({
    url: socketUrl(url),
    webSocketImpl: WebSocket,
    retryAttempts: 0,
    lazy: true,
    ...(token !== null && { connectionParams: { authorization: `Bearer ${token}` } }),
  });
  return {
    subscribe: (query, variables) => {
      const events: unknown[] = [];
      let leave = () => {};
      const ended = new Promise<void>((resolve, reject) => {
        leave = client.subscribe(
          { query, variables },
          { next: (event) => events.push(event), error: reject, complete: resolve },
        );
      });
      // A test that does not ask how it ended has nothing to catch.
      ended.catch(() => undefined);
      return { events, ended, leave: () => leave() };
    },
    close: () => client.dispose(),
  };
}

/** The WebSocket URL of a service. */
export function socketUrl(url: string): string {
  return `${url.replace(/^http/, 'ws')}/graphql`;
}

/** A socket that was said hello to. */
export async function greeted(url: string): Promise<WebSocket> {
  const socket = new WebSocket(socketUrl(url), 'graphql-transport-ws');
  await once(socket, 'open');
  // That a connection breaks is told by its close event too.
  socket.on('error', () => undefined);
  socket.send(JSON.stringify({ type: 'connection_init' }));
  await once(socket, 'message');
  return socket;
}
