/** The only role of a cluster; anyone who can enter the socket's folder can use it. */
export const SUPERUSER = 'postgres';
/** The database that every cluster has from the beginning. */
export const DATABASE = 'postgres';

/** How to reach an embedded server. */
export interface EmbeddedConnection {
  /** The folder of its Unix socket; on Windows an address. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Empty where the socket's folder is the guard. */
  readonly password: string;
  readonly database: string;
}

/** A share in an embedded server. */
export interface EmbeddedPostgres {
  readonly connection: EmbeddedConnection;
  /** The same as a PostgreSQL URL. */
  readonly url: string;
  /** Whether another process had started the server; it lives until the last of its users has stopped or died. */
  readonly isAdopted: boolean;
  /**
   * Gives the share up; may be called twice. The last to do so waits until the server has shut down.
   * @throws Error when that takes more than a minute
   */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** The data folder; the cluster is `postgres` in it. Made when missing. */
  readonly dataDir: string;
  /** Told in one line what happens: that a server starts, and that one that died is started again. */
  readonly log?: (message: string) => void;
  /** For clusters that are thrown away: faster, and not safe against a power failure. Default false. */
  readonly isDisposable?: boolean;
}

/** The URL of a connection as node-postgres reads it; the folder of a socket stands in the query. */
export function connectionUrl({ host, port, user, password, database }: EmbeddedConnection): string {
  const credentials = encodeURIComponent(user) + (password && `:${encodeURIComponent(password)}`);
  const name = encodeURIComponent(database);
  if (!host.startsWith('/')) return `postgres://${credentials}@${host}:${port}/${name}`;
  return `postgres://${credentials}@/${name}?host=${encodeURIComponent(host)}&port=${port}`;
}
