import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { restoreBackup } from '../../services/api/dist/database/backup/restore-backup.js';
import { takeBackup } from '../../services/api/dist/database/backup/take-backup.js';
import { migrateUrl } from '../../services/api/dist/database/migrate.js';
import { DISTRIBUTED_WITHOUT_TRIGGERS, PLACEMENTS } from '../../services/api/dist/database/placement.js';
import { DISTRIBUTED_MARKER } from '../../services/api/dist/database/schema-compatibility.js';
import { receiveFile } from '../../services/api/dist/import/receive-file.js';
import { checkImport, startImport } from '../../services/api/dist/import/request-import.js';
import { runImports } from '../../services/api/dist/import/run-imports.js';
import { createLeague } from '../../services/api/dist/league/league.service.js';
import { countAddedMatches } from '../../services/api/dist/match-log/imported-matches.repository.js';
import { registerPlayers } from '../../services/api/dist/rating/register-players.js';
import { verifyDatabase } from '../../services/api/dist/verify/verify.js';
import { MATCHES } from '../live/follower.js';
import { atOnce, submitOne, tally } from '../submission/platforms.js';
import { restoreImport, withdrawImport } from '../support/changes.js';
import { type CitusDatabase, createCitusDatabase, createDistributedDatabase, cutOff, query } from '../support/citus.js';
import { createEmptyDatabase, createTestDatabase } from '../support/database.js';
import { everyStatement } from '../support/every-statement.js';
import type { Row } from '../support/graphql.js';
import { failingLog } from '../support/log.js';
import { dayByDay, leagueWith, match, openPlatform, type Platform, play } from '../support/platform.js';
import { askForRecompute, finished } from '../support/recompute.js';
import { type Story, startStory, storyLeague } from '../support/story.js';
import { subscriber } from '../support/subscriber.js';

const CLUSTER = process.env.OPENLADDER_TEST_CITUS_URL;
if (!CLUSTER) console.warn('NOT RUN: leagues on Citus: OPENLADDER_TEST_CITUS_URL is not the URL of a coordinator');

const BINARY = fileURLToPath(new URL('../../services/api/bin/openladder.mjs', import.meta.url));
const begin = (databaseUrl: string, ...args: string[]) =>
  spawn(process.execPath, [BINARY, ...args], {
    env: { PATH: process.env.PATH, OPENLADDER_DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** Runs the real binary. */
async function openladder(databaseUrl: string, ...args: string[]) {
  const child = begin(databaseUrl, ...args);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { status: child.exitCode, out: out.trim().split('\n'), err };
}

test('leagues are not distributed on plain PostgreSQL, with a message', async () => {
  const database = await createTestDatabase();
  const { status, err } = await openladder(database.url, 'distribute');
  expect({ status, err }).toEqual({
    status: 1,
    err: expect.stringMatching(/^The database ".*" \(OPENLADDER_DATABASE_URL\) is on plain PostgreSQL .*\n$/),
  });
  await database.drop();
});

describe.skipIf(!CLUSTER)('openladder distribute', () => {
  let database: CitusDatabase;
  beforeAll(async () => {
    database = await createCitusDatabase(CLUSTER!);
  });
  afterAll(() => database?.drop());

  test('requires the schema of this version', async () => {
    const { status, err } = await openladder(database.url, 'distribute');
    expect([status, err]).toEqual([1, expect.stringContaining('Run "openladder migrate" first.')]);
    await migrateUrl(database.url);
  });

  test('moves existing leagues, and continues after it was killed', async () => {
    const platform = await openPlatform(database.url);
    await createLeague(platform.app, COMMAND_LINE, { slug: 'old', name: 'Old', ratingSystem: 'elo', settings: {} });
    await registerPlayers(platform.app, COMMAND_LINE, 'old', ['ann', 'ben']);
    await platform.close();

    const dry = await openladder(database.url, 'distribute', '--dry-run');
    expect(dry.out.at(-1)).toMatch(/^Would do \d+ steps\.$/);
    expect(await query(database.url, 'SELECT FROM citus_tables')).toEqual([]);

    const child = begin(database.url, 'distribute');
    const done: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      done.push(line);
      if (line === 'Spread match by league') child.kill('SIGKILL');
    }
    await expect(migrateUrl(database.url)).rejects.toThrow('Run "openladder distribute" again');
    const mark = `SELECT FROM migrations WHERE name = '${DISTRIBUTED_MARKER}'`;
    expect(await query(database.url, mark)).toHaveLength(1);
    const rest = await openladder(database.url, 'distribute');
    expect(rest.err).toBe('');
    expect(new Set([...done, ...rest.out.slice(0, -1)])).toEqual(new Set(dry.out.slice(0, -1)));
    expect(rest.out).not.toContain('Spread league by league');
    expect((await openladder(database.url, 'distribute')).out).toEqual(['Nothing to do.']);
  });

  test('has put each table in its place, and lost nothing', async () => {
    const rows = await query<{ name: string; type: string }>(
      database.url,
      'SELECT table_name::text AS name, citus_table_type AS type FROM citus_tables ORDER BY 1',
    );
    const types = { LEAGUE: 'distributed', SHARED: 'reference', LOCAL: null };
    const placed = Object.entries(PLACEMENTS).map(([name, { of }]) => ({ name, type: types[of] }));
    expect(rows).toEqual(placed.filter(({ type }) => type).sort((a, b) => (a.name < b.name ? -1 : 1)));
    const triggers = await query<{ name: string }>(
      database.url,
      'SELECT tgname AS name FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1',
    );
    const names = triggers.map(({ name }) => name).filter((name) => !name.startsWith('_'));
    expect(names).toContain('audit_entry_append_only');
    expect(names.filter((name) => name in DISTRIBUTED_WITHOUT_TRIGGERS)).toEqual([]);
    const platform = await openPlatform(database.url);
    const { leagues, platform: own } = await verifyDatabase(platform.app);
    expect([...own, ...leagues.flatMap(({ problems }) => problems)]).toEqual([]);
    expect(leagues.map(({ slug }) => slug)).toEqual(['old']);
    await platform.close();
  });

  test('can be undone by a backup, which is restored on one server', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'openladder-spread-'));
    const { folder } = (await takeBackup({ url: database.url, dir, now: new Date() }))!;
    const target = await createEmptyDatabase();
    await restoreBackup(target.url, folder);
    const platform = await openPlatform(target.url);
    await play(platform.app, 'old', [match(1, 'ann beats zoe')]);
    const { leagues, platform: own } = await verifyDatabase(platform.app);
    expect([...own, ...leagues.flatMap(({ problems }) => problems)]).toEqual([]);
    expect(leagues.map(({ slug }) => slug)).toEqual(['old']);
    await platform.close();
    await target.drop();
    await rm(dir, { recursive: true });
  });
});

describe.skipIf(!CLUSTER)('leagues that are distributed over the servers of a Citus cluster', () => {
  let database: CitusDatabase;
  let platform: Platform;
  let story: Story;
  beforeAll(async () => {
    database = await createDistributedDatabase(CLUSTER!);
    platform = await openPlatform(database.url);
    story = await startStory({ databaseUrl: database.url });
  });
  afterAll(async () => {
    await story?.stop();
    await platform?.close();
    await database?.drop();
  });

  test('can do the same as leagues on one server', async () => {
    const own = await createDistributedDatabase(CLUSTER!);
    let problems: unknown;
    const check = async ({ app }: Platform) => {
      const { leagues, platform: shared } = await verifyDatabase(app);
      problems = [...shared, ...leagues.flatMap((league) => league.problems)];
    };
    await everyStatement(/^$/, undefined, check, () => openPlatform(own.url));
    await own.drop();
    expect(problems).toEqual([]);
  });

  test('import a file, notify subscribers, are rated anew by a job, and export the file', async () => {
    const league = await story.league('files', 'elo');
    const caller = subscriber(story.url);
    const { events } = caller.subscribe(MATCHES, { league: 'files' });
    await expect
      .poll(() => story.sql(`SELECT FROM pg_stat_activity WHERE application_name = 'openladder live'`))
      .not.toEqual([]);
    const rows = Array.from({ length: 6_000 }, (_, n) => {
      const at = new Date(Date.UTC(2020, 0, 1) + n * 3_600_000).toISOString();
      return `${n},${at},p${n % 7},p${(n % 7) + 1 + (n % 3)},${n % 4},${n % 2}`;
    });
    const content = (async function* () {
      yield Buffer.from(['id,date,a,b,x,y', ...rows].join('\n'));
    })();
    const key = await receiveFile(platform.app, COMMAND_LINE, 'files', { name: 'a.csv', content });
    await checkImport(platform.app, COMMAND_LINE, key, { mapping: 'id=id; date=date; side=a:x; side=b:y' });
    // The service imports beside this.
    const settled = async (status: string) => {
      await runImports(platform.app, failingLog, new AbortController().signal);
      const ask = `SELECT status FROM match_import WHERE league_id = ${key.leagueId} AND id = ${key.id}`;
      await expect.poll(() => story.sql(ask)).toEqual([{ status }]);
    };
    await settled('CHECKED');
    await startImport(platform.app, COMMAND_LINE, key);
    await settled('DONE');
    expect(await league.read('matchCount')).toEqual({ matchCount: 6_000 });
    await expect.poll(() => events.length).toBe(6_000);
    caller.close();
    const before = await league.board();
    const { id } = await askForRecompute(story.admin, 'files');
    expect(await finished(story.admin, id)).toMatchObject({ status: 'DONE', error: null });
    expect(await league.board()).toEqual(before);

    const input = { import: key, reason: 'another file', dryRun: false, expectedMatches: 6_000 };
    const withinRequest = { ...platform.app, inlineTail: 6_000 };
    await withdrawImport(withinRequest, COMMAND_LINE, input);
    expect(await league.board()).toEqual([]);
    expect(await countAddedMatches(platform.app.database, key)).toMatchObject({ counting: 0, restorable: 6_000 });
    await restoreImport(withinRequest, COMMAND_LINE, input);
    expect(await league.board()).toEqual(before);
  });

  test('accept the matches of two processes that write to one league at once', async () => {
    const other = await openPlatform(database.url);
    await leagueWith(platform.app, 'busy', 'zonestats', dayByDay('ann beats ben', 'cid draws dan', 'eve beats ann'));
    const outcomes: string[] = [];
    const send = async ({ app }: Platform, matches: ReturnType<typeof atOnce>) => {
      for (const one of matches) outcomes.push(await submitOne(app, 'busy', one));
    };
    const duel = (n: number) => `${['ann', 'ben', 'cid'][n % 3]} beats ${['dan', 'eve'][n % 2]}`;
    const common = atOnce(15, duel, 'common');
    const both = [platform, other];
    await Promise.all(both.flatMap((one, n) => [send(one, common), send(one, atOnce(15, duel, `own-${n}`))]));
    expect(tally(outcomes)).toEqual({ accepted: 45, replayed: 15 });
    await other.close();
  });

  test('can have more than 20,000 players', async () => {
    const league = await story.league('crowd', 'zonestats');
    const team = (first: number) => Array.from({ length: 50 }, (_, n) => `c${first + n}`).join('+');
    for (const half of [0, 1]) {
      const teams = Array.from({ length: 101 }, (_, n) => 100 * (101 * half + n));
      await league.play(...teams.map((first) => `${team(first)} beats ${team(first + 50)}`));
    }
    expect(await league.read('playerCount')).toEqual({ playerCount: 20_200 });
    await league.play('c1+c2 beats c3', 'c1 beats c2');
    expect(await league.board('first: 1')).toEqual(['c1']);
    expect(await league.read('rating(player: "c1") { rank }')).toEqual({ rating: { rank: 1 } });
  });

  test('never share a slug, however many callers request it at once', async () => {
    const ask = async (slug: string) => {
      const input = { slug, name: slug, ratingSystem: 'elo' };
      return (await story.admin.attempt('createLeague', input)).errors.length === 0;
    };
    for (let race = 0; race < 100; race++) {
      const made = await Promise.all([ask(`race-${race}`), ask(`race-${race}`), ask(`race-${race}`)]);
      expect(made.filter(Boolean), `race ${race}`).toHaveLength(1);
    }
    expect(await query(database.url, 'SELECT slug FROM league GROUP BY 1 HAVING count(*) > 1')).toEqual([]);
  });

  test('continue while the server of others is away', async () => {
    const placed: Record<string, string> = {};
    for (const slug of ['l1', 'l2', 'l3', 'l4', 'l5', 'l6']) {
      await (await story.league(slug, 'elo')).play('ann beats ben', 'ben beats ann');
      const [row] = await query<{ port: number }>(
        database.url,
        `SELECT nodeport AS port FROM pg_dist_shard_placement
         WHERE shardid = get_shard_id_for_distribution_column('league', (SELECT league_id FROM league_slug WHERE slug = $1))`,
        [slug],
      );
      placed[slug] = String(row!.port);
    }
    const [away] = database.workers;
    const gone = new URL(away!).port;
    const there = Object.keys(placed).filter((slug) => placed[slug] !== gone);
    expect(there.length).toBeGreaterThan(0);
    expect(there.length).toBeLessThan(6);
    const comeBack = await cutOff(away!);
    try {
      for (const slug of there) {
        const league = storyLeague(story.admin, slug);
        const later = { playedAt: '2021-01-01T00:00:00Z', externalId: 'while-away' };
        await league.play(league.match('ann beats ben', later));
        expect(await league.board()).toEqual(['ann', 'ben']);
        const history = 'history(first: 1) { nodes { match { externalId } } }';
        expect(await league.read(`rating(player: "ann") { ${history} }`)).toEqual({
          rating: { history: { nodes: [{ match: { externalId: 'while-away' } }] } },
        });
        const joinQueue = await story.admin.attempt('joinQueue', { league: slug, player: 'ann' }, 'ticket { status }');
        expect(joinQueue).toEqual({ ticket: { status: 'WAITING' }, errors: [] });
        await league.play(league.match('ben beats ann', { playedAt: '2019-12-31T00:00:00Z', externalId: 'late' }));
        const late = async () => ({ ...(await league.correctable('late')), reason: 'while one is away' });
        await story.admin.mutate('amendMatch', { ...(await late()), playedAt: '2019-12-30T00:00:00Z' });
        await story.admin.mutate('voidMatch', await late());
        await story.admin.mutate('updateLeague', {
          league: slug,
          name: `${slug} goes on`,
          reason: 'while one is away',
        });
        const { auditLog } = await league.read('auditLog(first: 3) { nodes { action } }');
        expect(auditLog.nodes.map(({ action }: Row) => action)).toEqual(['updateLeague', 'voidMatch', 'amendMatch']);
      }
      const { leagues, player, ...theirs } = await story.admin.get(
        `{ matches(first: 5, player: "ann") { nodes { externalId } unreachable }
           leagues(search: "goes on") { nodes { slug } unreachable }
           player(handle: "ann") { ratings(first: 50) { nodes { league { slug } } unreachable } } }`,
      );
      const others = Object.keys(placed).filter((slug) => placed[slug] === gone);
      expect(leagues.nodes.map(({ slug }: Row) => slug)).toEqual(there);
      expect(leagues.unreachable).toEqual(expect.arrayContaining(others));
      expect(player.ratings.unreachable).toEqual(leagues.unreachable);
      const newest = Array.from({ length: Math.min(5, there.length) }, () => ({ externalId: 'while-away' }));
      expect(theirs.matches.nodes.slice(0, there.length)).toEqual(newest);
      expect(theirs.matches.unreachable).toEqual(leagues.unreachable);
      const rated = player.ratings.nodes.map(({ league }: Row) => league.slug);
      expect(rated).toEqual(expect.arrayContaining(there));
      expect((await fetch(`${story.url}/`)).status).toBe(200);
    } finally {
      await comeBack();
    }
    const back = Object.keys(placed).find((slug) => placed[slug] === gone)!;
    const league = storyLeague(story.admin, back);
    await expect
      .poll(async () => (await story.admin.ask(`{ league(slug: "${back}") { matchCount } }`)).data?.league?.matchCount)
      .toBe(2);
    await league.play(league.match('ann beats ben', { playedAt: '2021-01-01T00:00:00Z', externalId: 'after' }));
  });
});
