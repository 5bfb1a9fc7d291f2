import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { report } from '../../services/api/dist/cli/verify.js';
import { registerPlayers } from '../../services/api/dist/rating/register-players.js';
import { verifyDatabase } from '../../services/api/dist/verify/verify.js';
import { openPlatform } from '../support/platform.js';
import { buildLeagues } from '../support/small-leagues.js';

const PROGRAM = new URL('../../services/api/bin/openladder.mjs', import.meta.url).pathname;

test('a stale skeleton is found, and repaired by the command that the report names', async () => {
  const { url, drop } = await buildLeagues();
  const platform = await openPlatform(url);
  const problems = async () =>
    [...report(await verifyDatabase(platform.app))].filter((line) => line.startsWith('    '));
  const mend = async () => {
    const env = { ...process.env, OPENLADDER_DATABASE_URL: platform.url };
    return (await promisify(execFile)(process.execPath, [PROGRAM, 'mend', 'names'], { env })).stdout;
  };
  await registerPlayers(platform.app, COMMAND_LINE, 'duels', ['AI0', 'bop', 'вор2']);
  await platform.sql(`UPDATE player_name SET capital_skeleton = 'pov' WHERE handle_key = 'вор2'`);
  await platform.sql(`UPDATE player_name SET small_skeleton = 'pob' WHERE handle_key = 'bop'`);
  await platform.sql(`UPDATE player_name SET typed_skeleton = 'al' WHERE handle_key = 'ai0'`);
  expect(await problems()).toEqual([
    '    handle "AI0", skeletons: expected ai0 ai0 AlO, found ai0 ai0 al; `openladder mend names` repairs it',
    '    handle "bop", skeletons: expected bop bop bop, found pob bop bop; `openladder mend names` repairs it',
    '    handle "вор2", skeletons: expected ʙop2 bop2 ʙop2, found ʙop2 pov ʙop2; `openladder mend names` repairs it',
  ]);
  expect(await mend()).toBe(
    ['AI0', 'bop', 'вор2'].map((handle) => `The skeletons of ${handle} are up to date again.\n`).join('') +
      'Repaired: 3\n',
  );
  expect(await problems()).toEqual([]);
  expect(await mend()).toBe('Nothing to repair.\n');
  await platform.close();
  await drop();
});
