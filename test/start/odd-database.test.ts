import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { migrateUrl } from '../../services/api/dist/database/migrate.js';
import { rightsThatLack } from '../../services/api/dist/database/server-compatibility.js';
import { createEmptyDatabase, databaseOfTest, directUrlOf } from '../support/database.js';
import { expectAllHolds, openPlatform, type Platform } from '../support/platform.js';
import { onServer } from '../support/server.js';
import { buildLeagues } from '../support/small-leagues.js';

const ODD = [
  'extra_float_digits = -3',
  `DateStyle = 'German, DMY'`,
  `TimeZone = 'Asia/Kolkata'`,
  `bytea_output = 'escape'`,
  `default_transaction_isolation = 'serializable'`,
  'array_nulls = off',
  'transform_null_equals = on',
  'standard_conforming_strings = off',
  'synchronous_commit = off',
];

test('a database with other settings keeps every bit, writers see what others have committed, and a commit is stored', async () => {
  const { url } = await databaseOfTest();
  const [{ name }] = (await onServer(url, 'SELECT current_database() AS name')) as [{ name: string }];
  const set = (setting: string) => onServer(url, `ALTER DATABASE "${name}" ${setting}`);
  for (const setting of ODD) await set(`SET ${setting}`);
  // PostgreSQL 17 and later.
  const hasLimit = await onServer(url, `SELECT WHERE current_setting('transaction_timeout', true) IS NOT NULL`);
  if (hasLimit.length > 0) await set(`SET transaction_timeout = '1min'`);
  const settings: unknown[] = [];
  const noted = async ({ app }: Platform) =>
    settings.push(
      ...(await app.database.query('SHOW transaction_isolation')),
      ...(await app.database.query('SHOW synchronous_commit')),
      ...(await app.database.query(
        `SELECT coalesce(current_setting('transaction_timeout', true), '0') AS "transaction_timeout"`,
      )),
    );
  await buildLeagues(noted, () => openPlatform(url));
  expect(settings).toEqual([
    { transaction_isolation: 'read committed' },
    { synchronous_commit: 'on' },
    { transaction_timeout: '0' },
  ]);
  await set('RESET ALL');
  const platform = await openPlatform(url);
  onTestFinished(platform.close);
  await expectAllHolds(platform.app);
});

test('a role that owns nothing requires only the rights from the guide', async () => {
  const { url: empty } = await databaseOfTest(createEmptyDatabase);
  const url = directUrlOf(empty);
  const [{ name, owner }] = (await onServer(url, 'SELECT current_database() AS name, current_user AS owner')) as [
    { name: string; owner: string },
  ];
  const role = `few_rights_${randomBytes(4).toString('hex')}`;
  await onServer(url, `CREATE ROLE ${role} LOGIN; REVOKE ALL ON DATABASE "${name}" FROM PUBLIC`);
  onTestFinished(async () => void (await onServer(url, `DROP OWNED BY ${role}; DROP ROLE ${role}`)));
  await onServer(url, 'REVOKE ALL ON SCHEMA public FROM PUBLIC');
  const guide = await readFile(new URL('../../docs/run-it.md', import.meta.url), 'utf8');
  const rights = /### A role with few rights.*?```sql\n(.*?)```/s.exec(guide)![1]!;
  await onServer(
    url,
    rights
      .replaceAll('DATABASE ladder', `DATABASE "${name}"`)
      .replaceAll('TO ladder', `TO ${role}`)
      .replaceAll('ladder_owner', `"${owner}"`),
  );
  await migrateUrl(url);
  const ownUrl = url.replace(/^(postgres(?:ql)?:\/\/)[^@]*@/, `$1${role}@`);
  const platform = await openPlatform(ownUrl);
  onTestFinished(platform.close);
  // What an extension brings belongs to the role that created the extension.
  await onServer(url, `CREATE TABLE brought (); ALTER EXTENSION plpgsql ADD TABLE brought`);
  await onServer(url, `CREATE SEQUENCE brought_number; ALTER EXTENSION plpgsql ADD SEQUENCE brought_number`);
  await onServer(url, `REVOKE ALL ON brought, brought_number FROM ${role}`);
  expect(await rightsThatLack(platform.app.database)).toEqual([]);
  await buildLeagues(
    async () => undefined,
    () => openPlatform(ownUrl),
  );
  await expectAllHolds(platform.app);
});
