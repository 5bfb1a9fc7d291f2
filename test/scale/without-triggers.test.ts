import { expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { DISTRIBUTED_WITHOUT_TRIGGERS } from '../../services/api/dist/database/placement.js';
import { registerPlayers } from '../../services/api/dist/rating/register-players.js';
import { verifyDatabase } from '../../services/api/dist/verify/verify.js';
import { everyStatement } from '../support/every-statement.js';
import { openLeague, type Platform, platformOfTest } from '../support/platform.js';
import { sentStatements } from '../support/statements.js';

async function dropTriggers(platform: Platform): Promise<void> {
  for (const [trigger, table] of Object.entries(DISTRIBUTED_WITHOUT_TRIGGERS)) {
    await platform.sql(`DROP TRIGGER ${trigger} ON ${table}`);
  }
}

test('the service requires none of the triggers that are omitted if leagues are distributed over several servers', async () => {
  let problems: unknown;
  let rows: unknown;
  await everyStatement(/./, dropTriggers, async (platform) => {
    const { leagues, platform: own } = await verifyDatabase(platform.app);
    problems = [...own, ...leagues.flatMap((league) => league.problems)];
    rows = await platform.sql('SELECT count(*)::integer AS public FROM membership WHERE league_id = 0');
  });
  expect(problems).toEqual([]);
  // ann to fay and zoe. gus is erased; their matches are still there.
  expect(rows).toEqual([{ public: 8 }]);
});

test('new members become known to a league and to everybody by one statement and no trigger', async () => {
  const platform = await platformOfTest();
  await openLeague(platform.app, 'ladder', 'zonestats');
  const register = () => registerPlayers(platform.app, COMMAND_LINE, 'ladder', ['ann', 'ben']);
  expect(await sentStatements(register, /INTO membership/)).toHaveLength(1);
  expect(await platform.sql('SELECT handle FROM membership WHERE league_id = 0')).toHaveLength(2);
  expect(
    await platform.sql(`SELECT FROM pg_trigger WHERE tgrelid = 'membership'::regclass AND NOT tgisinternal`),
  ).toEqual([]);
});
