import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { connect, connected } from '../../services/api/dist/database/data-source.js';
import { dumpSchema } from '../../services/api/dist/database/dump-schema.js';
import { migrate } from '../../services/api/dist/database/migrate.js';
import { TABLES } from '../../services/api/dist/start/tables.js';
import { createEmptyDatabase, databaseOfTest, useDatabaseOfEach } from '../support/database.js';
import { DATABASE_FILE } from './files.js';

const OPENLADDER = fileURLToPath(new URL('../../services/api/bin/openladder.mjs', import.meta.url));

const database = useDatabaseOfEach();
let source: Awaited<ReturnType<typeof connect>>;

beforeEach(async () => {
  source = await connect(database.url, TABLES);
});
afterEach(() => source.destroy());

describe('the migrations', () => {
  test('make the schema in schema/database.sql', async () => {
    const file = await readFile(DATABASE_FILE, 'utf8');
    expect(file, 'run `npm run schema`').toBe(await dumpSchema(source));
  });

  test('make the tables that the code declares, to every column and the name of every primary key', async () => {
    const runner = source.createQueryRunner();
    const query = runner.query.bind(runner);
    let last: Promise<unknown> = Promise.resolve();
    // TypeORM asks for many tables at once on one connection, which pg 9 will refuse.
    runner.query = (...args: Parameters<typeof query>) => {
      last = last.then(() => query(...args));
      return last as Promise<never>;
    };
    vi.spyOn(source, 'createQueryRunner').mockReturnValue(runner);
    const drift = await source.driver.createSchemaBuilder().log();
    // Which only the migrations have.
    const isOfMigrations = /^(DROP INDEX|ALTER TABLE \S+ DROP CONSTRAINT) /;
    const hint = 'in a migration that database/data-source.ts lists, or no longer in the code';
    expect(
      drift.upQueries.map(({ query }) => query).filter((query) => !isOfMigrations.test(query)),
      hint,
    ).toEqual([]);
  });

  test('change nothing in a second run', async () => {
    const before = await dumpSchema(source);
    expect(await migrate(source)).toEqual([]);
    expect(await dumpSchema(source)).toBe(before);
  });

  test('leave no connection whose end would end the process', async () => {
    const { Client } = pg;
    const opened: pg.Client[] = [];
    const { connect: open } = Client.prototype;
    const spy = vi.spyOn(Client.prototype, 'connect').mockImplementation(function (
      this: pg.Client,
      ...args: unknown[]
    ) {
      opened.push(this);
      return Reflect.apply(open, this, args);
    } as never);
    await migrate(source).finally(() => spy.mockRestore());
    expect(opened.length).toBeGreaterThan(0);
    const end = new Error('terminating connection due to administrator command');
    for (const client of opened) expect(() => client.emit('error', end)).not.toThrow();
  });

  test('run once when two processes migrate at once', async () => {
    const { url } = await databaseOfTest(createEmptyDatabase);
    const env = { PATH: process.env.PATH, OPENLADDER_DATABASE_URL: url };
    const run = () => promisify(execFile)(process.execPath, [OPENLADDER, 'migrate'], { env });
    const outputs = (await Promise.all([run(), run(), run()])).map(({ stdout }) => stdout.trim());
    expect(outputs.filter((output) => output.startsWith('Migrated: '))).toHaveLength(1);
    expect(outputs.filter((output) => output === 'Nothing to migrate.')).toHaveLength(2);
    expect(await connected(connect(url), dumpSchema)).toBe(await readFile(DATABASE_FILE, 'utf8'));
  });
});
