import { appendFile, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listBackups } from '../../services/api/dist/database/backup/names.js';
import { restoreBackup } from '../../services/api/dist/database/backup/restore-backup.js';
import { takeBackup } from '../../services/api/dist/database/backup/take-backup.js';
import { backingUp, backUpIfDue } from '../../services/api/dist/jobs/worker.js';
import { createMetrics } from '../../services/api/dist/metrics/metrics.js';
import { databaseOfTest, inEmptyDatabase, type TestDatabase } from '../support/database.js';
import { newFolder } from '../support/folder.js';
import { failingLog } from '../support/log.js';
import { onServer } from '../support/server.js';
import { buildLeagues } from '../support/small-leagues.js';
import { contentsOf, goOn, problems } from './whole.js';

const NOON = new Date('2026-11-20T12:00:00.000Z');

let original: TestDatabase;
const dir = await newFolder();
let folder: string;

beforeAll(async () => {
  original = await buildLeagues();
  // Values that a text could lose, and settings of a database that would make it lose them.
  await onServer(
    original.url,
    `UPDATE match SET scores = ARRAY[-0.0, 5e-324], played_at = '1872-11-30 14:15:00.001+00'
     WHERE status = 'VOID' AND league_id = (SELECT id FROM league WHERE slug = 'arena')`,
  );
  await onServer(original.url, `INSERT INTO rate_limit VALUES (E'tab\tnew line\nback\\\\slash', 1, NULL)`);
  const [{ name }] = (await onServer(original.url, 'SELECT current_database() AS name')) as [{ name: string }];
  const setting = (text: string) => onServer(original.url, `ALTER DATABASE "${name}" ${text}`);
  await setting('SET extra_float_digits = -3');
  await setting(`SET DateStyle = 'German, DMY'`);
  folder = (await takeBackup({ url: original.url, dir, now: NOON }))!.folder;
  await setting('RESET ALL');
});
afterAll(() => original.drop());

/** A copy of the backup, to be damaged. */
async function copied(work: (copy: string) => Promise<void>): Promise<void> {
  const copy = await newFolder();
  for (const name of await readdir(folder)) await writeFile(join(copy, name), await readFile(join(folder, name)));
  await work(copy);
}

const tablesOf = (url: string) =>
  onServer(
    url,
    `SELECT count(*)::int AS count FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );

describe('a backup', () => {
  test('has every row to the bit, and the restored database can be used', async () => {
    await inEmptyDatabase(async (url) => {
      const manifest = await restoreBackup(url, folder);
      expect(manifest.startedAt).toBe(NOON.toISOString());
      expect(await contentsOf(url)).toEqual(await contentsOf(original.url));
      const key = `SELECT key FROM rate_limit`;
      expect(await onServer(url, key)).toEqual(await onServer(original.url, key));
      const sequences = `SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`;
      expect(await onServer(url, sequences)).toEqual(await onServer(original.url, sequences));
      const triggers = `SELECT tgname, tgenabled FROM pg_trigger WHERE NOT tgisinternal ORDER BY tgname, tgrelid::regclass::text`;
      expect(await onServer(url, triggers)).toEqual(await onServer(original.url, triggers));
      expect(await problems(url)).toEqual([]);
      await goOn(url);
    });
  });

  test('is readable by its owner only: it holds the digests of secrets', async () => {
    expect((await stat(folder)).mode & 0o077).toBe(0);
    for (const name of await readdir(folder)) expect((await stat(join(folder, name))).mode & 0o077).toBe(0);
  });

  test('that was interrupted leaves nothing behind', async () => {
    const stopped = AbortSignal.abort();
    const later = new Date(NOON.getTime() + 2);
    await expect(takeBackup({ url: original.url, dir, now: later, signal: stopped })).rejects.toThrow(/abort/i);
    expect((await readdir(dir)).filter((name) => name.endsWith('.draft'))).toEqual([]);
  });
});

describe('restoring refuses', () => {
  test('a damaged file, and writes nothing', async () => {
    await copied(async (copy) => {
      await appendFile(join(copy, 'match.copy.gz'), '!');
      await inEmptyDatabase(async (url) => {
        await expect(restoreBackup(url, copy)).rejects.toThrow(/damaged: .*match\.copy\.gz/);
        expect(await tablesOf(url)).toEqual([{ count: 0 }]);
      });
    });
  });

  test.each([
    ['match.copy.gz', 100, 'damaged: .*/match\\.copy\\.gz is cut or was changed'],
    ['match.copy.gz', null, 'not whole: .*/match\\.copy\\.gz is missing'],
    ['manifest.json', 100, 'damaged: .*/manifest\\.json is cut or was changed'],
    ['manifest.json', 0, 'damaged: .*/manifest\\.json is cut or was changed'],
  ])('a backup whose %s is cut to %s bytes, with a remedy', async (name, bytes, problem) => {
    await copied(async (copy) => {
      const path = join(copy, name);
      await (bytes === null ? rm(path) : truncate(path, bytes));
      const remedy = 'Copy the folder again from where the backup was made, or restore another backup$';
      await expect(restoreBackup(original.url, copy)).rejects.toThrow(
        new RegExp(`^the backup is ${problem}.* ${remedy}`),
      );
    });
  });

  test('a folder without a manifest, and a backup of a newer schema', async () => {
    await inEmptyDatabase(async (url) => {
      await expect(restoreBackup(url, tmpdir())).rejects.toThrow(/is not a backup of Open Ladder: it has no manifest/);
      await copied(async (copy) => {
        const path = join(copy, 'manifest.json');
        const manifest = JSON.parse(await readFile(path, 'utf8'));
        manifest.migrations.push('AdditiveWeather1999999999999');
        await writeFile(path, JSON.stringify(manifest));
        await expect(restoreBackup(url, copy)).rejects.toThrow(/newer schema, .*AdditiveWeather1999999999999/);
        await writeFile(path, JSON.stringify({ ...manifest, format: 2 }));
        await expect(restoreBackup(url, copy)).rejects.toThrow(
          /has format 2; this version of Open Ladder reads format 1/,
        );
      });
      expect(await tablesOf(url)).toEqual([{ count: 0 }]);
    });
  });

  test('a database that is in use', async () => {
    const before = await contentsOf(original.url);
    await expect(restoreBackup(original.url, folder)).rejects.toThrow(/in use: its table league is not empty/);
    expect(await contentsOf(original.url)).toEqual(before);
  });
});

test('a scheduled backup that fails is counted, but not one that ends with its process', async () => {
  const metrics = createMetrics();
  const schedule = { dir: join(dir, 'failing'), every: 6, keep: 2 };
  const needs = { clock: () => NOON, directUrl: 'postgres://a@127.0.0.1:1/b', metrics, backups: schedule };
  const counted = async () => (await metrics.backupFailures.get()).values[0]!.value;
  const { work } = backingUp(needs, schedule, failingLog);
  await expect(work(new AbortController().signal)).rejects.toThrow('ECONNREFUSED');
  expect(await counted()).toBe(1);
  await expect(work(AbortSignal.abort())).rejects.toThrow();
  expect(await counted()).toBe(1);
});

test('backups are made when they are due, and the newest are kept', async () => {
  const schedule = { dir: join(dir, 'scheduled'), every: 6, keep: 2 };
  const empty = await databaseOfTest();
  await mkdir(join(schedule.dir, 'openladder-2026-01-01T00-00-00-000Z.draft'), { recursive: true });
  await mkdir(join(schedule.dir, 'something else'));
  const at = async (hour: number) => {
    const clock = () => new Date(NOON.getTime() + hour * 3_600_000);
    const needs = { clock, directUrl: empty.url, metrics: createMetrics(), backups: schedule };
    // Two replicas at once make one.
    const signal = new AbortController().signal;
    await Promise.all([1, 2].map(() => backUpIfDue(needs, schedule, failingLog, signal)));
    const { values } = await needs.metrics.lastBackup.get();
    const kept = (await listBackups(schedule.dir)).map(
      ({ startedAt }) => (startedAt.getTime() - NOON.getTime()) / 3_600_000,
    );
    return { kept, newest: values[0]!.value - NOON.getTime() / 1000 };
  };
  expect(await at(0)).toEqual({ kept: [0], newest: 0 });
  expect(await at(5.9)).toEqual({ kept: [0], newest: 0 });
  expect(await at(6)).toEqual({ kept: [0, 6], newest: 6 * 3600 });
  expect(await at(13)).toEqual({ kept: [6, 13], newest: 13 * 3600 });
  expect((await readdir(schedule.dir)).sort()).toHaveLength(3);
});
