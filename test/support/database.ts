import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { onServer, withDatabase } from './server.js';

/** A database of one test's own, migrated and empty. */
export interface TestDatabase {
  readonly url: string;
  /** Removes it, whoever is still connected. */
  drop(): Promise<void>;
}

/** Makes a database by copying the run's template: about 20 ms where it is kept in the same cluster's files. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = inject('serverUrl');
  const template = inject('templateDatabase');
  const name = `${template}_${randomBytes(4).toString('hex')}`;
  const [copy, original] = [pg.escapeIdentifier(name), pg.escapeIdentifier(template)];
  await onServer(serverUrl, `CREATE DATABASE ${copy} TEMPLATE ${original} STRATEGY FILE_COPY`);
  return {
    url: withDatabase(serverUrl, name),
    drop: async () => {
      await onServer(serverUrl, `DROP DATABASE IF EXISTS ${copy} WITH (FORCE)`);
    },
  };
}
