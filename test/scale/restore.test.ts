import { afterAll, beforeAll, expect, test } from 'vitest';
import { restoreBackup } from '../../services/api/dist/database/backup/restore-backup.js';
import { takeBackup } from '../../services/api/dist/database/backup/take-backup.js';
import { deleteLeagues } from '../../services/api/dist/ending/delete-league.js';
import { makeSignInCode } from '../../services/api/dist/token/sessions.js';
import { goOn, problems } from '../restore/whole.js';
import { type CitusDatabase, createDistributedDatabase } from '../support/citus.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.js';
import { distributeKeys } from '../support/distribute-keys.js';
import { listMutations, MADE, makeEveryMutation } from '../support/every-mutation.js';
import { newFolder } from '../support/folder.js';
import { failingLog } from '../support/log.js';
import { openPlatform } from '../support/platform.js';
import { onServer } from '../support/server.js';
import { ADMIN_TOKEN } from '../support/service.js';

const CLUSTER = process.env.OPENLADDER_TEST_CITUS_URL;

let original: TestDatabase | CitusDatabase;
let copy: TestDatabase;
const dir = await newFolder();

beforeAll(async () => {
  original = CLUSTER ? await createDistributedDatabase(CLUSTER) : await createTestDatabase();
  if (!CLUSTER) await distributeKeys(original.url);
  copy = await createEmptyDatabase();
});
afterAll(async () => {
  await copy.drop();
  await original.drop();
});

/** Every row of every table that belongs to leagues, players or tokens, in order. */
async function rowsOf(url: string): Promise<Record<string, unknown[]>> {
  const tables = await onServer(
    url,
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
     AND relname NOT IN ('migrations', 'spread_step') ORDER BY 1`,
  );
  const rows: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    const found = await onServer(url, `SELECT to_jsonb(t)::text AS row FROM ${name} AS t ORDER BY 1`);
    rows[String(name)] = found.map(({ row }) => row);
  }
  return rows;
}

/** The names of foreign keys, and their tables. */
async function foreignKeysOf(url: string): Promise<Map<string, string>> {
  const keys = await onServer(
    url,
    `SELECT conname AS name, conrelid::regclass::text AS table FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
  );
  return new Map(keys.map(({ name, table }) => [String(name), String(table)]));
}

test('every mutation of the API has an entry among those that are made here', async () => {
  expect((await listMutations()).filter((mutation) => !MADE.has(mutation))).toEqual([]);
});

test('a backup of distributed leagues is restored with every row, after every kind of mutation', async () => {
  const platform = await openPlatform(original.url);
  expect(platform.app.schema.isDistributed).toBe(true);
  await makeEveryMutation(platform);
  await makeSignInCode(platform.app, ADMIN_TOKEN);
  await deleteLeagues(platform.app, failingLog);
  await platform.close();
  const before = await rowsOf(original.url);

  const { folder } = (await takeBackup({ url: original.url, dir, now: new Date() }))!;
  await restoreBackup(copy.url, folder);
  expect(await rowsOf(copy.url)).toEqual(before);
  // The order of tables matters where there are rows, and a foreign key that only the restored database has.
  const kept = await foreignKeysOf(original.url);
  const lost = [...(await foreignKeysOf(copy.url))].filter(([name]) => !kept.has(name));
  expect(lost.length).toBeGreaterThan(0);
  expect(lost.filter(([, table]) => before[table]!.length === 0)).toEqual([]);
  expect(await problems(copy.url)).toEqual([]);
  await goOn(copy.url);
});
