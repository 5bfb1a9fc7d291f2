import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between the service and its database, and does what networks do. */
export interface DatabaseProxy {
  /** Port on 127.0.0.1. */
  readonly port: number;
  /**
   * The next statement that some connection sends reaches the database, and its answer never comes back: the connection
   * is cut when the answer arrives.
   */
  loseNextReply(): void;
  /** Cuts every connection at once. */
  cutAll(): void;
  /** Holds everything back that either side sends, for some milliseconds from now. */
  stall(milliseconds: number): void;
  close(): Promise<void>;
}

/** @param path the database's Unix socket */
export async function startProxy(path: string): Promise<DatabaseProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let isArmed = false;
  let stalledUntil = 0;

  const server = createServer((client) => {
    const database = connect(path);
    const pair = [client, database] as const;
    pairs.add(pair);
    let isLosing = false;
    const cut = () => {
      pairs.delete(pair);
      client.destroy();
      database.destroy();
    };
    client.on('data', (bytes) => {
      if (isArmed && isStatement(bytes)) {
        isArmed = false;
        isLosing = true;
      }
      later(() => database.write(bytes));
    });
    database.on('data', (bytes) => {
      if (isLosing) return cut();
      later(() => client.write(bytes));
    });
    for (const socket of pair) socket.on('error', cut).on('close', cut);
  });
  const later = (send: () => void) => {
    const wait = stalledUntil - Date.now();
    if (wait <= 0) send();
    else setTimeout(send, wait);
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    loseNextReply: () => {
      isArmed = true;
    },
    cutAll: () => {
      for (const [client, database] of pairs) {
        client.destroy();
        database.destroy();
      }
    },
    stall: (milliseconds) => {
      stalledUntil = Date.now() + milliseconds;
    },
    close: async () => {
      server.close();
      for (const pair of pairs) for (const socket of pair) socket.destroy();
      await once(server, 'close');
    },
  };
}

/** Whether the bytes end a write: a COMMIT, or a statement that is its own transaction (Bind, Execute, Sync). */
function isStatement(bytes: Buffer): boolean {
  return bytes.includes('COMMIT\0') || (bytes[0] === BIND && bytes.length > LONG) || bytes.includes('INSERT INTO');
}

/** First byte of a Bind message of PostgreSQL's protocol. */
const BIND = 'B'.charCodeAt(0);
/** Longer than the parameters of an ordinary read. */
const LONG = 500;
