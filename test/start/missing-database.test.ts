import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { createEmptyDatabase, databaseOfTest, directUrlOf } from '../support/database.js';
import { newFolder } from '../support/folder.js';
import { freePort } from '../support/free-port.js';
import { client } from '../support/graphql.js';
import { WAITING } from '../support/held-league.js';
import { runCommand } from '../support/run-command.js';
import { onServer, openClient } from '../support/server.js';

let folder: string;

beforeEach(async () => {
  folder = await newFolder();
  await writeFile(join(folder, 'log.jsonl'), '');
});

/** Every command that works on a database and makes none. */
const COMMANDS: readonly (readonly string[])[] = [
  ['token', '--name', 'admin', '--scope', 'platform:admin'],
  ['import', 'europe', 'log.jsonl', '--create', 'zonestats'],
  ['export', 'europe'],
  ['compare', 'europe'],
  ['verify'],
];

describe.each(COMMANDS)('openladder %s, if there is no database,', (...args) => {
  test('creates none, and reports where it looked and how to look elsewhere', async () => {
    const { status, stdout, stderr } = await runCommand(args, { cwd: folder });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(`There is no database in ${join(folder, '.openladder')} (OPENLADDER_DATA_DIR).`);
    expect(stderr).toMatch(/Set OPENLADDER_DATA_DIR to .* or OPENLADDER_DATABASE_URL to/);
    expect(existsSync(join(folder, '.openladder'))).toBe(false);
  });
});

test('an empty database of a server gets no tables', async () => {
  const database = await databaseOfTest(createEmptyDatabase);
  const env = { OPENLADDER_DATABASE_URL: database.url };
  const { status, stdout, stderr } = await runCommand(COMMANDS[0]!, { cwd: folder, env });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^The database "\w+" \(OPENLADDER_DATABASE_URL\) has no tables of Open Ladder\./);
  expect(await onServer(database.url, `SELECT FROM pg_tables WHERE schemaname = 'public'`)).toEqual([]);
});

test.each([
  ['pg_terminate_backend', /^The database does not respond: .*\. The work stored so far is kept\. Run it again\.\n$/],
  ['pg_cancel_backend', /^PostgreSQL ended a statement of this command: .*\. The work stored .*\n$/],
])('a command whose statement the database ends reports that in a sentence (%s)', async (end, sentence) => {
  const database = await databaseOfTest();
  const holder = await openClient(directUrlOf(database.url));
  await holder.query('BEGIN; LOCK TABLE token IN ACCESS EXCLUSIVE MODE');
  const running = runCommand(COMMANDS[0]!, { env: { OPENLADDER_DATABASE_URL: directUrlOf(database.url) } });
  await expect
    .poll(() => onServer(directUrlOf(database.url), `SELECT ${end}(pid) FROM (${WAITING}) AS waiting`))
    .toHaveLength(1);
  const { status, stderr } = await running;
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(sentence) });
  await holder.end();
});

test('migrate creates one, and then token prints a valid secret', async () => {
  const env = { OPENLADDER_DATA_DIR: join(folder, 'data') };
  expect(await runCommand(['migrate'], { env })).toMatchObject({ status: 0 });
  expect(await runCommand(COMMANDS[0]!, { env })).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^ol_\w{36}\n$/),
  });
});

const OPENLADDER = fileURLToPath(new URL('../../services/api/bin/openladder.mjs', import.meta.url));

test('a service whose log cannot be written starts, serves and stops', async () => {
  const [database, port] = [await databaseOfTest(), await freePort()];
  // Open for reading only: each write fails, as on a full disk.
  const unwritable = openSync(fileURLToPath(import.meta.url), 'r');
  const child = spawn(process.execPath, [OPENLADDER, 'serve'], {
    env: {
      PATH: process.env.PATH,
      OPENLADDER_DATABASE_URL: database.url,
      OPENLADDER_PORT: String(port),
      OPENLADDER_SHUTDOWN_DELAY: '0',
    },
    stdio: ['ignore', unwritable, unwritable],
  });
  const ended = once(child, 'close');
  closeSync(unwritable);
  const url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${url}/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isReady).toBe(true);
  for (let count = 0; count < 20; count++) {
    expect((await client(url).fail('{ nonsense }')).extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
  }
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
