import pg from 'pg';
import { readConfig } from '../../services/api/dist/start/config.js';
import { openApp } from '../../services/api/dist/start/open-app.js';
import { serve } from '../../services/api/dist/start/serve.js';
import { createTestDatabase } from './database.js';
import { type Client, client } from './graphql.js';
import { problemsOf } from './platform.js';
import { shared } from './shared.js';

export const ADMIN_TOKEN = 'test-admin-token-long-enough';

export interface Service {
  readonly url: string;
  readonly databaseUrl: string;
  /** URL of its metrics; null without OPENLADDER_METRICS_PORT. */
  readonly metricsUrl: string | null;
  readonly admin: Client;
  readonly anonymous: Client;
  /** A caller with a token. */
  as(token: string): Client;
  /** Rows of the service's database, past the service. */
  sql(statement: string): Promise<Record<string, unknown>[]>;
  /** The findings of `openladder verify` about the database. */
  problems(): Promise<unknown[]>;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  /** Beside those that every test has. */
  readonly env?: Readonly<Record<string, string>>;
  readonly clock?: () => Date;
  /** A database that is there already, as a second replica has it; it is left there. */
  readonly databaseUrl?: string;
}

/** Starts the real service in this process, on a free port and a database of its own. */
export async function startService({ env, clock, databaseUrl }: ServiceOptions = {}): Promise<Service> {
  const database = databaseUrl === undefined ? await createTestDatabase() : undefined;
  const url = databaseUrl ?? database!.url;
  const config = readConfig({
    OPENLADDER_DATABASE_URL: url,
    OPENLADDER_PORT: '0',
    OPENLADDER_ADMIN_TOKEN: ADMIN_TOKEN,
    OPENLADDER_DEMO: 'false',
    OPENLADDER_LOG_LEVEL: 'silent',
    OPENLADDER_RATE_LIMIT: 'off',
    ...env,
  });
  const running = await serve(config, () => undefined, clock);
  const connections = new pg.Pool({ connectionString: url });
  // A test may end those that nobody uses.
  connections.on('error', () => undefined);
  return {
    url: running.url,
    databaseUrl: url,
    metricsUrl: running.metricsUrl,
    admin: client(running.url, ADMIN_TOKEN),
    anonymous: client(running.url),
    as: (token) => client(running.url, token),
    sql: async (statement) => (await connections.query(statement)).rows,
    problems: () => verifyLeagues(url, undefined, env),
    stop: async () => {
      await running.stop();
      await connections.end();
      await database?.drop();
    },
  };
}

/** A service of all tests of a file. @param options those that other hooks make first by a function */
export function useService(options: ServiceOptions | (() => ServiceOptions) = {}): Service {
  const open = () => startService(typeof options === 'function' ? options() : options);
  return shared(open, (service) => service.stop());
}

/** The findings of `openladder verify` about these leagues, or all, and the platform. */
export async function verifyLeagues(databaseUrl: string, slugs?: readonly string[], env = {}): Promise<unknown[]> {
  const { app, close } = await openApp(readConfig({ ...env, OPENLADDER_DATABASE_URL: databaseUrl }), () => undefined);
  return problemsOf(app, slugs).finally(close);
}

const countsOf = new WeakMap<Service, string>();

async function countStatement(service: Service): Promise<string> {
  const tables = await service.sql(
    `SELECT tablename FROM pg_tables WHERE schemaname = 'public'
     AND tablename NOT IN ('migrations', 'superseded_stretch', 'token_growth', 'token_use') ORDER BY 1`,
  );
  const counts = tables.map(
    ({ tablename }) => `SELECT '${tablename}' AS name, count(*)::int AS count FROM ${tablename}`,
  );
  counts.push(`SELECT 'rating_change', sum(cardinality(sequences))::int FROM superseded_stretch`);
  return counts.join(' UNION ALL ');
}

/**
 * How many rows every table has, by its name: what a refused input must leave as it was. Not `token_growth`, which says a second
 * later what was accepted before, and `token_use`, which says who asked. Lines that were replaced are packed into stretches some
 * seconds later, and count as lines of the journal all the time.
 */
export async function countRows(service: Service): Promise<Record<string, number>> {
  const statement = countsOf.get(service) ?? (await countStatement(service));
  countsOf.set(service, statement);
  const rows = await service.sql(statement);
  const total: Record<string, number> = {};
  for (const { name, count } of rows) total[String(name)] = (total[String(name)] ?? 0) + Number(count);
  return total;
}
