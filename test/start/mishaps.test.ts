import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ERASURES } from '../../services/api/dist/database/backup/erasures.js';
import { listBackups } from '../../services/api/dist/database/backup/names.js';
import { takeBackup } from '../../services/api/dist/database/backup/take-backup.js';
import { openladder } from '../../services/api/dist/main.js';
import { createEmptyDatabase, directUrlOf, useDatabase } from '../support/database.js';
import { newFolder } from '../support/folder.js';
import { leagueWith, match, openPlatform } from '../support/platform.js';
import { runCommand } from '../support/run-command.js';
import { onServer, withDatabase } from '../support/server.js';

const database = useDatabase();
/** Past a pooler: roles and refused connections are the server's. */
let url: string;
let role: string;
const dir = await newFolder();
let folder: string;

beforeAll(async () => {
  url = directUrlOf(database.url);
  const platform = await openPlatform(url);
  await leagueWith(platform.app, 'europe', 'elo', [match(1, 'ann beats ben')]);
  await platform.close();
  await writeFile(join(dir, 'log.jsonl'), '{"externalId":"a","sides":[]}\n');
  await writeFile(join(dir, ERASURES), '');
  folder = (await takeBackup({ url, dir, now: new Date() }))!.folder;
  role = `mishap_${randomBytes(4).toString('hex')}`;
  await onServer(url, `CREATE ROLE ${role} LOGIN`);
});
afterAll(async () => {
  await onServer(url, `DROP OWNED BY ${role}; DROP ROLE ${role}`);
});

/** Every command that uses a database, so that it cannot do its work without one; with what it needs beside it. */
const COMMANDS: Readonly<Record<string, () => readonly (readonly string[])[]>> = {
  serve: () => [[]],
  migrate: () => [[], ['--dry-run']],
  token: () => [['--list'], ['--name', 'bot', '--scope', 'platform:admin']],
  import: () => [['europe', join(dir, 'log.jsonl')]],
  export: () => [['europe']],
  compare: () => [['europe']],
  tune: () => [['europe']],
  verify: () => [[]],
  backup: () => [['--to', dir]],
  restore: () => [[folder]],
  'erase-again': () => [[dir]],
  mend: () => [['names']],
  distribute: () => [[], ['--dry-run']],
};
/** One makes a database of its own, one finds out what is wrong with one (doctor.test.ts), and one only asks. */
const WITHOUT = ['schema', 'doctor', 'advise'];

const asRole = (of = url) => of.replace(/^(postgres(?:ql)?:\/\/)[^@]*@/, `$1${role}@`);

/** Runs every command, except some. @returns what they said that is not a sentence, or that does not match, by command */
async function complaints(mishap: string, said: RegExp, except: readonly string[] = []): Promise<object> {
  const others: Record<string, unknown> = {};
  for (const [command, variants] of Object.entries(COMMANDS)) {
    if (except.includes(command)) continue;
    for (const more of variants()) {
      const args = [command, ...more];
      const { status, stderr } = await runCommand(args, { env: { OPENLADDER_DATABASE_URL: mishap } });
      const [sentence, ...rest] = stderr.trimEnd().split('\n');
      if (status !== 1 || rest.length > 0 || !said.test(sentence!)) others[args.join(' ')] = { status, stderr };
    }
  }
  return others;
}

test('every command has an entry here, or uses no database of an operator', async () => {
  const names = (await openladder()).commands.map((command) => command.name());
  expect(names.filter((name) => !WITHOUT.includes(name)).sort()).toEqual(Object.keys(COMMANDS).sort());
});

test('every command reports in a sentence that the server is down', async () => {
  const away = 'postgres://somebody:hunter2@127.0.0.1:1/nowhere';
  const said = /^Could not use the database \(OPENLADDER_DATABASE_URL\): connect ECONNREFUSED 127\.0\.0\.1:1$/;
  expect(await complaints(away, said)).toEqual({});
});

test('every command reports in a sentence that there is no such database, or no such role', async () => {
  expect(
    await complaints(withDatabase(url, 'nowhere'), /^Could not use .*: database "nowhere" does not exist$/),
  ).toEqual({});
  const nobody = asRole().replace(role, 'nobody_at_all');
  expect(await complaints(nobody, /^Could not use .*: role "nobody_at_all" does not exist$/)).toEqual({});
});

test('every command reports in a sentence which right it lacks', async () => {
  const said = /permission denied for table \w+|in use: |plain PostgreSQL/;
  expect(await complaints(asRole(), said)).toEqual({});
});

test('every command that writes reports in a sentence that it may only read', async () => {
  await onServer(url, `ALTER ROLE ${role} SUPERUSER; ALTER ROLE ${role} SET default_transaction_read_only = on`);
  const reading = [
    'export',
    'compare',
    'tune',
    'verify',
    'backup',
    'distribute',
    'restore',
    'import',
    'migrate',
    'erase-again',
  ];
  const others = await complaints(
    asRole(),
    /read-only transaction\. Set OPENLADDER_DATABASE_URL to the primary/,
    reading,
  );
  expect(Object.keys(others)).toEqual(['token --list']);
});

test('a full disk under the output of a command is reported in a sentence', async () => {
  const args = ['import', 'europe', join(dir, 'log.jsonl'), '--refusals', '/dev/full'];
  expect(await runCommand(args, { env: { OPENLADDER_DATABASE_URL: url } })).toMatchObject({
    status: 1,
    stderr: 'The operating system refused: ENOSPC: no space left on device, write.\n',
  });
});

describe('an older schema', () => {
  let restoreList: () => Promise<unknown>;
  let missing: string;
  beforeAll(async () => {
    // The list of another version that lacks a migration, which fails where its table is, and has one that this version does not know.
    const [{ id, timestamp, name }] = (await onServer(
      url,
      `DELETE FROM migrations WHERE name LIKE 'AdditiveLeaguePicture%' RETURNING *`,
    )) as [{ id: number; timestamp: string; name: string }];
    missing = name;
    await onServer(url, `INSERT INTO migrations (timestamp, name) VALUES (1, 'AdditiveWeather1999999999999')`);
    restoreList = () =>
      onServer(
        url,
        `DELETE FROM migrations WHERE name = 'AdditiveWeather1999999999999';
         INSERT INTO migrations (id, timestamp, name) VALUES (${id}, ${timestamp}, '${name}')`,
      );
  });
  afterAll(() => restoreList());

  const lists = () => onServer(url, 'SELECT name FROM migrations ORDER BY id');

  test('is migrated by serve and migrate only; others change nothing, and name the command to run', async () => {
    const before = await lists();
    const said = new RegExp(
      `^The database's schema is older than this version of Open Ladder: it lacks the migration ${missing}\\. ` +
        'Run "openladder migrate", or start the service: both bring it up to date, after a backup if OPENLADDER_BACKUP_DIR is set\\.$',
    );
    // A backup is exact whatever the schema is, and the others say something of their own.
    expect(await complaints(url, said, ['serve', 'migrate', 'backup', 'restore', 'distribute'])).toEqual({});
    expect(await lists()).toEqual(before);
    const distributed = await runCommand(['distribute'], { env: { OPENLADDER_DATABASE_URL: url } });
    expect(distributed).toMatchObject({ status: 1, stderr: expect.stringContaining('on plain PostgreSQL') });
  });

  test.each(['serve', 'migrate'])('is copied before %s changes it', async (command) => {
    const backups = join(dir, command);
    // The tables are those of this version already, so that the migration fails.
    const env = { OPENLADDER_DATABASE_URL: url, OPENLADDER_BACKUP_DIR: backups };
    const { status, stderr } = await runCommand([command], { env });
    expect([status, (await listBackups(backups)).length]).toEqual([1, 1]);
    expect(stderr).toMatch(/already exists\. The tables differ from those/);
  });

  test('is described by migrate --dry-run with all steps, although this version cannot read its leagues', async () => {
    await onServer(url, 'ALTER TABLE league RENAME COLUMN deleted_at TO ended_at');
    onTestFinished(async () => void (await onServer(url, 'ALTER TABLE league RENAME COLUMN ended_at TO deleted_at')));
    const env = { OPENLADDER_DATABASE_URL: url };
    const { status, stdout, stderr } = await runCommand(['migrate', '--dry-run'], { env });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toContain(`  ${missing}`);
    expect(lines.at(-1)).toBe(
      'Until these migrations have run, it is unknown whether a start would recompute leagues.',
    );
  });
});

test('a newer schema is left unchanged, with a sentence about it', async () => {
  await onServer(url, `INSERT INTO migrations (timestamp, name) VALUES (1, 'NextYear1999999999999')`);
  const said = /newer than this version of Open Ladder: it has the migration NextYear1999999999999\. Start the newer/;
  expect(await complaints(url, said, ['backup', 'restore', 'distribute'])).toEqual({});
  await onServer(url, `DELETE FROM migrations WHERE name = 'NextYear1999999999999'`);
});

test('a manually changed schema is reported in a sentence', async () => {
  await onServer(url, 'ALTER TABLE league RENAME COLUMN deleted_at TO ended_at');
  onTestFinished(async () => void (await onServer(url, 'ALTER TABLE league RENAME COLUMN ended_at TO deleted_at')));
  const said =
    /^PostgreSQL refused a statement of this command: column .*deleted_at"? does not exist\. The tables differ from/;
  expect(
    await complaints(url, said, ['token', 'migrate', 'backup', 'restore', 'mend', 'distribute', 'erase-again']),
  ).toEqual({});
});

test('a role without the right to create tables gets an error that names it, before anything is written', async () => {
  const empty = await createEmptyDatabase();
  const asReader = asRole(directUrlOf(empty.url));
  await onServer(url, `ALTER ROLE ${role} NOSUPERUSER; ALTER ROLE ${role} RESET ALL`);
  for (const command of ['migrate', 'serve']) {
    expect(await runCommand([command], { env: { OPENLADDER_DATABASE_URL: asReader } })).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/must be allowed to create tables: GRANT CREATE ON SCHEMA "public" TO/),
    });
  }
  await empty.drop();
});
