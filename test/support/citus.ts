import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { distributeLeagues } from '../../services/api/dist/database/citus/distribute.js';
import { connect } from '../../services/api/dist/database/data-source.js';
import { migrateUrl } from '../../services/api/dist/database/migrate.js';
import { openClient, withDatabase } from './server.js';

/** A database of one test's own on a Citus cluster. */
export interface CitusDatabase {
  readonly url: string;
  /** The same database on the servers that take leagues. */
  readonly workers: readonly string[];
  drop(): Promise<void>;
}

/** Makes a database on all servers of a cluster, whose coordinator is at this URL and knows its workers. */
export async function createCitusDatabase(coordinatorUrl: string): Promise<CitusDatabase> {
  const name = `openladder_test_${randomBytes(4).toString('hex')}`;
  const { hostname, port } = new URL(coordinatorUrl);
  const [own] = await query<{ host: string; port: number }>(coordinatorUrl, 'SELECT $1 AS host, $2::integer AS port', [
    hostname,
    port || 5432,
  ]);
  const workers = await query<{ host: string; port: number }>(
    coordinatorUrl,
    `SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE noderole = 'primary' AND groupid <> 0`,
  );
  const urls = [own!, ...workers].map((node) => {
    const url = new URL(coordinatorUrl);
    url.host = `${node.host}:${node.port}`;
    return url.href;
  });
  for (const url of urls) {
    await query(url, `CREATE DATABASE ${name}`);
    await query(withDatabase(url, name), 'CREATE EXTENSION citus');
  }
  const url = withDatabase(coordinatorUrl, name);
  await query(url, 'SELECT citus_set_coordinator_host($1, $2)', [own!.host, own!.port]);
  for (const { host, port: of } of workers) await query(url, 'SELECT citus_add_node($1, $2)', [host, of]);
  // Four servers' worth of leagues, so that a look at all of them is short.
  await query(url, `ALTER DATABASE ${name} SET citus.shard_count = 4`);
  return {
    url,
    workers: urls.slice(1).map((worker) => withDatabase(worker, name)),
    drop: async () => {
      for (const one of urls) await query(one, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

/** The same, migrated, with its leagues spread. */
export async function createDistributedDatabase(coordinatorUrl: string): Promise<CitusDatabase> {
  const database = await createCitusDatabase(coordinatorUrl);
  await migrateUrl(database.url);
  const source = await connect(database.url);
  try {
    await distributeLeagues(source, () => undefined);
  } finally {
    await source.destroy();
  }
  return database;
}

/** Lets nobody reach a database on one server, as if the server were away. @returns what lets them again */
export async function cutOff(url: string): Promise<() => Promise<void>> {
  const { database } = new pg.Client(url);
  const server = withDatabase(url, 'postgres');
  const allow = (value: boolean) => query(server, `ALTER DATABASE ${database} ALLOW_CONNECTIONS ${value}`);
  await allow(false);
  await query(server, 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [database]);
  return async () => void (await allow(true));
}

export async function query<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = await openClient(url);
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}
