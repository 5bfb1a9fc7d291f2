import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A cable between clients and a service, which can be cut, and plugged into another service. */
export interface Cable {
  readonly url: string;
  /** How many connections were made. */
  connections(): number;
  /** Breaks every connection without a word. */
  cut(): void;
  /** Where new connections lead; null: nowhere. */
  plug(url: string | null): void;
  remove(): Promise<void>;
}

export async function layCable(to: string): Promise<Cable> {
  const ends = new Set<Socket>();
  let target: URL | null = new URL(to);
  let count = 0;
  const server = createServer((client) => {
    if (!target) return client.destroy();
    count++;
    const service = connect(Number(target.port), target.hostname);
    for (const [end, other] of [
      [client, service],
      [service, client],
    ] as const) {
      ends.add(end);
      end.on('error', () => undefined);
      end.on('close', () => {
        ends.delete(end);
        other.destroy();
      });
      end.pipe(other);
    }
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const cut = () => {
    for (const end of ends) end.resetAndDestroy();
  };
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    connections: () => count,
    cut,
    plug: (url) => {
      target = url === null ? null : new URL(url);
    },
    remove: async () => {
      cut();
      await new Promise((closed) => server.close(closed));
    },
  };
}
