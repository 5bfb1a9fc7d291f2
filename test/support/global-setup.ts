import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrateUrl } from '../../services/api/dist/database/migrate.js';
import { startPgBouncer } from './pgbouncer.js';
import { provideServer } from './provide-server.js';
import { onServer, withDatabase } from './server.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the server's database from which others can be made. */
    serverUrl: string;
    /** URL of a database of that server, by which tests and services reach databases: perhaps through a pooler. */
    reachUrl: string;
    /** Name of the migrated database that each test's own is a copy of, and the beginning of their names. */
    templateDatabase: string;
    /** A folder for files of tests. */
    workplace: string;
  }
}

/**
 * A PostgreSQL for the whole run, with a migrated database to copy: the one of OPENLADDER_DATABASE_URL, whose user must
 * be allowed to create databases, or else an embedded one that is thrown away. With OPENLADDER_TEST_POOLER=yes, tests and services
 * reach it through PgBouncer, which gives each of them a session. And a folder for files of tests.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await provideServer(process.env.OPENLADDER_DATABASE_URL, { isDisposable: true });
  const template = `openladder_test_${randomBytes(4).toString('hex')}`;
  const pooler = process.env.OPENLADDER_TEST_POOLER ? await startPgBouncer(server.url, 'session') : null;
  const workplace = await mkdtemp(join(tmpdir(), 'openladder-tests-'));
  // Some tests start programs that run as somebody else, who must get in.
  await chmod(workplace, 0o755);
  const teardown = async () => {
    await rm(workplace, { recursive: true, force: true });
    await pooler?.stop();
    await dropDatabases(server.url, template);
    await server.stop();
  };
  try {
    await onServer(server.url, `CREATE DATABASE ${pg.escapeIdentifier(template)}`);
    await migrateUrl(withDatabase(server.url, template));
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('serverUrl', server.url);
  project.provide('reachUrl', pooler?.urlOf(server) ?? server.url);
  project.provide('templateDatabase', template);
  project.provide('workplace', workplace);
  return teardown;
}

/** The template, and what tests that were interrupted left. */
async function dropDatabases(serverUrl: string, template: string): Promise<void> {
  const rows = await onServer(serverUrl, `SELECT datname FROM pg_database WHERE starts_with(datname, '${template}')`);
  for (const { datname } of rows) {
    await onServer(serverUrl, `DROP DATABASE IF EXISTS ${pg.escapeIdentifier(String(datname))} WITH (FORCE)`);
  }
}
