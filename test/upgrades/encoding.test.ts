import { randomBytes } from 'node:crypto';
import { expect, inject, onTestFinished, test } from 'vitest';
import { runCommand } from '../support/run-command.js';
import { onServer, withDatabase } from '../support/server.js';

test('a database with another encoding than UTF8 is refused before anything is written, with the command that creates one', async () => {
  const name = `${inject('templateDatabase')}_ascii_${randomBytes(4).toString('hex')}`;
  const server = inject('serverUrl');
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C'`);
  const url = withDatabase(server, name);
  onTestFinished(async () => void (await onServer(server, `DROP DATABASE ${name} WITH (FORCE)`)));
  for (const command of ['serve', 'migrate']) {
    const { status, stderr } = await runCommand([command], { env: { OPENLADDER_DATABASE_URL: url } });
    expect([status, stderr]).toEqual([
      1,
      `The encoding of the database must be UTF8, but that of "${name}" (OPENLADDER_DATABASE_URL) is SQL_ASCII. Make another with "createdb --encoding=UTF8 --template=template0".\n`,
    ]);
  }
  expect(await onServer(url, `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`)).toEqual([]);
});
