import { isDeepStrictEqual } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { archiveLeague } from '../../services/api/dist/ending/archive-league.js';
import { deleteLeague, deleteLeagues } from '../../services/api/dist/ending/delete-league.js';
import { TABLES_OF_LEAGUES } from '../../services/api/dist/ending/deletion.repository.js';
import { findStampOfAll } from '../../services/api/dist/league/league.repository.js';
import { updateLeague } from '../../services/api/dist/league/league.service.js';
import { joinQueue } from '../../services/api/dist/matchmaking/join-queue.js';
import { erasePlayer } from '../../services/api/dist/player/erase-player.js';
import { updatePlayer } from '../../services/api/dist/player/update-player.js';
import { createToken } from '../../services/api/dist/token/token.service.js';
import { verifyDatabase } from '../../services/api/dist/verify/verify.js';
import { damagedMeanwhile, damages } from '../support/damage.js';
import { lockForTest, WAITING } from '../support/held-league.js';
import { failingLog } from '../support/log.js';
import {
  afterLooks,
  expectAllHolds,
  leagueWith,
  match,
  openLeague,
  type Platform,
  platformOfTest,
  usePlatform,
} from '../support/platform.js';
import { useLeagues } from '../support/small-leagues.js';

const reason = 'the season is over';

let tables: string[];
/** Ids of the leagues that are deleted. */
let gone: number[];

const leagues = useLeagues();
const platform = usePlatform({ urlOf: () => leagues.url });
beforeAll(async () => {
  const columns = await platform.sql(
    `SELECT table_name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND column_name = 'league_id'`,
  );
  tables = columns.map((row) => row.table_name as string);
  gone = (await platform.sql(`SELECT id FROM league WHERE slug IN ('arena', 'duels', 'fixed')`)).map(
    (row) => row.id as number,
  );
});

/** The rows of all tables that are not of the deleted leagues. */
async function others(): Promise<Record<string, unknown>> {
  const kept: Record<string, unknown> = {};
  for (const table of [...tables, 'player', 'player_name', 'token', 'idempotency_key']) {
    const own = tables.includes(table) ? `WHERE (league_id <> ALL('{${gone}}')) IS NOT FALSE` : '';
    kept[table] = await platform.sql(`SELECT row.* FROM ${table} AS row ${own} ORDER BY row::text`);
  }
  return kept;
}

/** Who is known to which league. */
function knownTo({ membership }: Record<string, unknown>): (readonly [number, number, string])[] {
  const rows = membership as { league_id: number; player_id: number; handle: string }[];
  return rows.map((row) => [row.league_id, row.player_id, row.handle] as const);
}

/** Deletes rows of deleted leagues; after every commit, all of the platform holds, and who counts all players counts them again. */
async function deleteProven({ app, sql }: Platform, stopping?: AbortSignal, step?: number): Promise<void> {
  const look = async () => {
    const [players] = await sql('SELECT count(*) FROM membership WHERE league_id = 0');
    return { players, stamp: await findStampOfAll(app.database) };
  };
  const commit = async (work: () => Promise<unknown>) => {
    const before = await look();
    const done = await app.database.transaction(work);
    const after = await look();
    if (!isDeepStrictEqual(after.players, before.players)) expect(after.stamp).not.toEqual(before.stamp);
    // None was deleted: it is as it was.
    if (done !== 0) expect((await verifyDatabase(app, [])).platform).toEqual([]);
    return done;
  };
  const database = Object.create(app.database, { transaction: { value: commit } });
  await deleteLeagues({ ...app, database }, failingLog, stopping, step);
}

test('every table with rows of leagues is emptied by their deletion', () => {
  expect([...TABLES_OF_LEAGUES].toSorted()).toEqual(tables.toSorted());
});

test('a deleted league is gone, however often the deletion is interrupted, and nothing else is', async () => {
  const { app } = platform;
  await joinQueue(app, COMMAND_LINE, { league: 'duels', player: 'ann' });
  await joinQueue(app, COMMAND_LINE, { league: 'duels', player: 'ben' });
  await joinQueue(app, COMMAND_LINE, { league: 'duels', player: 'dan' });
  await updateLeague(app, COMMAND_LINE, 'arena', { slug: 'hall' }, 'a better name');
  for (const league of ['hall', 'duels', 'fixed']) await archiveLeague(app, COMMAND_LINE, { league, reason });
  await expectAllHolds(platform.app);
  const before = await others();
  for (const league of ['hall', 'duels', 'fixed']) {
    const input = { league, confirm: league, reason };
    expect(await deleteLeague(app, COMMAND_LINE, input)).toEqual({ slug: league });
  }

  // Each time it gets a step further.
  for (let steps = 1; (await platform.sql('SELECT FROM league WHERE deleted_at IS NOT NULL')).length > 0; steps += 7) {
    await deleteProven(platform, afterLooks(steps), 5);
    expect(steps).toBeLessThan(700);
    if (steps % 5 === 1) await expectAllHolds(platform.app);
  }
  await expectAllHolds(platform.app);
  for (const table of tables) {
    expect(await platform.sql(`SELECT FROM ${table} WHERE league_id = ANY('{${gone}}')`), table).toEqual([]);
  }

  const after = await others();
  const entries = after.audit_entry as Record<string, unknown>[];
  const countBefore = (before.audit_entry as unknown[]).length;
  expect(after).toEqual({
    ...before,
    // Those whom only a deleted public league knew are not known to everybody any more.
    membership: after.membership,
    former_name: after.former_name,
    token_league: [],
    audit_entry: after.audit_entry,
  });
  expect(knownTo(after)).toEqual(
    knownTo(before).filter(
      ([leagueId, playerId]) => leagueId !== 0 || knownTo(before).some(([own, id]) => own !== 0 && id === playerId),
    ),
  );
  expect(
    entries.filter(({ action }) => action === 'deleteLeague').map(({ actor, before: logged }) => [actor, logged]),
  ).toEqual(expect.arrayContaining([['command line', { slug: 'hall', name: 'arena', matchCount: 8, playerCount: 6 }]]));
  // What was told of a token for two of them, and that the three were deleted.
  expect(entries.length - countBefore).toBe(6);
});

test('a league that is deleted while others are verified is skipped', async () => {
  const other = await platformOfTest();
  const { app } = other;
  for (const league of ['first', 'gone', 'going']) {
    await leagueWith(app, league, 'zonestats', [match(1, 'ann beats ben')]);
  }
  const remove = async (league: string) => {
    await archiveLeague(app, COMMAND_LINE, { league, reason });
    await deleteLeague(app, COMMAND_LINE, { league, confirm: league, reason });
  };
  const removed: string[] = [];
  const verification = await verifyDatabase(app, ['first', 'gone', 'going'], async ({ league }) => {
    if (removed.length > 0) return;
    removed.push(league);
    await remove('gone');
    await deleteLeagues(app, failingLog);
    await remove('going');
    await deleteLeagues(app, failingLog, afterLooks(TABLES_OF_LEAGUES.indexOf('match')));
  });
  expect(removed).toEqual(['first']);
  expect(verification).toMatchObject({ leagues: [{ slug: 'first', problems: [] }], platform: [], holds: true });
  expect(await other.sql('SELECT slug FROM league ORDER BY id')).toMatchObject([{ slug: 'first' }, { slug: '~3' }]);
});

test('a player is renamed while their league is deleted, and it stores no former name of theirs', async () => {
  const other = await platformOfTest();
  const { app } = other;
  for (const league of ['first', 'going']) {
    await leagueWith(app, league, 'zonestats', [match(1, 'ann beats ben')]);
  }
  await archiveLeague(app, COMMAND_LINE, { league: 'going', reason });
  const waiting = async (sessions: number) => expect.poll(() => other.sql(WAITING)).toHaveLength(sessions);
  const runner = app.database.createQueryRunner();
  await runner.startTransaction();
  await lockForTest(runner, 'going');
  const deleted = deleteLeague(app, COMMAND_LINE, { league: 'going', confirm: 'going', reason });
  await waiting(1);
  const renamed = updatePlayer(app, COMMAND_LINE, { player: 'ann', handle: 'anna', reason });
  await waiting(2);
  await runner.commitTransaction();
  await runner.release();

  expect(await deleted).toEqual({ slug: 'going' });
  expect(await renamed).toMatchObject({ handle: 'anna' });
  expect(await other.sql('SELECT league_id, handle FROM former_name')).toEqual([{ league_id: 1, handle: 'ann' }]);
  await deleteLeagues(app, failingLog);
  expect(await verifyDatabase(app)).toMatchObject({ holds: true });
});

test('a token that is created while its league is deleted is refused', async () => {
  const other = await platformOfTest();
  const { app } = other;
  await openLeague(app, 'going', 'zonestats');
  await archiveLeague(app, COMMAND_LINE, { league: 'going', reason });
  // As the deletion changes the row.
  const runner = app.database.createQueryRunner();
  await runner.startTransaction();
  await runner.query(`UPDATE league SET deleted_at = now(), slug = '~1'`);
  await runner.query(`UPDATE league_slug SET slug = '~1'`);
  const input = { name: 'late', scopes: ['matches:submit'], leagues: ['going'], expiresAt: null };
  const late = createToken(app, COMMAND_LINE, input).catch((error: Error) => error.message);
  await expect.poll(() => other.sql(WAITING)).toHaveLength(1);
  await runner.commitTransaction();
  await runner.release();
  expect(await late).toBe('league must be the slug of a league, but is "going"');
  await deleteLeagues(app, failingLog);
  expect(await verifyDatabase(app)).toMatchObject({ holds: true });
});

test.each([
  ['a display name', `UPDATE player SET display_name = 'Dan', named_at = now() WHERE erased_at IS NOT NULL`],
  [
    'a handle in the audit log',
    `SET openladder.erases = 'audit_entry';
     UPDATE audit_entry SET before = jsonb_set(before, '{handle}', '"don"') WHERE action = 'updatePlayer'`,
  ],
  [
    'a former handle in a league',
    `INSERT INTO former_name SELECT 'don', id, 4, 'don', now() FROM league WHERE slug = 'kept'`,
  ],
])('%s that remains of an erased player is found', async (_, statements) => {
  const who = await platform.sql(`SELECT handle FROM player WHERE id = 4`);
  if (who[0]!.handle === 'dan') {
    await erasePlayer(platform.app, COMMAND_LINE, { player: 'don', confirm: 'dan', reason: 'dan, once don, left' });
    await expectAllHolds(platform.app);
  }
  expect(await damagedMeanwhile(platform, statements)).toContainEqual('platform names: erased player 4');
});

test.each(damages`
  a row of a league that is gone
    INSERT INTO former_name VALUES ('xan', 999, 1, 'xan', now())
  > platform leagues: former_name, league 999
  an archive that nobody made
    UPDATE league SET archived_at = now() WHERE slug = 'ladder'
  > platform audit: league ladder, archived
  a former slug that another league has
    INSERT INTO former_slug SELECT 'ladder', id, now() FROM league WHERE slug = 'kept'
  > platform leagues: former slug ladder
  a slug that is looked up as another
    UPDATE league_slug SET slug = 'stairs' WHERE slug = 'ladder'
  > platform leagues: slug of league ladder
  a public league that everybody is told is private
    UPDATE league_slug SET visibility = 'PRIVATE' WHERE slug = 'empty'
  > platform leagues: slug of league empty
  a slug that is not looked up at all
    DELETE FROM league_slug WHERE slug = 'empty'
  > platform leagues: slug of league empty
  a slug of no league
    INSERT INTO league_slug (slug, league_id, visibility) VALUES ('stairs', 999, 'PUBLIC')
  > platform leagues: league_slug, league 999
`)('%s is found', async (_, statements, found) => {
  expect(await damagedMeanwhile(platform, statements)).toEqual(found);
});
