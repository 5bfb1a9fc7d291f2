import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { OneTableOfNames1765728000000 } from '../../services/api/dist/database/migrations/0024-one-table-of-names.js';
import { NameSkeletons1766592000000 } from '../../services/api/dist/database/migrations/0034-name-skeletons.js';
import { verifyDatabase } from '../../services/api/dist/verify/verify.js';
import { openPlatform } from '../support/platform.js';
import { buildLeagues } from '../support/small-leagues.js';

const PROGRAM = new URL('../../services/api/bin/openladder.mjs', import.meta.url).pathname;

test('a name of two players, from before names had one key, is found, and mended by a command', async () => {
  const { url, drop } = await buildLeagues();
  const platform = await openPlatform(url);
  const names = 'SELECT * FROM player_name ORDER BY handle_key';
  const before = await platform.sql(names);
  const migration = new OneTableOfNames1765728000000();
  const runner = { query: platform.sql } as never;
  const problems = async () =>
    (await verifyDatabase(platform.app)).platform.flatMap(({ findings }) =>
      findings.map(({ at, expected, found }) => [at, expected, found]),
    );
  const mend = async () => {
    const env = { ...process.env, OPENLADDER_DATABASE_URL: platform.url };
    return (await promisify(execFile)(process.execPath, [PROGRAM, 'mend', 'names', '--reason', 'as told'], { env }))
      .stdout;
  };

  const skeletons = new NameSkeletons1766592000000();
  await skeletons.down(runner);
  await migration.down(runner);
  // ben had been called eve before, as far as this table knows: asking for eve's rating gave an error.
  await platform.sql(`INSERT INTO player_alias VALUES ('eve', 'Eve', 2, now())`);
  await migration.up(runner);
  await skeletons.up(runner);
  expect(await platform.sql(names)).toEqual(before);
  expect(await problems()).toEqual([
    ['handle "Eve"', 'leads to player 5 alone', 'player 2 too; `openladder mend names` settles it'],
  ]);

  expect(await mend()).toBe('Eve leads to player 5 and no longer to player 2.\nMended: 1\n');
  expect(await problems()).toEqual([]);
  expect(await platform.sql('SELECT actor, reason, before, after FROM audit_entry ORDER BY id DESC LIMIT 1')).toEqual([
    {
      actor: 'command line',
      reason: 'as told',
      before: { id: 2, formerHandle: 'Eve' },
      after: { id: 5, handle: 'Eve' },
    },
  ]);
  expect(await mend()).toBe('Nothing to mend.\n');
  await platform.close();
  await drop();
});
