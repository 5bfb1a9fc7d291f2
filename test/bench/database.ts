import { randomBytes } from 'node:crypto';
import { migrateUrl } from '@openladder/api/dist/database/migrate.js';
import pg from 'pg';
import { provideServer } from '../support/provide-server.js';
import { onServer, withDatabase } from '../support/server.js';

/** A database on the run's server. */
export interface BenchDatabase {
  readonly url: string;
  /** Rows of one statement, on a connection of its own. */
  sql(statement: string): Promise<Record<string, unknown>[]>;
  drop(): Promise<void>;
}

/** The server on which a run makes its databases. */
export interface BenchServer {
  /** @param isMigrated whether it has the tables of the service; a peer's has its own */
  createDatabase(isMigrated?: boolean): Promise<BenchDatabase>;
  /** Drops what is left, and stops the server where it was started for the run. */
  stop(): Promise<void>;
}

/**
 * The server of OPENLADDER_DATABASE_URL, whose user must be allowed to create databases, or else an embedded one with the
 * settings that the service gives it: durable, unlike that of the tests. Started when the first database is asked for.
 */
export function benchServer(url: string | undefined): BenchServer {
  let server: ReturnType<typeof provideServer> | undefined;
  const databases = new Set<BenchDatabase>();
  return {
    createDatabase: async (isMigrated = true) => {
      server ??= provideServer(url, { isDisposable: false });
      const database = await createDatabase((await server).url);
      databases.add(database);
      if (isMigrated) await migrateUrl(database.url);
      return {
        ...database,
        drop: async () => {
          databases.delete(database);
          await database.drop();
        },
      };
    },
    stop: async () => {
      for (const database of databases) await database.drop();
      await (await server)?.stop();
    },
  };
}

async function createDatabase(serverUrl: string): Promise<BenchDatabase> {
  const name = `openladder_bench_${randomBytes(4).toString('hex')}`;
  const url = withDatabase(serverUrl, name);
  await onServer(serverUrl, `CREATE DATABASE ${pg.escapeIdentifier(name)}`);
  return {
    url,
    sql: (statement) => onServer(url, statement),
    drop: async () => {
      await onServer(serverUrl, `DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`);
    },
  };
}
