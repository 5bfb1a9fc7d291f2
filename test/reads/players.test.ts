import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client, Row } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';
import { playerStatements, rowsRead } from '../support/statements.js';
import { newToken } from '../support/story.js';

/** Players of a private league, public leagues, and players of each of these. */
const [HIDDEN, LEAGUES, SHOWN] = [20_000, 100, 20];
let service: Service;
let insider: Client;

beforeAll(async () => {
  // No service: players and leagues come past the service, and verify would miss their past.
  service = await startService();
  for (const [slug, visibility] of [
    ['secret', 'PRIVATE'],
    ['open', 'PUBLIC'],
  ]) {
    await service.admin.mutate('createLeague', { slug, name: slug, ratingSystem: 'zonestats', visibility });
  }
  insider = service.as((await newToken(service.admin, { leagues: ['secret'] })).secret);
  const enrol = (league: string, players: string) => `
    INSERT INTO rating (league_id, player_id, score, is_provisional, display, matches_played, wins, draws, losses)
    SELECT league.id, player.id, 0, true, '0', 0, 0, 0, 0 FROM league, player WHERE ${league} AND ${players}`;
  for (const statement of [
    `INSERT INTO player (handle, handle_key, created_at) SELECT 'hid' || n, 'hid' || n, now() FROM generate_series(1, ${HIDDEN}) AS n`,
    `INSERT INTO player (handle, handle_key, created_at) SELECT 'seen' || n, 'seen' || n, now() FROM generate_series(1, ${SHOWN}) AS n`,
    `INSERT INTO league (slug, name, visibility, rater, rater_version, settings, applied_at, created_at, refresh_due_at, refreshed_through)
     SELECT 'open-' || n, 'x', 'PUBLIC', rater, rater_version, settings, applied_at, created_at, refresh_due_at, refreshed_through
     FROM league, generate_series(2, ${LEAGUES}) AS n WHERE slug = 'open'`,
    enrol(`slug = 'secret'`, `handle_key LIKE 'hid%'`),
    enrol(`visibility = 'PUBLIC'`, `handle_key LIKE 'seen%'`),
    `INSERT INTO membership (player_id, league_id, since, handle, handle_key)
     SELECT player_id, league_id, created_at, handle, handle_key FROM rating JOIN player ON player.id = player_id
     UNION ALL SELECT id, 0, created_at, handle, handle_key FROM player WHERE handle_key LIKE 'seen%'`,
    // Statistics that change between two statements could change the plan of the second.
    `DO $$ DECLARE name text; BEGIN
       FOR name IN SELECT oid::regclass FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace LOOP
         EXECUTE format('ALTER TABLE %s SET (autovacuum_enabled = off)', name);
       END LOOP;
     END $$`,
    'VACUUM ANALYZE',
  ]) {
    await service.sql(statement);
  }
});
afterAll(() => service.stop());

async function costOf(caller: Client, args: string): Promise<{ handles: string[]; statements: number; rows: number }> {
  let handles: string[] = [];
  const sent = await playerStatements(async () => {
    const { players } = await caller.get(`{ players(${args}) { nodes { handle } } }`);
    handles = players.nodes.map(({ handle }: Row) => handle);
  });
  const rows = await Promise.all(sent.map((statement) => rowsRead(service.databaseUrl, statement)));
  return { handles, statements: sent.length, rows: rows.reduce((sum, each) => sum + each, 0) };
}

test('a search that matches only hidden players costs the same as one without matches', async () => {
  const hidden = await costOf(service.anonymous, 'search: "hid1", first: 1');
  expect(hidden).toEqual(await costOf(service.anonymous, 'search: "nobody", first: 1'));
  expect(hidden.handles).toEqual([]);
  expect(hidden.rows).toBeLessThan(SHOWN * 10);
});

test('a search of all fields that matches only hidden players reads the same as one without matches', async () => {
  const rows = async (text: string) => {
    const ask = () => service.anonymous.get('query ($text: String!) { search(text: $text) { __typename } }', { text });
    const sent = await playerStatements(async () => expect(await ask()).toEqual({ search: [] }));
    return Promise.all(sent.map((statement) => rowsRead(service.databaseUrl, statement)));
  };
  const hidden = await rows('hid1');
  expect(hidden).toEqual(await rows('nobody'));
  expect(hidden.reduce((sum, each) => sum + each, 0)).toBeLessThan(SHOWN * 10 + 10 * LEAGUES);
});

test('a page costs its size, however many players are hidden and leagues are open', async () => {
  const page = await costOf(service.anonymous, 'first: 5');
  expect(page.handles).toEqual(['seen1', 'seen10', 'seen11', 'seen12', 'seen13']);
  // PostgreSQL 15 looks at all leagues of each player shown, later versions at one.
  expect(page.rows).toBeLessThan(100 + 6 * (LEAGUES + 1));
  const next = await costOf(insider, 'first: 3, search: "hid1999"');
  expect(next.handles).toEqual(['hid1999', 'hid19990', 'hid19991']);
});

test('a lookup reads the same rows for hidden and unknown players', async () => {
  const rows = async (handle: string) => {
    const sent = await playerStatements(() =>
      service.anonymous.get('query ($handle: String!) { player(handle: $handle) { handle } }', { handle }),
    );
    expect(sent).toHaveLength(1);
    return rowsRead(service.databaseUrl, sent[0]!);
  };
  expect(await rows('hid7')).toBe(await rows('nobody'));
});
