import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect } from '../../services/api/dist/database/data-source.js';
import { type MigrationPlan, planMigration } from '../../services/api/dist/database/migration-plan.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.js';
import { onServer } from '../support/server.js';
import { runOpenLadder } from '../support/service-process.js';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await database.drop();
});

async function plan(url = database.url): Promise<MigrationPlan> {
  const source = await connect(url);
  try {
    return await planMigration(source);
  } finally {
    await source.destroy();
  }
}

const rehearse = (env: Record<string, string>) => runOpenLadder(['migrate', '--dry-run'], { env });

/** As a database of an older version has it, as far as it is looked at. */
const forget = (pattern: string) => onServer(database.url, `DELETE FROM migrations WHERE name LIKE '${pattern}'`);
const ran = () => onServer(database.url, 'SELECT name FROM migrations ORDER BY id');

describe('migrate --dry-run', () => {
  test('lets the old version go on where all that would run only adds', async () => {
    await forget('AdditiveDisplayNames%');
    const before = await ran();
    expect(await rehearse({ OPENLADDER_DATABASE_URL: database.url })).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(
        /^The server is PostgreSQL [\d.]+.*\nThese migrations would run:\n {2}AdditiveDisplayNames\d+\nAll of them only add .* may go on beside this one\.\n$/,
      ),
    });
    expect(await ran()).toEqual(before);
  });

  test('names the migrations before which the old version must stop, and the leagues that would be recomputed', async () => {
    await forget('AdditiveDisplayNames%');
    await forget('NameSkeletons%');
    await onServer(
      database.url,
      `INSERT INTO league (slug, name, visibility, rater, rater_version, settings, applied_at, created_at, refreshed_through, refresh_due_at)
       VALUES ('europe', 'Europe', 'PUBLIC', 'zonestats', '0.0.1', '{}', now(), now(), now(), now())`,
    );
    const { status, stdout } = await rehearse({ OPENLADDER_DATABASE_URL: database.url });
    expect(status).toBe(0);
    expect(stdout).toMatch(/Processes of the old version stop writing after NameSkeletons\d+: stop them first/);
    expect(stdout).toMatch(/A start would recompute europe \(0 matches\): zonestats 0\.0\.1 rated it/);
  });

  test('makes no database where there is none', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'openladder-none-'));
    expect(await rehearse({ OPENLADDER_DATA_DIR: dataDir })).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('a start makes one'),
    });
    expect(await readdir(dataDir)).toEqual([]);
    await rm(dataDir, { recursive: true });
  });

  test('fails where a start would be refused', async () => {
    await onServer(database.url, `INSERT INTO migrations (timestamp, name) VALUES (1, 'NextYear1999999999999')`);
    expect(await rehearse({ OPENLADDER_DATABASE_URL: database.url })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('newer than this version of Open Ladder: it has the migration NextYear'),
    });
  });
});

describe('the plan of a migration', () => {
  test('counts the processes that serve the database', async () => {
    const client = new pg.Client({ connectionString: database.url, application_name: 'openladder live' });
    await client.connect();
    try {
      expect(await plan()).toMatchObject({ misfit: null, isNew: false, pending: [], breaking: [], services: 1 });
    } finally {
      await client.end();
    }
  });

  test('of a new database is everything, if the role may make tables and schemas', async () => {
    const empty = await createEmptyDatabase();
    const [{ name }] = (await onServer(empty.url, 'SELECT current_database() AS name')) as [{ name: string }];
    const role = `${name}_reader`;
    try {
      const { isNew, pending, misfit } = await plan(empty.url);
      expect({ isNew, misfit }).toEqual({ isNew: true, misfit: null });
      expect(pending[0]).toMatch(/^LeaguesAndMatches/);
      await onServer(empty.url, `CREATE ROLE "${role}" LOGIN`);
      const asRole = empty.url.replace(/^(postgres(?:ql)?:\/\/)[^@]*@/, `$1${role}@`);
      expect((await plan(asRole)).misfit).toBe(
        `The role "${role}" (OPENLADDER_DATABASE_URL) must be allowed to create tables: GRANT CREATE ON SCHEMA "public" TO "${role}".`,
      );
      await onServer(empty.url, `GRANT CREATE ON SCHEMA public TO "${role}"`);
      expect((await plan(asRole)).misfit).toContain(`GRANT CREATE ON DATABASE "${name}"`);
      await onServer(empty.url, `GRANT CREATE ON DATABASE "${name}" TO "${role}"`);
      expect((await plan(asRole)).misfit).toBeNull();
    } finally {
      await onServer(empty.url, `DROP OWNED BY "${role}"; DROP ROLE "${role}"`);
      await empty.drop();
    }
  });
});
