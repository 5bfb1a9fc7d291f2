import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { client } from '../support/graphql.js';

const OPENLADDER = fileURLToPath(new URL('../../services/api/bin/openladder.mjs', import.meta.url));

test('a service whose log cannot be written starts, serves and stops', async () => {
  const [database, port] = [await createTestDatabase(), await freePort()];
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
  await database.drop();
});
