import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import * as status from '../../services/api/dist/changes/match-status.js';
import { leagueWriters, PROCESS_CONNECTIONS, requestConnections } from '../../services/api/dist/kit/sql/connection.js';
import { makeChange } from '../../services/api/dist/league-log/engine.js';
import type { SideSubmission } from '../../services/api/dist/match-log/checks.js';
import { registerPlayers } from '../../services/api/dist/rating/register-players.js';
import type { App } from '../../services/api/dist/start/app.js';
import { createToken } from '../../services/api/dist/token/token.service.js';
import { amendMatch, configureRatingSystem, voidMatch } from '../support/changes.js';
import { correctable } from '../support/every-correction.js';
import type { Row } from '../support/graphql.js';
import { lockForTest, WAITING } from '../support/held-league.js';
import { dayByDay, leagueWith, match, play, usePlatform } from '../support/platform.js';
import { openClient } from '../support/server.js';
import { sidesOf } from '../support/story-match.js';

const LEAGUES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

const platform = usePlatform();
let app: App;
/** Somebody else, who holds what others wait for. */
let holder: pg.Client;
beforeAll(async () => {
  app = platform.app;
  holder = await openClient(platform.url);
  for (const slug of LEAGUES) {
    await leagueWith(app, slug, 'zonestats', dayByDay(`${slug}nn beats ben`, 'cid beats ben', `cid draws ${slug}nn`));
  }
});
afterAll(async () => {
  await holder?.end();
});
afterEach(() => holder.query('ROLLBACK'));

const holdLeague = (slug: string) => lockForTest(holder, slug);
const dryConfigure = (league: string) => {
  const system = { ratingSystem: 'zonestats', settings: { initialRating: 700 } };
  return configureRatingSystem(app, COMMAND_LINE, { league, ...system, reason: 'what if', dryRun: true });
};
const dryVoid = async (slug: string, left?: AbortSignal) => {
  const first = await correctable(app, slug, 'day-1');
  return voidMatch(app, COMMAND_LINE, { ...first, reason: 'what if', dryRun: true, left });
};
const waitingForLocks = (count: number) => expect.poll(() => platform.sql(WAITING)).toHaveLength(count);
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: Row) => error.refusals?.[0]?.code ?? String(error),
  );

test('a dry run takes no lock of its league, and writes nothing', async () => {
  const [before] = await platform.sql(
    'SELECT pg_current_xact_id()::text AS xid, (SELECT sum(version) FROM league) AS n',
  );
  await holdLeague('a');
  const [configured, voided] = [await dryConfigure('a'), await dryVoid('a')];
  expect(configured.effect!.changeCount).toBe(3);
  expect(voided.effect!.changeCount).toBe(3);
  const [after] = await platform.sql(
    'SELECT (SELECT sum(version) FROM league) AS n, (SELECT count(*)::integer FROM superseded_change) AS old',
  );
  expect(after).toEqual({ n: before!.n, old: 0 });
});

test('the predictions of a dry run equal the result of the correction', async () => {
  const reason = 'what if';
  for (const [slug, sentence] of [
    ['a', 'new beats ben'],
    ['b', 'ben beats cid'],
  ] as const) {
    const sides = sidesOf(sentence) as SideSubmission[];
    const newPlayers = sentence.startsWith('new') ? ['new'] : [];
    const amendment = { ...(await correctable(app, slug, 'day-2')), sides, newPlayers, reason };
    const predicted = await amendMatch(app, COMMAND_LINE, { ...amendment, dryRun: true });
    const done = await amendMatch(app, COMMAND_LINE, { ...amendment, dryRun: false });
    const named = ({ effect }: typeof done) => {
      const handles = new Map(effect!.players.map(({ id, handle }) => [id, handle]));
      return {
        changeCount: effect!.changeCount,
        changes: effect!.changes.map(({ playerId, ...move }) => ({ ...move, player: handles.get(playerId) })),
        standings: effect!.standings.map(({ rank, rating: { leagueId: _, playerId, ...rating } }) => ({
          rank,
          rating: { ...rating, player: handles.get(playerId) },
        })),
      };
    };
    expect(named(predicted)).toEqual(named(done));
  }
});

test('a dry run and a correction are charged for the lines that they rate anew', async () => {
  const charged: number[] = [];
  const charge = ({ lines }: Row) => charged.push(lines);
  for (const dryRun of [true, false]) {
    const second = { ...(await correctable(app, 'h', 'day-2')), reason: 'it was a rehearsal', dryRun, charge };
    await voidMatch(app, COMMAND_LINE, second);
  }
  expect(charged).toEqual([2, 2]);
});

test('a league has one dry run at a time', async () => {
  await holder.query('BEGIN');
  await holder.query(`SELECT FROM match WHERE external_id = 'day-1' FOR UPDATE`);
  const leaving = new AbortController();
  const first = outcome(dryVoid('c', leaving.signal));
  await waitingForLocks(1);
  expect(await outcome(dryConfigure('c'))).toBe('CONFLICT');
  leaving.abort();
  expect(await first).toBe('CONFLICT');
  expect(await outcome(dryConfigure('c'))).toBe('done');
});

test('slow dry runs delay nobody, and end when their callers leave', async () => {
  await holder.query('BEGIN');
  await holder.query(`SELECT FROM match WHERE external_id = 'day-1' FOR UPDATE`);
  const leaving = new AbortController();
  const running = LEAGUES.slice(1).map((slug) => outcome(dryVoid(slug, leaving.signal)));
  await waitingForLocks(1);
  // As others do: who is new takes the longer way, under the league's lock.
  await play(app, 'a', [match(4, 'eve beats fay')]);
  await play(app, 'b', [match(4, 'gil beats fay')]);
  await createToken(app, COMMAND_LINE, { name: 'bot', scopes: ['platform:admin'], leagues: [], expiresAt: null });
  leaving.abort();
  expect(await Promise.all(running)).toEqual(running.map(() => 'CONFLICT'));
});

test('a dry run does not block the handles of its new players', async () => {
  await holder.query('BEGIN');
  await holder.query(`SELECT FROM match WHERE external_id = 'day-1' FOR UPDATE`);
  const leaving = new AbortController();
  const sides = sidesOf('zoe beats yan') as SideSubmission[];
  const first = { ...(await correctable(app, 'd', 'day-1')), newPlayers: ['zoe', 'yan'] };
  const amendment = { ...first, sides, reason: 'what if', dryRun: true };
  const running = outcome(amendMatch(app, COMMAND_LINE, { ...amendment, left: leaving.signal }));
  await waitingForLocks(1);
  await play(app, 'e', [match(4, 'zoe beats yan')]);
  leaving.abort();
  expect(await running).toBe('CONFLICT');
});

test('writers of a held league leave room for other leagues and for small writes', async () => {
  const places = leagueWriters(requestConnections(PROCESS_CONNECTIONS));
  const held = LEAGUES.slice(0, places - 1);
  const register = (slug: string, n: number) => registerPlayers(app, COMMAND_LINE, slug, [`held-${slug}-${n}`]);
  for (const slug of held) await holdLeague(slug);
  const waiting = held.flatMap((slug) => [1, 2, 3].map((n) => register(slug, n)));
  await waitingForLocks(held.length);
  await play(app, 'f', [match(4, 'hal beats ian')]);
  await holdLeague('f');
  await holdLeague('g');
  waiting.push(...['f', 'g'].map((slug) => register(slug, 1)));
  await waitingForLocks(places);
  await createToken(app, COMMAND_LINE, {
    name: 'another bot',
    scopes: ['platform:admin'],
    leagues: [],
    expiresAt: null,
  });
  await holder.query('ROLLBACK');
  expect(await Promise.all(waiting)).toHaveLength(3 * held.length + 2);
});

test('a dry run ends for a correction of the same match, which would delay everybody', async () => {
  const slow: typeof status.voidMatch = {
    ...status.voidMatch,
    apply: async (...asked) => {
      const applied = await status.voidMatch.apply(...asked);
      await asked[1].query('SELECT pg_sleep(600)');
      return applied;
    },
  };
  const first = { ...(await correctable(app, 'c', 'day-1')), reason: 'it was a rehearsal' };
  const running = outcome(makeChange(app, COMMAND_LINE, slow, { ...first, dryRun: true }));
  const sleeping = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`;
  await expect.poll(() => platform.sql(sleeping)).toHaveLength(1);
  const corrected = voidMatch(app, COMMAND_LINE, first);
  await play(app, 'c', [match(5, 'cid beats ben')]);
  expect((await corrected).effect!.changeCount).toBe(3);
  expect(await running).toBe('CONFLICT');
});
