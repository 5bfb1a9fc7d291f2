import { expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { findLeague } from '../../services/api/dist/league/league.repository.js';
import { updateLeague } from '../../services/api/dist/league/league.service.js';
import { rollOverDay } from '../../services/api/dist/nightly/pass-midnight.js';
import { findSnapshot, listSnapshotPlaces } from '../../services/api/dist/nightly/snapshot.repository.js';
import { hideOrShow } from '../../services/api/dist/rating/hide-player.js';
import { verifyDatabase } from '../../services/api/dist/verify/verify.js';
import type { Row } from '../support/graphql.js';
import { DAY, dayByDay, leagueWith, match, OPENING, openLeague, platformOfTest, play } from '../support/platform.js';
import { type StoryLeague, useLeague, useStory } from '../support/story.js';
import { subscriber } from '../support/subscriber.js';

const story = useStory();
const league = useLeague(story, { slug: 'rules', minMatches: 2 });

const places = async (of = league): Promise<[string, number | null][]> => {
  const { standings } = await of.read('standings(includeProvisional: true) { nodes { rank player { handle } } }');
  return standings.nodes.map(({ rank, player }: Row) => [player.handle, rank]);
};

async function update(input: object, of = league): Promise<unknown> {
  const updateLeague = await story.admin.attempt(
    'updateLeague',
    { league: of.slug, ...input },
    'league { minMatches activeWithin }',
  );
  return updateLeague.errors.length > 0 ? updateLeague.errors : updateLeague.league;
}

test('a rank requires the number of matches that the league sets; until then, players stand below all others', async () => {
  await league.play('ann beats ben');
  expect(await league.board()).toEqual([]);
  expect(await places()).toEqual([
    ['ann', null],
    ['ben', null],
  ]);
  await league.play('ann beats cid', 'ben beats dan');
  expect(await league.board()).toEqual(['ann', 'ben']);
  expect((await places()).map(([, rank]) => rank)).toEqual([1, 2, null, null]);
  const read =
    await league.read(`rating(player: "cid") { rank isProvisional } ann: rating(player: "ann") { rank percentile }
    standings { totalCount } past: standings(asOf: "2020-01-01T00:30:00Z", includeProvisional: true) { nodes { rank } }
    latest: standings(asKnownAt: "${new Date().toISOString()}") { nodes { player { handle } } }`);
  expect(read).toMatchObject({
    rating: { rank: null, isProvisional: true },
    ann: { rank: 1 },
    standings: { totalCount: 2 },
    past: { nodes: [{ rank: null }, { rank: null }] },
    latest: { nodes: [{ player: { handle: 'ann' } }, { player: { handle: 'ben' } }] },
  });
});

test('a league shows how many matches a rank requires, by its own rule and by its rating system', async () => {
  const needed = async (of: StoryLeague) => (await of.read('matchesForRank')).matchesForRank;
  expect(await needed(league)).toBe(2);
  expect(await needed(await story.league('open', 'elo'))).toBe(1);
  const settings = { newcomerMatches: 5 };
  expect(await needed(await story.league('newcomers', 'elo', { settings }))).toBe(5);
  expect(await needed(await story.league('strict', 'elo', { settings, minMatches: 7 }))).toBe(7);
});

test('a change of the rule ranks all players anew at once, and a recompute gives the same ranks', async () => {
  expect(await update({ minMatches: 3 })).toEqual({ minMatches: 3, activeWithin: null });
  expect(await league.board()).toEqual([]);
  expect(await update({ minMatches: 1 })).toEqual({ minMatches: 1, activeWithin: null });
  expect(await league.board()).toHaveLength(4);
  await update({ minMatches: 2 });
  const before = await places();
  await story.admin.mutate('recomputeLeague', { league: 'rules', reason: 'again' });
  expect(await places()).toEqual(before);
  expect(await update({ minMatches: -1, activeWithin: 0 })).toMatchObject([
    {
      code: 'BAD_INPUT',
      message: 'minMatches must be a whole number from 0 to 1000, but is -1',
      path: ['input', 'minMatches'],
    },
    { message: 'activeWithin must be a whole number from 1 to 36500, but is 0', path: ['input', 'activeWithin'] },
  ]);
});

test.each(['zonestats', 'timed-glicko'])(
  'players of %s who were away have no ranks until they play',
  async (system) => {
    const quiet = await story.league(
      `quiet-${system}`,
      system,
      system === 'zonestats' ? {} : { settings: { provisionalDeviation: 350 } },
    );
    await quiet.play('ann beats ben', 'cid beats dan');
    expect(await quiet.board()).toHaveLength(4);
    expect(await update({ activeWithin: 30 }, quiet)).toEqual({ minMatches: 0, activeWithin: 30 });
    expect(await quiet.board()).toEqual([]);
    await quiet.play(quiet.match('ben beats ann', { playedAt: new Date().toISOString() }));
    expect((await quiet.board()).sort()).toEqual(['ann', 'ben']);
    expect(await update({ activeWithin: null }, quiet)).toEqual({ minMatches: 0, activeWithin: null });
    expect(await quiet.board()).toHaveLength(4);
  },
);

test.each([
  ['together', [{ minMatches: 2, timeZone: 'Asia/Tokyo' }]],
  ['one after the other', [{ minMatches: 2 }, { timeZone: 'Asia/Tokyo' }]],
])('a rule and a time zone change %s, and all players are ranked anew without a midnight', async (_, changes) => {
  const platform = await platformOfTest();
  const at = (days: number) => ({ ...platform.app, clock: () => new Date(OPENING + days * DAY) });
  await openLeague(at(0.1), 'moved', 'zonestats');
  await play(at(1.1), 'moved', [match(1, 'ann beats ben')]);
  const league = await findLeague(platform.app.database.manager, COMMAND_LINE, 'moved');
  await rollOverDay(at(1.1), league!.id);
  for (const change of changes) await updateLeague(at(1.2), COMMAND_LINE, 'moved', change, 'a test');
  await rollOverDay(at(1.2), league!.id);
  expect(await platform.sql('SELECT is_provisional FROM rating')).toEqual(Array(2).fill({ is_provisional: true }));
  expect(await platform.sql('SELECT midnight FROM standings_snapshot')).toEqual([
    { midnight: new Date(OPENING + DAY) },
  ]);
  const [row] = await platform.sql('SELECT refreshed_through, refresh_due_at FROM league');
  expect(row).toEqual({
    refreshed_through: new Date(OPENING + DAY),
    refresh_due_at: new Date('2020-01-02T15:00:00Z'),
  });
  expect((await verifyDatabase(at(1.2))).holds).toBe(true);
});

test('a change of the rule on the first day of a league records no day before it', async () => {
  const platform = await platformOfTest();
  const at = (days: number) => ({ ...platform.app, clock: () => new Date(OPENING + days * DAY) });
  await leagueWith(at(1.1), 'young', 'zonestats', [match(1, 'ann beats ben')]);
  const { id } = await updateLeague(at(1.2), COMMAND_LINE, 'young', { minMatches: 1 }, 'a test');
  await rollOverDay(at(1.2), id);
  expect(await platform.sql('SELECT FROM standings_snapshot')).toEqual([]);
});

/** Hides or shows a player. @returns the rating, or what was refused */
async function set(action: 'hidePlayer' | 'showPlayer', of: StoryLeague, player: string, as = story.admin) {
  const input = { league: of.slug, player, reason: 'they asked for it' };
  const { rating, errors } = await as.attempt(action, input, 'rating { isHidden rank }');
  return rating ?? errors;
}

test.each([
  ['zonestats', false],
  ['zonestats', true],
  ['timed-glicko', false],
])('a hidden player of %s is on no board, and those below move up (rank buckets: %s)', async (system, isBucketed) => {
  const shown = await story.league(`hidden-${system}-${isBucketed}`, system, {
    ...(system === 'timed-glicko' && { settings: { provisionalDeviation: 350 } }),
  });
  await shown.play('ann beats ben', 'ann beats cid', 'ben beats cid', 'ben beats dan', 'cid beats dan');
  if (isBucketed) await story.sql(`SELECT build_rank_buckets(id) FROM league WHERE slug = '${shown.slug}'`);
  const read = async () => ({
    now: await places(shown),
    ...(await shown.read(`standings { totalCount } all: standings(includeProvisional: true) { totalCount }
      below: standings(first: 2, around: "cid", includeProvisional: true) { nodes { player { handle } } }
      around: standings(around: "ben", includeProvisional: true) { nodes { rank } }
      past: standings(asOf: "2020-01-01T03:00:00Z", includeProvisional: true) { totalCount nodes { rank player { handle } } }
      known: standings(asKnownAt: "${new Date().toISOString()}") { nodes { rank player { handle } } }
      cid: rating(player: "cid") { rank percentile } then: rating(player: "ben", at: "2020-01-01T03:00:00Z") { rank isHidden }
      distribution { count } ben: rating(player: "ben") { value matchesPlayed history { nodes { delta } } }`)),
  });
  const before = await read();
  expect(before.now.map(([handle]: [string, number | null]) => handle)).toEqual(['ann', 'ben', 'cid', 'dan']);

  expect(await set('hidePlayer', shown, 'BEN')).toEqual({ isHidden: true, rank: null });
  const hidden = await read();
  const isOther = ({ player }: Row) => player.handle !== 'ben';
  const reranked = (nodes: Row[]) => nodes.filter(isOther).map((node, index) => ({ ...node, rank: index + 1 }));
  expect(hidden).toEqual({
    ...before,
    now: [
      ['ann', 1],
      ['cid', 2],
      ['dan', 3],
    ],
    standings: { totalCount: 3 },
    all: { totalCount: 3 },
    below: { nodes: [{ player: { handle: 'cid' } }, { player: { handle: 'dan' } }] },
    around: { nodes: [] },
    past: { totalCount: before.past.totalCount - 1, nodes: reranked(before.past.nodes) },
    known: { nodes: reranked(before.known.nodes) },
    cid: { rank: 2, percentile: 50 },
    // biome-ignore lint/suspicious/noThenProperty: an alias of the query.
    then: { rank: null, isHidden: true },
    distribution: expect.anything(),
  });
  const people = ({ distribution }: Row) => distribution.reduce((sum: number, { count }: Row) => sum + count, 0);
  expect([people(before), people(hidden)]).toEqual([4, 3]);

  await shown.play('ben beats ann');
  expect((await shown.read('rating(player: "ben") { rank matchesPlayed isHidden }')).rating).toEqual({
    ...{ rank: null, matchesPlayed: 4, isHidden: true },
  });
  await story.admin.mutate('recomputeLeague', { league: shown.slug, reason: 'again' });
  expect((await places(shown)).map(([handle]) => handle)).not.toContain('ben');
  const { matches } = await shown.read('matches(first: 1) { nodes { id } }');
  for (const dryRun of [true, false]) {
    const { effect } = await story.admin.mutate(
      'voidMatch',
      { match: matches.nodes[0].id, expectedVersion: 1, reason: 'never played', dryRun },
      'effect { changes { player { handle } rankBefore rankAfter } standings { rank player { handle } } }',
    );
    expect(effect.changes).toContainEqual({ player: { handle: 'ben' }, rankBefore: null, rankAfter: null });
    expect(effect.standings).toEqual(reranked(before.known.nodes));
  }
  expect((await shown.read('ben: rating(player: "ben") { value }')).ben.value).toBe(before.ben.value);
  expect(await set('showPlayer', shown, 'ben')).toEqual({ isHidden: false, rank: 2 });
  expect(await places(shown)).toEqual(before.now);
});

test('only admins of the league hide players; hiding is in its audit log, happens once per key, and changes a followed board', async () => {
  const own = await story.league('hiding', 'zonestats', { played: ['ann beats ben'] });
  const admin = await story.bot(['league:admin'], 'hiding');
  const { eventCursor } = await own.read('eventCursor');
  const bot = await story.bot(['matches:submit'], 'hiding');
  const input = '{ league: "hiding", player: "ben", reason: "mine" }';
  const refused = await bot.fail(`mutation { hidePlayer(input: ${input}) { errors { message } } }`);
  expect(refused.extensions.code).toBe('FORBIDDEN');
  expect(await set('hidePlayer', own, 'nobody', admin)).toMatchObject([
    {
      code: 'BAD_INPUT',
      message:
        'player must be the handle or account of a player who is rated or registered in the league, but is "nobody"',
      path: ['input', 'player'],
    },
  ]);
  for (let n = 0; n < 2; n++) expect(await set('hidePlayer', own, 'ben', admin)).toMatchObject({ isHidden: true });
  const { auditLog } = await own.read(
    'auditLog(first: 2) { nodes { action reason before after subject { kind name } } }',
  );
  expect(auditLog.nodes[0]).toEqual({
    ...{ action: 'hidePlayer', reason: 'they asked for it', before: { isHidden: false }, after: { isHidden: true } },
    subject: { kind: 'PLAYER', name: 'ben' },
  });
  // Hidden already: nothing happened.
  expect(auditLog.nodes[1].action).not.toBe('hidePlayer');
  const caller = subscriber(story.url);
  const { events } = caller.subscribe(
    `subscription ($after: String) { standingsChanged(league: "hiding", after: $after) { change moved { rank } } }`,
    { after: eventCursor },
  );
  await expect.poll(() => events.length).toBe(1);
  caller.close();
  expect(events[0].data.standingsChanged).toEqual({ change: 'BOARD_REFRESHED', moved: null });
  await story.admin.mutate('archiveLeague', { league: 'hiding', reason: 'over' });
  expect(await set('showPlayer', own, 'ben', admin)).toEqual({ isHidden: false, rank: 2 });
});

test('midnight removes the ranks of inactive players', async () => {
  const platform = await platformOfTest();
  const at = (days: number) => ({ ...platform.app, clock: () => new Date(OPENING + days * DAY) });
  for (const rater of ['zonestats', 'timed-glicko']) {
    await openLeague(at(0), rater, rater);
    await platform.sql(`UPDATE league SET active_within = 7, min_matches = 2 WHERE slug = '${rater}'`);
    await play(at(3), rater, dayByDay('ann beats ben', 'ann beats ben', 'cid beats dan'));
  }
  const ranked = () =>
    platform.sql(`SELECT slug, string_agg(handle, ' ' ORDER BY handle) AS players FROM league
      JOIN rating ON league_id = league.id JOIN player ON player.id = player_id
      WHERE matches_played > 0 AND NOT is_provisional GROUP BY slug ORDER BY slug`);
  expect(await ranked()).toContainEqual({ slug: 'zonestats', players: 'ann ben' });
  const leagues = await platform.sql('SELECT id FROM league');
  for (const days of [9.5, 10.5]) {
    for (const { id } of leagues) await rollOverDay(at(days), Number(id));
    if (days < 10) expect(await ranked()).toContainEqual({ slug: 'zonestats', players: 'ann ben' });
  }
  expect(await ranked()).toEqual([]);
  const { manager } = platform.app.database;
  const [{ id }] = (await platform.sql(`SELECT id FROM league WHERE slug = 'zonestats'`)) as [{ id: number }];
  const day = (await findSnapshot(manager, id, '2020-01-09'))!;
  const best = () => listSnapshotPlaces(manager, day, { limit: 1, after: 0 });
  expect(await best()).toMatchObject([{ place: 1, rank: 1 }]);
  const ann = { league: 'zonestats', player: 'ann', reason: 'they asked for it' };
  await hideOrShow(at(10.6), COMMAND_LINE, 'hidePlayer', ann);
  expect(await best()).toMatchObject([{ place: 2, rank: 2 }]);
  await hideOrShow(at(10.7), COMMAND_LINE, 'showPlayer', ann);
  expect(await best()).toMatchObject([{ place: 1, rank: 1 }]);
  await hideOrShow(at(10.8), COMMAND_LINE, 'hidePlayer', { ...ann, league: 'timed-glicko' });
  await rollOverDay(at(11.5), Number(leagues.at(-1)!.id));
  expect((await verifyDatabase(platform.app)).holds).toBe(true);
});
