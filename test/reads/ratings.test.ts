import elo from '@openladder/rater-elo';
import performance from '@openladder/rater-performance';
import timedGlicko from '@openladder/rater-timed-glicko';
import zoneStats from '@openladder/rater-zonestats';
import { beforeAll, expect, test } from 'vitest';
import { playMany } from '../support/big-league.js';
import type { Row } from '../support/graphql.js';
import { sentStatements } from '../support/statements.js';
import { HOUR, OPENING, type StoryLeague, useStory } from '../support/story.js';
import type { MatchInput } from '../support/story-match.js';
import { derivations } from '../support/story-replay.js';

const story = useStory();

beforeAll(async () => {
  const europe = await story.league('europe');
  const asia = await story.league('asia');
  await europe.play('ann beats ben', 'ann beats ben');
  await asia.play('ben beats cid', 'dan beats ann');
  await story.admin.mutate('updatePlayer', { player: 'dan', handle: 'dave', reason: 'asked' });
});

test('concurrent callers each get the requested player and league', async () => {
  const rating = (alias: string, handle: string) =>
    `${alias}: rating(player: "${handle}") { player { handle } wins losses }`;
  const { europe, asia } = await story.admin.get(`{
    europe: league(slug: "europe") {
      ${rating('ann', 'ann')} ${rating('again', 'ANN')} ${rating('ben', 'ben')} ${rating('dan', 'dan')} ${rating('none', 'a b')}
    }
    asia: league(slug: "asia") { ${rating('ann', 'ann')} ${rating('ben', 'ben')} ${rating('dan', 'dan')} ${rating('none', '')} }
  }`);
  const of = (handle: string, wins: number, losses: number) => ({ player: { handle }, wins, losses });
  expect(europe).toEqual({ ann: of('ann', 2, 0), again: of('ann', 2, 0), ben: of('ben', 0, 2), dan: null, none: null });
  expect(asia).toEqual({ ann: of('ann', 0, 1), ben: of('ben', 1, 0), dan: of('dave', 1, 0), none: null });
});

let number = 0;

const newLeague = (system: string, settings?: object): Promise<StoryLeague> =>
  story.league(`league-${++number}`, system, { settings });

const PLAYERS = ['ann', 'ben', 'cid', 'dan', 'eve', 'fay', 'gus'];

/** Duels between seven players, of every outcome, minutes to weeks apart. */
function duels(league: StoryLeague, count: number): MatchInput[] {
  let playedAt = OPENING;
  return Array.from({ length: count }, (_, index) => {
    const first = PLAYERS[(index * 3) % 7]!;
    const second = PLAYERS[(index * 5 + 1 + (index % 6)) % 7]!;
    playedAt += (index % 11) ** 3 * HOUR + 61_001;
    const sentence = `${first} ${index % 4 === 0 ? 'draws' : 'beats'} ${second === first ? 'hal' : second}`;
    return league.match(sentence, { playedAt: new Date(playedAt).toISOString() });
  });
}

test.each([
  ['zonestats', zoneStats, {}],
  ['zonestats', zoneStats, { spread: 77.7, cap: 'everyPlayer' }],
  ['timed-glicko', timedGlicko, {}],
  ['timed-glicko', timedGlicko, { weighting: 'linear', deviationGrowth: 9.5, provisionalDeviation: 250 }],
  ['performance', performance, {}],
  ['performance', performance, { variant: 'p1' }],
  ['performance', performance, { variant: 'p6', decay: 0.9 }],
  ['elo', elo, { newcomerK: 64, newcomerMatches: 30 }],
])("ratings of %s equal the rater's own over the log, to the bit (%#)", async (key, rater, settings) => {
  const league = await newLeague(key, settings);
  const matches = duels(league, 120);
  for (let start = 0; start < 20; start++) await league.play(matches[start]!);
  await league.play(...matches.slice(20, 70));
  await league.play(...matches.slice(70));
  const { stored, replayed } = await derivations(league, rater, settings);
  expect(replayed.changes).toHaveLength(240);
  expect(stored).toEqual(replayed);
});

let league: StoryLeague;
const at = (hours: number) => new Date(OPENING + hours * HOUR).toISOString();

beforeAll(async () => {
  league = await story.league('race');
  await playMany(league, 150, 20);
  await league.play('newcomer beats p3', league.match('late beats p7', { playedAt: at(90.5) }));
  const { matches } = await league.read('matches(first: 100) { nodes { id } }');
  const input = { match: matches.nodes[60].id, expectedVersion: 1, reason: 'x' };
  await story.admin.mutate('voidMatch', input);
});

/** Everybody's rank, by handle. */
async function ranks(args = ''): Promise<Map<string, number>> {
  const { standings } = await league.read(`standings(first: 100${args}) { nodes { rank player { handle } } }`);
  return new Map(standings.nodes.map((node: Row) => [node.player.handle, node.rank]));
}

test.each([5, 100, 149])('a movement is the difference of the ranks now and then (after %i hours)', async (hours) => {
  const [now, then] = [await ranks(), await ranks(`, asOf: "${at(hours)}"`)];
  const { standings } = await league.read(
    `standings(first: 100) { nodes { player { handle } movement(since: "${at(hours)}") } }`,
  );
  for (const { player, movement } of standings.nodes) {
    const before = then.get(player.handle);
    expect(movement, player.handle).toBe(before === undefined ? null : before - now.get(player.handle)!);
  }
  const movements = standings.nodes.map(({ movement }: Row) => movement);
  expect(new Set(movements).size).toBeGreaterThan(3);
  expect(movements).toContain(null);
});

test('there is no movement since now, nor since before the league had a board', async () => {
  const { standings } = await league.read(`standings(first: 100) { nodes {
    now: movement(since: "2100-01-01T00:00:00Z") never: movement(since: "1990-01-01T00:00:00Z")
  } }`);
  expect(new Set(standings.nodes.map(({ now }: Row) => now))).toEqual(new Set([0]));
  expect(new Set(standings.nodes.map(({ never }: Row) => never))).toEqual(new Set([null]));
});

test('a page of movements takes as many statements as a single one', async () => {
  const read = (first: number, hours: number) =>
    sentStatements(
      () =>
        league.read(`standings(first: ${first}) { nodes { rank movement(since: "${at(hours)}") rating { form } } }`),
      /rating|standings_snapshot|league_revision/,
    );
  const [one, page] = [await read(1, 61), await read(20, 62)];
  expect(page.map(({ text }) => text)).toEqual(one.map(({ text }) => text));
});

test.each([
  ['performance', 'each page', 1],
  ['elo', 'no', 0],
])('of a past board under %s, %s history is read for the text of ratings', async (key, _, histories) => {
  const own = await story.league(`texts-${key}`, key);
  await own.play('ann beats ben', 'ben beats cid', 'cid beats ann', 'ann beats cid');
  const read = () => own.read(`standings(asOf: "${at(2.5)}") { nodes { rating { display } player { handle } } }`);
  const statements = await sentStatements(
    read,
    /AS who CROSS JOIN LATERAL .* ORDER BY player_id, played_at, sequence/s,
  );
  expect(statements.length).toBe(histories);
  expect((await read()).standings.nodes.length).toBe(3);
});
