import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Access, COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { updateLeague } from '../../services/api/dist/league/league.service.js';
import { linkAccount } from '../../services/api/dist/player/link-account.js';
import { registerPlayers } from '../../services/api/dist/rating/register-players.js';
import type { App } from '../../services/api/dist/start/app.js';
import { mergePlayers, recomputeLeague, unmergePlayers } from '../support/changes.js';
import { createTestDatabase } from '../support/database.js';
import {
  dayByDay,
  expectAllHolds,
  leagueNow,
  leagueWith,
  match,
  openLeague,
  openPlatform,
  type Platform,
  play,
} from '../support/platform.js';
import { atOnce, submitOne, tally } from './platforms.js';

let platforms: Platform[];
let apps: App[];
beforeAll(async () => {
  const { url } = await createTestDatabase();
  platforms = await Promise.all([openPlatform(url), openPlatform(url)]);
  apps = platforms.map(({ app }) => app);
});
afterAll(async () => {
  await expectAllHolds(apps[0]!);
  for (const platform of platforms) await platform.close();
  await platforms[0]!.drop();
});

let slug: string;
let number = 0;
beforeEach(async () => {
  slug = `replicas-${++number}`;
});

const PLAYERS = ['ann', 'ben', 'cid', 'dan', 'eve'];
const duel = (n: number) => `${PLAYERS[n % 5]} beats ${PLAYERS[(n + 1 + (n % 4)) % 5]}`;

test.each(['zonestats', 'timed-glicko', 'performance', 'kept'])(
  'two replicas that write to one league at the same time lose nothing and duplicate nothing (%s)',
  async (ratingSystem) => {
    await openLeague(apps[0]!, slug, ratingSystem);
    await play(apps[1]!, slug, dayByDay('ann beats ben', 'cid draws dan', 'eve beats ann'));
    const own = apps.map((_, n) => atOnce(60, duel, `own${n}`));
    const common = atOnce(60, duel, 'common');
    const outcomes: string[] = [];
    const send = async (app: App, list: typeof common) => {
      for (const one of list) outcomes.push(await submitOne(app, slug, one));
    };
    // Four callers at each replica; what is common is sent by all of them, each in an order of its own.
    await Promise.all(
      apps.flatMap((app, n) => [
        send(app, own[n]!.slice(0, 30)),
        send(app, own[n]!.slice(30)),
        send(app, common),
        send(app, common.toReversed()),
      ]),
    );
    expect(tally(outcomes)).toEqual({ accepted: 180, replayed: 180 });
    expect((await leagueNow(apps[0]!, slug)).matchCount).toBe(183);
  },
);

test('of two matches with the same id and different contents at once, one is accepted, whichever replica got it', async () => {
  await leagueWith(apps[0]!, slug, 'zonestats', dayByDay('ann beats ben', 'cid draws dan'));
  for (const [n, one] of atOnce(20, () => 'ann beats ben').entries()) {
    const other = { ...one, sides: match(1, n % 2 ? 'ben beats ann' : 'cid beats dan').sides };
    const outcomes = await Promise.all([submitOne(apps[0]!, slug, one), submitOne(apps[1]!, slug, other)]);
    expect(outcomes.toSorted()).toEqual(['IDEMPOTENCY_MISMATCH', 'accepted']);
  }
});

/** Each league with all that it has, as a backup has it. */
const TABLES = ['match', 'rating_change', 'rating', 'league_event', 'rank_bucket'];

test('a replica discards its cached ratings if other matches have created the same version', async () => {
  const [mine, others] = apps as [App, App];
  await leagueWith(mine, slug, 'timed-glicko', dayByDay('ann beats ben', 'cid draws dan'));
  const { id, version } = await leagueNow(mine, slug);
  const { manager } = mine.database;
  // What a standby has that takes over before it was told of the newest match.
  await manager.query(`CREATE TABLE kept_league AS SELECT * FROM league WHERE id = ${id}`);
  for (const table of TABLES) {
    await manager.query(`CREATE TABLE kept_${table} AS SELECT * FROM ${table} WHERE league_id = ${id}`);
  }
  expect(await submitOne(mine, slug, { ...match(3, 'ann beats ben'), externalId: 'lost' })).toBe('accepted');
  await manager.transaction(async (tx) => {
    for (const table of TABLES) {
      await tx.query(`DELETE FROM ${table} WHERE league_id = ${id}`);
      await tx.query(`INSERT INTO ${table} SELECT * FROM kept_${table}`);
    }
    await tx.query(`UPDATE league SET (version, mark, match_count, last_sequence, player_count, rated_through, journal_bytes) =
      (SELECT version, mark, match_count, last_sequence, player_count, rated_through, journal_bytes FROM kept_league)
      WHERE id = ${id}`);
  });
  expect(await submitOne(others, slug, { ...match(3, 'ben beats ann'), externalId: 'other' })).toBe('accepted');
  expect((await leagueNow(mine, slug)).version).toBe(version + 1);
  // `afterAll` verifies that this was rated on the match that is there.
  expect(await submitOne(mine, slug, { ...match(4, 'ann beats ben'), externalId: 'next' })).toBe('accepted');
  await expectAllHolds(mine);
});

test('a replica with a cached league applies the changes of another', async () => {
  const [mine, others] = apps as [App, App];
  await leagueWith(mine, slug, 'zonestats', [
    match(1, 'ann beats ben'),
    match(2, 'cid draws dan'),
    match(50, 'ann beats ben'),
  ]);
  const late = { ...match(40, 'ann beats cid'), externalId: 'late' };
  await updateLeague(others, COMMAND_LINE, slug, { lateMatches: 'REJECT' }, 'in order');
  expect(await submitOne(mine, slug, late)).toBe('LATE_MATCH');
  await updateLeague(others, COMMAND_LINE, slug, { lateMatches: 'REPLAY' }, 'in any order');
  expect(await submitOne(mine, slug, late)).toBe('accepted');

  await updateLeague(others, COMMAND_LINE, slug, { openEntry: false }, 'members only');
  const withEve = { ...match(60, 'ann beats newcomer'), externalId: 'newcomer' };
  expect(await submitOne(mine, slug, withEve)).toBe('BAD_INPUT');
  await registerPlayers(others, COMMAND_LINE, slug, ['newcomer']);
  expect(await submitOne(mine, slug, withEve)).toBe('accepted');

  const common = { reason: 'one person', dryRun: false };
  await mergePlayers(others, COMMAND_LINE, { league: slug, player: 'cid', into: 'ben', ...common });
  const themselves = { ...match(70, 'cid beats ben'), externalId: 'themselves' };
  expect(await submitOne(mine, slug, themselves)).toBe('BAD_INPUT');
  await unmergePlayers(others, COMMAND_LINE, { league: slug, player: 'cid', ...common });
  expect(await submitOne(mine, slug, themselves)).toBe('accepted');

  await recomputeLeague(others, COMMAND_LINE, { league: slug, reason: 'to be sure' });
  expect(await submitOne(mine, slug, { ...match(80, 'ann beats ben'), externalId: 'after' })).toBe('accepted');
});

test('a replica does not use a cached account from a public league of the player that is private now', async () => {
  const [mine, others] = apps as [App, App];
  const open = `${slug}-open`;
  for (const each of [open, slug]) await openLeague(mine, each, 'zonestats');
  await updateLeague(mine, COMMAND_LINE, slug, { visibility: 'PRIVATE' }, 'among us');
  for (const each of [open, slug]) await play(mine, each, [match(1, `fay-${slug} beats ben`)]);
  const { id } = await leagueNow(mine, open);
  const bot: Access = { tokenId: null, actor: 'bot', scopes: ['league:admin'], leagueIds: [id] };
  await linkAccount(mine, bot, { player: `fay-${slug}`, account: 'discord:1', reason: 'they told our bot' });
  const by = (externalId: string) => ({ ...match(2, 'ben beats discord:1'), externalId });
  expect(await submitOne(mine, slug, by('known'))).toBe('accepted');
  await updateLeague(others, COMMAND_LINE, open, { visibility: 'PRIVATE' }, 'among us');
  for (const app of apps) expect(await submitOne(app, slug, by('unknown'))).toBe('BAD_INPUT');
});
