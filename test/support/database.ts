import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { databaseOf, onServer, withDatabase } from './server.js';
import { ofEach, shared } from './shared.js';

/** A database of one test's own, migrated and empty. */
export interface TestDatabase {
  readonly url: string;
  /** Removes it, even if others are connected. */
  drop(): Promise<void>;
}

/** Makes a database by copying the run's template: about 20 ms where it is kept in the same cluster's files. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(inject('templateDatabase'));
}

/** A database of all tests of a file or a `describe`. */
export function useDatabase(): TestDatabase {
  return shared(createTestDatabase, ({ drop }) => drop());
}

/** A database of each test of a file or a `describe`. */
export function useDatabaseOfEach(): TestDatabase {
  return ofEach(createTestDatabase, ({ drop }) => drop());
}

/** A database that is dropped when its test ends. @param make default: migrated and empty */
export async function databaseOfTest(make = createTestDatabase): Promise<TestDatabase> {
  const database = await make();
  onTestFinished(database.drop);
  return database;
}

/** Makes a database without any table. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template0');
}

/** Works with an empty database, which is dropped afterwards. */
export async function inEmptyDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const empty = await createEmptyDatabase();
  await work(empty.url).finally(empty.drop);
}

async function createDatabase(original: string): Promise<TestDatabase> {
  const serverUrl = inject('serverUrl');
  const name = `${inject('templateDatabase')}_${randomBytes(4).toString('hex')}`;
  const copy = pg.escapeIdentifier(name);
  await onServer(serverUrl, `CREATE DATABASE ${copy} TEMPLATE ${pg.escapeIdentifier(original)} STRATEGY FILE_COPY`);
  return {
    url: withDatabase(inject('reachUrl'), name),
    drop: async () => {
      await onServer(serverUrl, `DROP DATABASE IF EXISTS ${copy} WITH (FORCE)`);
    },
  };
}

/**
 * Leads to a database past the pooler, if the run has one. Through a pooler, everybody has the same role, sessions have no options of their
 * own, and a database that is gone is waited for.
 */
export function directUrlOf(url: string): string {
  return withDatabase(inject('serverUrl'), databaseOf(url));
}
