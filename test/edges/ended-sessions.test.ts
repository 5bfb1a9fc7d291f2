import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { connect } from '../../services/api/dist/database/data-source.js';
import { REQUESTS } from '../../services/api/dist/kit/sql/connection.js';
import { isAway } from '../../services/api/dist/kit/sql/database-away.js';
import { preparedReads } from '../../services/api/dist/kit/sql/prepared.js';
import { databaseOfTest } from '../support/database.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Ends a session from another process, and waits until it is gone. Nothing happens in this process meanwhile. */
function endSession(url: string, pid: number): void {
  const script = `import pg from 'pg';
    const client = new pg.Client(${JSON.stringify(url)});
    await client.connect();
    await client.query('SELECT pg_terminate_backend(${pid}, 10000)');
    await client.end();`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: ROOT });
}

test('a session that ends while its connection passes from a read to the next caller fails the caller, but not the process', async () => {
  const { url } = await databaseOfTest();
  const database = await connect(url, [], REQUESTS, 1);
  const [{ pid }] = await database.query('SELECT pg_backend_pid() AS pid');
  const first = preparedReads(database).query('SELECT 1 AS one');
  const second = database.query('SELECT 2 AS two').catch((error: unknown) => error);
  // The second asks for the connection by promises, before the first is sent.
  for (let turn = 0; turn < 20; turn++) await null;
  // The answer and the end of the session are then read at once.
  process.nextTick(() => endSession(url, pid));
  expect(await first).toEqual([{ one: 1 }]);
  expect(isAway(await second)).toBe(true);
  expect(await database.query('SELECT 3 AS three')).toEqual([{ three: 3 }]);
  await database.destroy();
});
