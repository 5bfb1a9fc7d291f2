import { defineRater } from '@openladder/rating';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { AccessDenied, COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { updateLeague } from '../../services/api/dist/league/league.service.js';
import { loadRaters } from '../../services/api/dist/raters/raters.js';
import type { App } from '../../services/api/dist/start/app.js';
import type { Accepted } from '../../services/api/dist/submission/batch.js';
import { submitMatches } from '../../services/api/dist/submission/submit-matches.js';
import {
  dayByDay,
  expectAllHolds,
  leagueNow,
  leagueWith,
  match,
  openLeague,
  play,
  usePlatform,
} from '../support/platform.js';
import { atOnce, botFor, fates, submitOne, tally } from './platforms.js';

const zoneStats = (await loadRaters([])).get('zonestats')!;
/** How often each match was rated, by its time. */
const ratings = new Map<number, number>();
/** Fails on matches in which a side scored 13. */
const superstitious = defineRater({
  ...zoneStats,
  key: 'superstitious',
  rate: (played, states, settings) => {
    ratings.set(played.playedAt, (ratings.get(played.playedAt) ?? 0) + 1);
    if (played.sides.some(({ score }) => score === 13)) throw new Error('thirteen');
    return zoneStats.rate(played, states, settings);
  },
});

const platform = usePlatform({ raters: [superstitious] });
let app: App;
beforeAll(async () => {
  app = platform.app;
});
afterAll(async () => {
  await expectAllHolds(app);
});

let slug: string;
let number = 0;
beforeEach(async () => {
  slug = `together-${++number}`;
  await leagueWith(app, slug, 'zonestats', dayByDay('ann beats ben', 'cid beats dan'));
});

const duel = (n: number) => (n % 2 ? 'ann beats ben' : 'cid draws dan');

test('matches that many bots send at the same time are one write, and each gets its own results', async () => {
  const bots = await Promise.all(['one', 'two', 'three'].map((name) => botFor(app, `${name} of ${slug}`, slug)));
  const before = await leagueNow(app, slug);
  const matches = atOnce(30, duel);
  const results = await Promise.all(matches.map((one, n) => submitMatches(app, bots[n % 3]!, slug, [one])));
  const after = await leagueNow(app, slug);
  expect(after.version).toBe(before.version + 1);
  expect(after.matchCount).toBe(32);
  for (const [n, [result]] of results.entries()) {
    expect(result).toMatchObject({ kind: 'accepted', replayed: false });
    expect((result as Accepted).stored?.()).toMatchObject({ externalId: `m-${n}` });
  }
  const rows = await platform.sql(
    `SELECT external_id, submitted_by FROM match WHERE league_id = ${after.id} AND external_id LIKE 'm-%'`,
  );
  const submitters = new Map(rows.map((row) => [row.external_id, row.submitted_by]));
  for (const [n, { externalId }] of matches.entries()) expect(submitters.get(externalId)).toBe(bots[n % 3]!.tokenId);
});

test('while the board of one league is being written, newcomers are added to another', async () => {
  const { id } = await leagueNow(app, slug);
  await openLeague(app, `${slug}-next-door`, 'zonestats');
  const runner = app.database.createQueryRunner();
  try {
    await runner.query('BEGIN');
    await runner.query(
      `WITH newcomer AS (INSERT INTO player (handle, handle_key, created_at) VALUES ('gil', 'gil', now()) RETURNING *),
         known AS (INSERT INTO membership (player_id, league_id, since, handle, handle_key)
           SELECT id, league_id, created_at, handle, handle_key FROM newcomer, (VALUES ($1::integer), (0)) AS own (league_id))
       INSERT INTO rating (league_id, player_id, score, is_provisional, display, matches_played, wins, draws, losses)
       SELECT $1, id, 0, true, '0', 0, 0, 0, 0 FROM newcomer`,
      [id],
    );
    expect(await submitOne(app, `${slug}-next-door`, match(1, 'eve beats fay'))).toBe('accepted');
  } finally {
    await runner.query('ROLLBACK');
    await runner.release();
  }
});

test.each([
  ['as they were played', (n: number) => n],
  ['the newest first', (n: number) => -n],
  ['in any order', (n: number) => (n * 7919) % 1000],
] as const)('a large submission, %s, has no late match by itself', async (_, minuteOf) => {
  await updateLeague(app, COMMAND_LINE, slug, { lateMatches: 'REJECT' }, 'in order from now on');
  const begin = match(500, duel(0)).playedAt!.getTime();
  const matches = atOnce(1000, duel, 'large').map((one, n) => ({
    ...one,
    playedAt: new Date(begin + minuteOf(n) * 60_000),
  }));
  const before = await leagueNow(app, slug);
  expect(tally(await fates(app, slug, matches))).toEqual({ accepted: 1000 });
  expect((await leagueNow(app, slug)).matchCount).toBe(before.matchCount + 1000);
});

test('the same match from several senders at once is accepted once, and with other content refused', async () => {
  const [one] = atOnce(1, duel);
  const other = { ...one!, sides: match(1, 'ann beats ben').sides };
  const outcomes = await Promise.all([
    ...Array.from({ length: 10 }, () => submitOne(app, slug, one!)),
    ...Array.from({ length: 5 }, () => submitOne(app, slug, other)),
  ]);
  expect(tally(outcomes)).toEqual({ accepted: 1, replayed: 9, IDEMPOTENCY_MISMATCH: 5 });
});

test('a batch of a thousand with repeated ids, and ids in the log, is settled match by match', async () => {
  const matches = atOnce(900, duel);
  await fates(app, slug, matches.slice(0, 50));
  const twice = [...matches, ...matches.slice(850), ...matches.slice(850)];
  expect(twice).toHaveLength(1000);
  const outcomes = await fates(app, slug, twice);
  expect(outcomes.slice(0, 50).every((outcome) => outcome === 'replayed')).toBe(true);
  expect(outcomes.slice(50, 900).every((outcome) => outcome === 'accepted')).toBe(true);
  expect(outcomes.slice(900).every((outcome) => outcome === 'replayed')).toBe(true);
  expect((await leagueNow(app, slug)).matchCount).toBe(902);
});

test('a match that makes the rater fail is refused, and those beside it are rated', async () => {
  const odd = `${slug}-odd`;
  await leagueWith(app, odd, 'superstitious', [match(1, 'ann beats ben')]);
  const [first, second, third] = atOnce(3, () => 'ann beats ben');
  const unlucky = { ...second!, sides: second!.sides.map((side, n) => ({ ...side, score: n === 0 ? 13 : 1 })) };
  const outcomes = await Promise.all([first!, unlucky, third!].map((one) => submitOne(app, odd, one)));
  expect(outcomes).toEqual(['accepted', 'RATER_FAILED', 'accepted']);
  expect(await submitOne(app, odd, unlucky)).toBe('RATER_FAILED');
  const sequences = await platform.sql(`SELECT sequence FROM match JOIN league ON league.id = league_id
    WHERE slug = '${odd}' ORDER BY 1`);
  expect(sequences.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
});

test('matches that all make the rater fail are rated once, and those in the log are reported as such', async () => {
  const odd = `${slug}-odd`;
  await openLeague(app, odd, 'superstitious');
  const known = match(1, 'ann beats ben');
  await play(app, odd, [known]);
  const unlucky = [7, 8].map((day) => {
    const one = match(day, 'ann beats ben');
    return { ...one, sides: one.sides.map((side, n) => ({ ...side, score: n === 0 ? 13 : 1 })) };
  });
  expect(await fates(app, odd, unlucky)).toEqual(['RATER_FAILED', 'RATER_FAILED']);
  expect(unlucky.map(({ playedAt }) => ratings.get(playedAt!.getTime()))).toEqual([1, 1]);
  await updateLeague(app, COMMAND_LINE, odd, { lateMatches: 'REJECT' }, 'in order from now on');
  await play(app, odd, [match(2, 'ben beats ann')]);
  expect(await submitOne(app, odd, known)).toBe('replayed');
});

test('a cached league shows strangers nothing more', async () => {
  const stranger = await botFor(app, `stranger to ${slug}`, 'together-1');
  const [one] = atOnce(1, duel);
  await updateLeague(app, COMMAND_LINE, slug, { visibility: 'PRIVATE' }, 'closed doors');
  await expect(submitOne(app, slug, one!, { ...stranger, leagueIds: [] })).rejects.toThrow(
    'league must be the slug of a league',
  );
  await updateLeague(app, COMMAND_LINE, slug, { visibility: 'PUBLIC' }, 'open doors');
  await expect(submitOne(app, slug, one!, { ...stranger, leagueIds: [] })).rejects.toThrow(AccessDenied);
});
