import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { createDemo, DEMO_LEAGUES, playOn } from '../../services/api/dist/demo/demo.js';
import { seasonOf } from '../../services/api/dist/demo/demo-league.js';
import { archiveLeague } from '../../services/api/dist/ending/archive-league.js';
import { deleteLeague, deleteLeagues } from '../../services/api/dist/ending/delete-league.js';
import { createLeague } from '../../services/api/dist/league/league.service.js';
import type { App } from '../../services/api/dist/start/app.js';
import { readConfig } from '../../services/api/dist/start/config.js';
import { type OpenApp, openApp } from '../../services/api/dist/start/open-app.js';
import { serve } from '../../services/api/dist/start/serve.js';
import { verifyDatabase } from '../../services/api/dist/verify/verify.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import type { Row } from '../support/graphql.js';
import { failingLog } from '../support/log.js';
import { spearman } from './spearman.js';

const SLUGS = DEMO_LEAGUES.map(({ details }) => details.slug);
const quietly = () => undefined;

let database: TestDatabase;
let open: OpenApp;
let app: App;

async function openDatabase(): Promise<void> {
  database = await createTestDatabase();
  open = await openApp(readConfig({ OPENLADDER_DATABASE_URL: database.url }), quietly);
  app = open.app;
}

async function closeDatabase(): Promise<void> {
  await open.close();
  await database.drop();
}

async function slugs(): Promise<string[]> {
  const rows: { slug: string }[] = await app.database.query('SELECT slug FROM league ORDER BY id');
  return rows.map(({ slug }) => slug);
}

/** Every table's rows, to the bit. */
async function everything(): Promise<Record<string, unknown[]>> {
  const tables = ['league', 'player', 'match', 'unrated_appearance', 'rating', 'rating_change', 'audit_entry'];
  const rows = tables.map(async (table) => [
    table,
    await app.database.query(`SELECT * FROM ${table} ORDER BY ${table}::text`),
  ]);
  return Object.fromEntries(await Promise.all(rows));
}

async function expectCompleteDemo(): Promise<void> {
  expect(await slugs()).toEqual(SLUGS);
  for (const plan of DEMO_LEAGUES) {
    const log: { external_id: string; played_at: Date; created_at: Date }[] = await app.database.query(
      `SELECT external_id, played_at, created_at FROM match JOIN league ON league.id = league_id
       WHERE slug = $1 ORDER BY sequence`,
      [plan.details.slug],
    );
    const season = seasonOf(plan, log[0]!.created_at);
    expect(log.map(({ external_id, played_at }) => [external_id, played_at])).toEqual(
      season.map(({ externalId, playedAt }) => [externalId, playedAt]),
    );
  }
}

/** A process that is killed when it asks for the time once too often: for each league it makes, and each batch. */
function dyingApp(readings: number): App {
  let asked = 0;
  const clock = () => {
    if (++asked > readings) throw new Error('killed');
    return new Date();
  };
  return { ...app, clock };
}

describe('the demonstration of a first start', () => {
  beforeAll(async () => {
    await openDatabase();
    await createDemo(app, quietly);
  });
  afterAll(closeDatabase);

  test('has thousands of matches, the last one minutes ago', async () => {
    await expectCompleteDemo();
    const [counts] = await app.database.query(
      `SELECT count(*)::int AS matches, count(*) FILTER (WHERE played_at > now() - interval '1 hour')::int AS fresh,
              count(DISTINCT played_at::date)::int AS days, (SELECT count(*)::int FROM player) AS players FROM match`,
    );
    expect(counts.matches).toBeGreaterThan(4000);
    expect(counts.players).toBeGreaterThan(200);
    expect(counts.days).toBeGreaterThan(115);
    expect(counts.fresh).toBeGreaterThan(2);
  });

  test('has draws, guests, early leavers, teams and free-for-alls', async () => {
    const [found] = await app.database.query(
      `SELECT (SELECT count(*)::int FROM rating WHERE draws > 0) AS drawers,
              (SELECT count(*)::int FROM match, unnest(guests) AS is_guest WHERE is_guest) AS guests,
              (SELECT count(*)::int FROM match, unnest(minutes_played) AS minutes WHERE minutes < 20) AS leavers,
              (SELECT count(*)::int FROM match WHERE side_names[1] = 'Red') AS team_games,
              (SELECT count(*)::int FROM match WHERE sides IS NULL AND cardinality(player_ids) > 3) AS free_for_alls`,
    );
    for (const count of Object.values(found)) expect(count).toBeGreaterThan(20);
  });

  test('is named as a demonstration in every league', async () => {
    const leagues = await app.database.query('SELECT description FROM league');
    for (const { description } of leagues) expect(description).toContain('Demonstration data');
  });

  test.each(DEMO_LEAGUES)('puts the stronger players of $details.slug higher on the board', async (plan) => {
    const board: { handle: string; score: number }[] = await app.database.query(
      `SELECT handle, score FROM rating JOIN player ON player.id = player_id JOIN league ON league.id = league_id
       WHERE slug = $1 AND NOT is_provisional AND matches_played > 0`,
      [plan.details.slug],
    );
    const strengths = new Map(plan.people.map(({ handle, strength }) => [handle, strength]));
    expect(board.length).toBeGreaterThan(30);
    const strengthOf = ({ handle }: Row) => strengths.get(handle)!;
    expect(
      spearman(
        board.map(({ score }) => score),
        board.map(strengthOf),
      ),
    ).toBeGreaterThan(0.8);
  });

  test('is not changed by a second start', async () => {
    const before = await everything();
    await createDemo(app, quietly);
    expect(await everything()).toEqual(before);
  });

  test('has players with names, corrected matches and one withdrawn match, in each league', async () => {
    const [{ named }] = await app.database.query(
      'SELECT count(*)::int AS named FROM player WHERE display_name IS NOT NULL',
    );
    expect(named).toBeGreaterThan(20);
    const corrected = await app.database.query(
      `SELECT slug, count(*) FILTER (WHERE status = 'RATED')::int AS amended, count(*) FILTER (WHERE status = 'VOID')::int AS withdrawn
       FROM match JOIN league ON league.id = league_id WHERE match.version > 1 GROUP BY slug ORDER BY slug`,
    );
    expect(corrected).toEqual(SLUGS.toSorted().map((slug) => ({ slug, amended: 2, withdrawn: 1 })));
    const moved = await app.database.query(
      `SELECT DISTINCT slug FROM superseded_change JOIN league ON league.id = league_id ORDER BY slug`,
    );
    expect(moved, 'ratings changed by it').toHaveLength(SLUGS.length);
    const { leagues, platform } = await verifyDatabase(app);
    expect([...platform, ...leagues.flatMap(({ problems }) => problems)]).toEqual([]);
  });

  describe('continues', () => {
    const counts = async () => {
      const rows: { slug: string; count: number }[] = await app.database.query(
        'SELECT slug, match_count AS count FROM league ORDER BY slug',
      );
      return Object.fromEntries(rows.map(({ slug, count }) => [slug, count]));
    };

    test('with a match when somebody reads a league, and hourly in the others', async () => {
      const before = await counts();
      await playOn(app);
      expect(await counts(), 'too soon').toEqual(before);
      const gambit = (await app.leagues.find(COMMAND_LINE, 'gambit'))!;
      const { leave } = app.feeds.follow(gambit);
      await playOn(app);
      leave();
      expect(await counts()).toEqual({ ...before, gambit: before.gambit! + 1 });
      const [newest] = await app.database.query(
        `SELECT external_id, played_at > now() - interval '1 minute' AS is_new FROM match WHERE league_id = $1 ORDER BY sequence DESC LIMIT 1`,
        [gambit.id],
      );
      expect(newest).toEqual({ external_id: `demo-${before.gambit! + 1}`, is_new: true });
    });

    test('except in an archived league', async () => {
      await archiveLeague(app, COMMAND_LINE, { league: 'arena', reason: 'seen it' });
      const before = await counts();
      const later = { ...app, clock: () => new Date(Date.now() + 2 * 3_600_000) };
      await playOn(later);
      expect((await counts()).arena).toEqual(before.arena);
    });
  });

  test('can be deleted, one league or all, and does not return', async () => {
    for (const slug of SLUGS) {
      await archiveLeague(app, COMMAND_LINE, { league: slug, reason: 'seen it' });
      await deleteLeague(app, COMMAND_LINE, { league: slug, confirm: slug, reason: 'seen it' });
      await createDemo(app, quietly);
      await deleteLeagues(app, failingLog);
      await createDemo(app, quietly);
      expect(await slugs()).toEqual(SLUGS.slice(SLUGS.indexOf(slug) + 1));
    }
  });
});

describe('the creation of the demonstration', () => {
  beforeEach(openDatabase);
  afterEach(closeDatabase);

  test.each([
    ['before its first match', 1],
    ['within its first league', 2],
    ['between two leagues', 3],
    ['within its second league', 5],
  ])('is finished by the next start if the first one died %s', async (_, readings) => {
    await expect(createDemo(dyingApp(readings), quietly)).rejects.toThrow('killed');
    expect((await slugs()).length).toBeLessThan(SLUGS.length);
    await createDemo(app, quietly);
    await expectCompleteDemo();
  });

  test('happens once if two processes start at once', async () => {
    const other = await openApp(readConfig({ OPENLADDER_DATABASE_URL: database.url }), quietly);
    await Promise.all([createDemo(app, quietly), createDemo(other.app, quietly)]);
    await other.close();
    await expectCompleteDemo();
  });

  test('does not happen in a database that has a league', async () => {
    await createLeague(app, COMMAND_LINE, { slug: 'arena', name: 'Our own', ratingSystem: 'zonestats' });
    await createDemo(app, quietly);
    await playOn({ ...app, clock: () => new Date(Date.now() + 2 * 3_600_000) });
    expect(await slugs()).toEqual(['arena']);
    expect((await everything()).match).toEqual([]);
  });

  test('shows every league and each of its pages on the site from the first start on', async () => {
    const env = { OPENLADDER_DATABASE_URL: database.url, OPENLADDER_LOG_LEVEL: 'silent', OPENLADDER_RATE_LIMIT: 'off' };
    const service = await serve({ ...readConfig(env), port: 0 }, quietly);
    const read = async (path: string) => {
      const answer = await fetch(service.url + path);
      expect([path, answer.status]).toEqual([path, 200]);
      const html = await answer.text();
      expect(gzipSync(html).length, path).toBeLessThan(40_000);
      return html;
    };
    onTestFinished(() => service.stop());
    const front = await read('/');
    expect(front).toMatch(/class="playing.*class="chance/s);
    for (const slug of SLUGS) {
      expect(front).toContain(`href="/l/${slug}"`);
      const board = await read(`/l/${slug}`);
      expect(board).toMatch(/class="ranks"/);
      expect(board).toMatch(/class="interval".*class="spark"/s);
      expect(board).toMatch(/id="pulse".*class="pulse"/s);
      const [, player] = /class="player" href="([^"]+)"/.exec(board)!;
      expect(await read(player!)).toMatch(/class="line".*class="why"/s);
      const [, match] = /class="when" href="([^"]+)"/.exec(await read(`/l/${slug}/matches`))!;
      for (const page of [match!, ...['live', 'stats', 'about'].map((name) => `/l/${slug}/${name}`)]) await read(page);
    }
  });

  test('is skipped if OPENLADDER_DEMO is false, and OPENLADDER_SITE=false keeps the explorer at / and the console', async () => {
    const env = { OPENLADDER_DATABASE_URL: database.url, OPENLADDER_DEMO: 'false', OPENLADDER_LOG_LEVEL: 'silent' };
    const service = await serve({ ...readConfig({ ...env, OPENLADDER_SITE: 'false' }), port: 0 }, quietly);
    const { status, headers } = await fetch(service.url, { redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([302, '/explorer']);
    expect((await fetch(`${service.url}/l/arena`)).status).toBe(404);
    expect((await fetch(`${service.url}/console/sign-in`)).status).toBe(200);
    await service.stop();
    expect(await slugs()).toEqual([]);
  });
});
