import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type MigrationPlan, planMigration } from '../../services/api/dist/cli/migrate.js';
import { usedMisfit } from '../../services/api/dist/database/citus/distribute.js';
import { connect } from '../../services/api/dist/database/data-source.js';
import { sessionName } from '../../services/api/dist/database/presence.js';
import { ProcessSession } from '../../services/api/dist/database/process-session.js';
import { isAdditive, listKnownMigrations } from '../../services/api/dist/database/schema-compatibility.js';
import { createEmptyDatabase, databaseOfTest, directUrlOf, useDatabaseOfEach } from '../support/database.js';
import { newFolder } from '../support/folder.js';
import { lockForTest } from '../support/held-league.js';
import { failingLog } from '../support/log.js';
import { leagueWith, match, platformOfTest } from '../support/platform.js';
import { runCommand } from '../support/run-command.js';
import { onServer, openClient } from '../support/server.js';
import { runOpenLadder } from '../support/service-process.js';
import { waiting } from '../support/while-recomputing.js';

const database = useDatabaseOfEach();

/** @param later names of migrations that a later version of the code has besides */
async function plan(url = database.url, later: readonly string[] = []): Promise<MigrationPlan> {
  const source = await connect(url);
  for (const name of later) source.migrations.push({ name, up: async () => undefined, down: async () => undefined });
  return planMigration(source).finally(() => source.destroy());
}

const rehearse = (env: Record<string, string>) => runCommand(['migrate', '--dry-run'], { env });

const ran = () => onServer(database.url, 'SELECT name FROM migrations ORDER BY id');

describe('migrate --dry-run', () => {
  test('names the migrations before which the old version must stop, and the leagues that would be recomputed', async () => {
    await onServer(database.url, `UPDATE migrations SET name = 'AdditiveOlder1600000000000'`);
    await onServer(
      database.url,
      `INSERT INTO league (slug, name, visibility, rater, rater_version, settings, applied_at, created_at, refreshed_through, refresh_due_at)
       VALUES ('europe', 'Europe', 'PUBLIC', 'zonestats', '0.0.1', '{}', now(), now(), now(), now())`,
    );
    const before = await ran();
    const { status, stdout } = await rehearse({ OPENLADDER_DATABASE_URL: database.url });
    expect(status).toBe(0);
    const source = await connect(database.url);
    const names = listKnownMigrations(source);
    await source.destroy();
    const [first, second] = names.filter((name) => !isAdditive(name));
    expect(stdout).toMatch(
      /^The server is PostgreSQL [\d.]+.*\nThese migrations would run:\n {2}Baseline\d+\n {2}AuditByLeague/,
    );
    expect(stdout).toContain(
      `:\n${names.map((name) => `  ${name}\n`).join('')}Processes of the old version stop writing after ${first}, ${second}: stop them first`,
    );
    expect(stdout).toMatch(/A start would recompute europe \(0 matches\): zonestats 0\.0\.1 rated it/);
    expect(await ran()).toEqual(before);
  });

  test('refuses a database from before the first release, and explains how to move its leagues', async () => {
    await onServer(database.url, `UPDATE migrations SET name = 'LeaguesAndMatches1763654400000'`);
    const refusal = { status: 1, stderr: expect.stringMatching(/made before the first release.*openladder export/) };
    const env = { OPENLADDER_DATABASE_URL: database.url };
    for (const command of [['migrate', '--dry-run'], ['migrate'], ['serve']]) {
      expect(await runCommand(command, { env })).toMatchObject(refusal);
    }
  });

  test('creates no database if there is none', async () => {
    const dataDir = await newFolder();
    expect(await rehearse({ OPENLADDER_DATA_DIR: dataDir })).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('the first start creates one'),
    });
    expect(await runCommand(['distribute', '--dry-run'], { env: { OPENLADDER_DATA_DIR: dataDir } })).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^The embedded database is on one server\. Set OPENLADDER_DATABASE_URL/),
    });
    expect(await runCommand(['restore', dataDir], { env: { OPENLADDER_DATA_DIR: dataDir } })).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^Could not restore: .* is not a backup/),
    });
    expect(await readdir(dataDir)).toEqual([]);
  });

  test('fails if a start would be refused', async () => {
    await onServer(database.url, `INSERT INTO migrations (timestamp, name) VALUES (1, 'NextYear1999999999999')`);
    expect(await rehearse({ OPENLADDER_DATABASE_URL: database.url })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('newer than this version of Open Ladder: it has the migration NextYear'),
    });
  });
});

describe('the plan of a migration', () => {
  test('separates migrations that only add from those before which the old version must stop', async () => {
    const later = ['AdditiveWeather1999999999999', 'NextYear1999999999999'];
    expect(await plan(database.url, later)).toMatchObject({ pending: later, breaking: later.slice(1) });
    expect(await plan(database.url, later.slice(0, 1))).toMatchObject({ pending: later.slice(0, 1), breaking: [] });
  });

  test('names the processes that use the database', async () => {
    const client = await openClient({ connectionString: database.url, application_name: 'openladder live' });
    // A pooler sends the name of a client to the server with its first statement.
    await client.query('SELECT 1');
    const session = new ProcessSession(directUrlOf(database.url), failingLog, sessionName('serve'));
    await session.open();
    try {
      expect(await plan()).toMatchObject({
        ...{ incompatibility: null, isNew: false, pending: [], breaking: [] },
        present: [{ command: 'serve', processes: 2 }],
      });
    } finally {
      await session.close();
      await client.end();
    }
    await expect.poll(async () => (await plan()).present).toEqual([]);
  });

  test('recognises processes by their purpose, despite connection names in their URL', async () => {
    const direct = directUrlOf(database.url);
    const named = `${direct}${direct.includes('?') ? '&' : '?'}application_name=ladder`;
    for (const command of ['import', 'serve']) {
      const session = new ProcessSession(named, failingLog, sessionName(command));
      onTestFinished(() => session.close());
      await session.open();
    }
    expect((await plan()).present).toEqual([
      { command: 'import', processes: 1 },
      { command: 'serve', processes: 1 },
    ]);
  });

  test('names an import, which prevents the distribution of leagues and ends if a newer version migrates the schema', async () => {
    const platform = await platformOfTest(database.url);
    await leagueWith(platform.app, 'europe', 'elo', [match(1, 'ann beats ben')]);
    const dir = await newFolder();
    const file = join(dir, 'a.csv');
    await writeFile(file, 'id,date,a,b,x,y\n1,2026-01-02T00:00:00Z,cid,dan,3,1\n2,2026-01-03T00:00:00Z,cid,dan,3,1\n');
    const holder = await openClient(database.url);
    await lockForTest(holder, 'europe');
    const map = 'id=id; date=date; side=a:x; side=b:y';
    const importing = runOpenLadder(['import', 'europe', file, '--map', map, '--batch', '1'], {
      env: { OPENLADDER_DATABASE_URL: database.url },
    });
    await expect
      .poll(() => usedMisfit(platform.app.database))
      .toMatch(/^This database is in use by "openladder import"\. Stop these processes first/);
    await waiting(platform, 1);
    // The schema of a newer version, which the import notices while its first batch waits.
    const [{ at }] = (await platform.sql(
      `INSERT INTO migrations (timestamp, name) VALUES (1, 'NextYear1999999999999') RETURNING now()::text AS at`,
    )) as [{ at: string }];
    const looks = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'openladder command import'
      AND query = 'SELECT name FROM migrations ORDER BY id' AND state = 'idle' AND query_start > '${at}'`;
    await expect.poll(async () => (await platform.sql(looks)).length).toBeGreaterThan(0);
    await holder.end();
    expect(await importing).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/it has the migration NextYear.* The import has ended\. Run it again/s),
    });
    expect(await platform.sql('SELECT external_id AS id FROM match ORDER BY sequence')).toHaveLength(2);
    await expect.poll(() => usedMisfit(platform.app.database)).toBeNull();
  });

  test('of a new database has every step, if the role may create tables', async () => {
    const empty = await databaseOfTest(createEmptyDatabase);
    const [{ name }] = (await onServer(empty.url, 'SELECT current_database() AS name')) as [{ name: string }];
    const role = `${name}_reader`;
    const { isNew, pending, incompatibility } = await plan(empty.url);
    expect({ isNew, incompatibility }).toEqual({ isNew: true, incompatibility: null });
    expect(pending[0]).toMatch(/^Baseline/);
    await onServer(empty.url, `CREATE ROLE "${role}" LOGIN`);
    onTestFinished(async () => void (await onServer(empty.url, `DROP OWNED BY "${role}"; DROP ROLE "${role}"`)));
    const asRole = directUrlOf(empty.url).replace(/^(postgres(?:ql)?:\/\/)[^@]*@/, `$1${role}@`);
    expect((await plan(asRole)).incompatibility).toBe(
      `The role "${role}" (OPENLADDER_DATABASE_URL) must be allowed to create tables: GRANT CREATE ON SCHEMA "public" TO "${role}".`,
    );
    await onServer(empty.url, `GRANT CREATE ON SCHEMA public TO "${role}"`);
    expect((await plan(asRole)).incompatibility).toBeNull();
  });
});
