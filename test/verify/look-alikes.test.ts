import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { NameSkeletons1766592000000 } from '../../services/api/dist/database/migrations/0034-name-skeletons.js';
import { verifyDatabase } from '../../services/api/dist/verify/verify.js';
import { openPlatform } from '../support/platform.js';
import { buildLeagues } from '../support/small-leagues.js';

/** Cyrillic but for the Latin o in it, as handles could once be. */
const MIXED = 'в\u006fр';
const PROGRAM = new URL('../../services/api/bin/openladder.mjs', import.meta.url).pathname;

test('look-alikes from before handles were compared stay, and a stale skeleton is found and mended', async () => {
  const { url, drop } = await buildLeagues();
  const platform = await openPlatform(url);
  const problems = async () =>
    (await verifyDatabase(platform.app)).platform.flatMap(({ findings }) =>
      findings.map(({ at, expected, found }) => [at, expected, found]),
    );
  const mend = async () => {
    const env = { ...process.env, OPENLADDER_DATABASE_URL: platform.url };
    return (await promisify(execFile)(process.execPath, [PROGRAM, 'mend', 'names'], { env })).stdout;
  };
  const runner = platform.app.database.createQueryRunner();
  const migration = new NameSkeletons1766592000000();
  // Its trigger makes the name.
  const player = (id: number, handle: string) => `
    INSERT INTO player (id, handle, handle_key, created_at) OVERRIDING SYSTEM VALUE VALUES (${id}, '${handle}', '${handle}', now());`;

  await migration.down(runner);
  await platform.sql(player(1001, 'bop') + player(1002, 'вор') + player(1003, MIXED));
  await migration.up(runner);
  const stored = `SELECT handle, small_skeleton, capital_skeleton, look_alike FROM player_name
                  WHERE player_id > 1000 ORDER BY player_id`;
  expect((await platform.sql(stored)).map(Object.values)).toEqual([
    ['bop', 'bop', 'bop', 0],
    ['вор', 'ʙop', 'bop', 1],
    [MIXED, 'ʙop', 'bop', 2],
  ]);
  expect(await problems()).toEqual([]);
  // As the version before stores names, until it notices that it must not.
  await expect(
    platform.sql(`INSERT INTO player_name (handle_key, handle, player_id) VALUES ('robert', 'robert', 1001)`),
  ).rejects.toMatchObject({ code: '55P03' });

  await platform.sql(`UPDATE player_name SET capital_skeleton = 'pov' WHERE handle_key = 'вор'`);
  await platform.sql(`UPDATE player_name SET small_skeleton = 'pob' WHERE handle_key = 'bop'`);
  expect(await problems()).toEqual([
    ['handle "bop", skeletons', 'bop bop', 'pob bop; `openladder mend names` stores them anew'],
    ['handle "вор", skeletons', 'ʙop bop', 'ʙop pov; `openladder mend names` stores them anew'],
  ]);
  expect(await mend()).toBe(
    'The skeletons of bop are up to date again.\nThe skeletons of вор are up to date again.\nMended: 2\n',
  );
  expect(await problems()).toEqual([]);
  expect(await mend()).toBe('Nothing to mend.\n');
  await runner.release();
  await platform.close();
  await drop();
});
