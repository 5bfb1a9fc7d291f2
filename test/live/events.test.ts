import { afterEach, expect, test } from 'vitest';
import type { Row } from '../support/graphql.js';
import { plainId, sealedCursor, sealOf } from '../support/seal.js';
import { type StoryLeague, useStory } from '../support/story.js';
import { subscriber } from '../support/subscriber.js';
import { BOARD, type Follower, follower, MATCHES } from './follower.js';

let league: StoryLeague;
let followers: Follower[] = [];
let leagues = 0;

const story = useStory();
afterEach(() => {
  for (const each of followers) each.disconnect();
  followers = [];
});

async function openLeague(ratingSystem = 'zonestats', more: object = {}): Promise<StoryLeague> {
  league = await story.league(`league-${++leagues}`, ratingSystem, more);
  return league;
}

/** Follows from the beginning, so that nothing depends on who is faster. */
async function follow(query: string, after?: string): Promise<Follower> {
  const each = follower(query, league.slug, after ?? (await cursor()));
  each.connect(story.url);
  followers.push(each);
  return each;
}

const cursor = async () => (await league.read('eventCursor')).eventCursor;
const received = ({ events }: Follower) => events.map(({ match }) => match.externalId.split('-').at(-1));
const matchCount = ({ events }: Follower) => events.reduce((sum, event) => sum + event.matchCount, 0);

test('every match of a submission is reported, in the order of arrival', async () => {
  await openLeague();
  const each = await follow(MATCHES);
  await league.play('ann beats ben', 'ben beats cid', 'cid beats ann');
  await league.play('ann beats cid');
  await expect.poll(() => received(each)).toEqual(['1', '2', '3', '4']);
  expect(each.events.map(({ isLate }) => isLate)).toEqual([false, false, false, false]);
});

test('rejected and repeated matches are not reported', async () => {
  await openLeague();
  const each = await follow(MATCHES);
  const board = await follow(BOARD);
  const [first] = [league.match('ann beats ben')];
  await league.play(first);
  await league.submit([first, league.match('ann beats ann')]);
  await league.play('ben beats cid');
  await expect.poll(() => received(each)).toEqual(['1', '3']);
  await expect.poll(() => matchCount(board)).toBe(2);
});

test('an event shows the match with its effect on the ratings', async () => {
  await openLeague();
  const caller = subscriber(story.url);
  const { events } = caller.subscribe(
    `subscription ($league: String!, $after: String) { matchRated(league: $league, after: $after) { at match {
       sides { participants { player { handle } ratingChange { delta after { value } } } } } } }`,
    { league: league.slug, after: await cursor() },
  );
  const begin = Date.now();
  const [match] = await league.play('ann beats ben');
  await expect.poll(() => events.length).toBe(1);
  const { at, match: shown } = events[0].data.matchRated;
  expect(Date.parse(at)).toBeGreaterThanOrEqual(begin);
  expect(Date.parse(at)).toBeLessThanOrEqual(Date.now());
  expect(shown.sides.map(({ participants }: never) => participants)).toMatchObject(
    match!.sides.map(({ participants }) =>
      participants.map(({ player, ratingChange }) => ({ player, ratingChange: { delta: ratingChange!.delta } })),
    ),
  );
  caller.close();
});

test('a late match is reported as late, and creates a new revision', async () => {
  await openLeague();
  const matches = await follow(MATCHES);
  const board = await follow(BOARD);
  await league.play('ann beats ben', 'ben beats cid');
  await expect.poll(() => board.events.at(-1)?.revision).toBe(1);
  await league.play(league.match('cid beats ann', { playedAt: '2019-01-01T00:00:00Z' }));
  await expect.poll(() => received(matches)).toEqual(['1', '2', '3']);
  expect(matches.events.map(({ isLate }) => isLate)).toEqual([false, false, true]);
  await expect.poll(() => board.events.at(-1)).toMatchObject({ change: 'RECOMPUTED', revision: 2, matchCount: 1 });
});

test('subscribers of the board receive a correction, and subscribers of matches do not', async () => {
  await openLeague();
  const matches = await follow(MATCHES);
  const board = await follow(BOARD);
  const [, second] = await league.play('ann beats ben', 'ben beats cid');
  const input = { match: second!.id, expectedVersion: 1, reason: 'it was a rehearsal' };
  await story.admin.mutate('voidMatch', { ...input, dryRun: true });
  await story.admin.mutate('voidMatch', input);
  await expect.poll(() => board.events.at(-1)).toMatchObject({ change: 'RECOMPUTED', revision: 2 });
  await league.play('ann beats cid');
  await expect.poll(() => received(matches)).toEqual(['1', '2', '3']);
});

test('the standings that matches moved come with the event, from the top', async () => {
  await openLeague('zonestats');
  await league.play('dan beats eve');
  const caller = subscriber(story.url);
  const query = (first: string) => `subscription ($league: String!, $after: String) {
    standingsChanged(league: $league, after: $after) { moved${first} { rank player { handle } rating { value } } league { matchCount } }
  }`;
  const after = await cursor();
  const all = caller.subscribe(query(''), { league: league.slug, after });
  const one = caller.subscribe(query('(first: 1)'), { league: league.slug, after });
  await league.play('ann beats ben');
  await expect.poll(() => [all.events.length, one.events.length]).toEqual([1, 1]);
  const { moved, league: shown } = all.events[0].data.standingsChanged;
  expect(shown.matchCount).toBe(2);
  const { standings } = await league.read('standings { nodes { rank player { handle } rating { value } } }');
  const players = ['ann', 'ben'];
  expect(moved).toEqual(standings.nodes.filter(({ player }: Row) => players.includes(player.handle)));
  expect(one.events[0].data.standingsChanged.moved).toEqual([moved[0]]);
  await league.play(league.match('eve beats dan', { playedAt: '2019-01-01T00:00:00Z' }));
  await expect.poll(() => all.events.at(-1).data.standingsChanged.moved).toBeNull();
  caller.close();
});

test('without a cursor, events begin with the subscription', async () => {
  await openLeague();
  await league.play('ann beats ben');
  const each = follower(MATCHES, league.slug);
  followers.push(each);
  each.connect(story.url);
  // The follower may start a little later; from its first match on it is told of every one.
  await expect
    .poll(async () => {
      await league.play('ben beats ann');
      return each.events.length;
    })
    .toBeGreaterThan(1);
  const numbers = received(each).map(Number);
  expect(numbers[0]).toBeGreaterThan(1);
  expect(numbers).toEqual(numbers.map((_, index) => numbers[0]! + index));
});

test('a cursor continues from its place, even in the middle of a submission, and serves both subscriptions', async () => {
  await openLeague();
  const begin = await cursor();
  await league.play('ann beats ben', 'ben beats cid', 'cid beats ann');
  await league.play('ann beats cid');
  const first = await follow(MATCHES, begin);
  await expect.poll(() => received(first)).toEqual(['1', '2', '3', '4']);
  const [, second, , last] = first.events;
  const middle = await follow(MATCHES, second.cursor);
  await expect.poll(() => received(middle)).toEqual(['3', '4']);
  const board = await follow(BOARD, begin);
  await expect.poll(() => matchCount(board)).toBe(4);
  const behind = await follow(MATCHES, board.events.at(-1).cursor);
  const end = await follow(MATCHES, last.cursor);
  const now = await follow(MATCHES);
  await league.play('ann beats ben');
  for (const each of [behind, end, now]) await expect.poll(() => received(each)).toEqual(['5']);
});

test('a cursor of another league is refused', async () => {
  const other = await openLeague();
  await other.play('ann beats ben');
  const foreign = await cursor();
  await openLeague();
  const seal = await sealOf(story.databaseUrl);
  const parts = (number: unknown) => ['event', JSON.parse(seal.openText(foreign)!)[1] + 1, number, 0];
  const at = (number: unknown) => sealedCursor(seal, ...parts(number));
  for (const after of [
    'nonsense',
    foreign,
    plainId(JSON.stringify(parts(0))),
    at(99),
    at(-1),
    at(0.5),
    at(1e300),
    at('1'),
  ]) {
    const each = await follow(MATCHES, after);
    await expect(each.ended(), after).rejects.toMatchObject([
      { message: expect.stringContaining('after must be'), extensions: { code: 'BAD_INPUT', argument: ['after'] } },
    ]);
  }
  const fine = await follow(BOARD, at(0));
  await league.play('ann beats ben');
  await expect.poll(() => fine.events.length).toBe(1);
});
