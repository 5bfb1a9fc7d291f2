import { expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { migrateUrl } from '../../services/api/dist/database/migrate.js';
import { SPREAD_WITHOUT_TRIGGERS } from '../../services/api/dist/database/placement.js';
import { registerPlayers } from '../../services/api/dist/rating/register-players.js';
import { verifyDatabase } from '../../services/api/dist/verify/verify.js';
import { everyStatement } from '../support/every-statement.js';
import { newPlatform, openLeague, type Platform } from '../support/platform.js';
import { sentStatements } from '../support/statements.js';

async function dropTriggers(platform: Platform): Promise<void> {
  for (const [trigger, table] of Object.entries(SPREAD_WITHOUT_TRIGGERS)) {
    await platform.sql(`DROP TRIGGER ${trigger} ON ${table}`);
  }
}

test('the service needs none of the triggers that are left out where leagues are spread over several servers', async () => {
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

test('what earlier versions do to leagues is found where this one looks up slugs', async () => {
  const platform = await newPlatform();
  const kept = () => platform.sql('SELECT slug, visibility FROM league_slug');
  await openLeague(platform.app, 'ladder', 'zonestats');
  await platform.sql(`UPDATE league SET slug = 'stairs' WHERE slug = 'ladder'`);
  await platform.sql(`UPDATE league SET visibility = 'PRIVATE' WHERE slug = 'stairs'`);
  expect(await kept()).toEqual([{ slug: 'stairs', visibility: 'PRIVATE' }]);
  const columns =
    'visibility, rater, rater_version, settings, applied_at, created_at, refreshed_through, refresh_due_at';
  await platform.sql(
    `INSERT INTO league (slug, name, ${columns}) SELECT 'steps', name, ${columns} FROM league WHERE slug = 'stairs'`,
  );
  expect(await kept()).toHaveLength(2);
  await platform.sql(`DELETE FROM league WHERE slug = 'steps'`);
  expect(await kept()).toEqual([{ slug: 'stairs', visibility: 'PRIVATE' }]);
  await platform.close();
  await platform.drop();
});

test('a league and everybody get to know new members by one statement and no trigger', async () => {
  const platform = await newPlatform();
  await openLeague(platform.app, 'ladder', 'zonestats');
  const register = () => registerPlayers(platform.app, COMMAND_LINE, 'ladder', ['ann', 'ben']);
  expect(await sentStatements(register, /INTO membership/)).toHaveLength(1);
  expect(await platform.sql('SELECT handle FROM membership WHERE league_id = 0')).toHaveLength(2);
  expect(
    await platform.sql(`SELECT FROM pg_trigger WHERE tgrelid = 'membership'::regclass AND NOT tgisinternal`),
  ).toEqual([]);
  // Where leagues were spread by an earlier version, the triggers are gone before their migration comes.
  await platform.sql(`DELETE FROM migrations WHERE name = 'PlayersPublishedOnce1770566400000'`);
  expect(await migrateUrl(platform.url, undefined, true)).toEqual(['PlayersPublishedOnce1770566400000']);
  await platform.close();
  await platform.drop();
});
