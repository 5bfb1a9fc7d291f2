import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { lockForTest, lockWaits, WAITING } from '../support/held-league.js';
import { openClient } from '../support/server.js';
import { startService } from '../support/service.js';
import { allPages, type StoryLeague, SUBMIT, type SubmitResult, useStory } from '../support/story.js';

// The answer to many matches is made while they are being written.

const MANY = 120;
/** Longer than a statement is given to leave before the answer is begun. */
const A_WHILE = 50;
const USES = 4;
const PLAYERS = ['ann', 'ben', 'cid', 'dan', 'eve'];

const story = useStory();
let league: StoryLeague;
let somebody: pg.Client;
let number = 0;

const manyMatches = () =>
  Array.from({ length: MANY }, (_, n) => league.match(`${PLAYERS[n % 5]} beats ${PLAYERS[(n + 1 + (n % 4)) % 5]}`));

beforeEach(async () => {
  league = await story.league(`foreseen-${++number}`, 'timed-glicko');
  await league.play('ann beats ben', 'cid beats dan', 'eve beats ann');
  // The operation is compiled after some uses, and memory knows the league.
  for (let use = 0; use < USES; use++) await league.play('ann beats ben');
  somebody = await openClient(story.databaseUrl);
  onTestFinished(() => somebody.end());
  await lockForTest(somebody, league.slug);
});

/** Each match with its changes, by external id: as answered, and as the log has them. */
async function expectAsLogged(results: readonly SubmitResult[]): Promise<void> {
  const logged = await allPages(async (after) => {
    const nodes = `id externalId sides { participants { player { handle }
      ratingChange { before { value deviation } after { value deviation } delta } } }`;
    const { matches } = await league.read(
      `matches(first: 100${after}) { nodes { ${nodes} } pageInfo { hasNextPage endCursor } }`,
    );
    return matches;
  });
  const byId = new Map(logged.map((match) => [match.externalId, match]));
  expect(results).toHaveLength(MANY);
  for (const result of results) {
    if (result.__typename === 'MatchRejected') throw new Error(`${result.externalId} was rejected`);
    expect(result.replayed).toBe(false);
    expect(result.match).toEqual(byId.get(result.match.externalId));
  }
}

test('no response is sent before the matches are stored', async () => {
  const results = league.submit(manyMatches());
  await lockWaits(story, 1);
  const first = await Promise.race([results, setTimeout(A_WHILE, 'nothing')]);
  expect(first).toBe('nothing');
  await somebody.query('COMMIT');
  await expectAsLogged(await results);
});

test('if another process writes first, the response is made again from the stored matches', async () => {
  const other = await startService({ databaseUrl: story.databaseUrl });
  onTestFinished(() => other.stop());
  // Its statement waits for the league already, and goes first.
  const others = league.submit([league.match('ben beats ann')], other.admin);
  await lockWaits(story, 1);
  const results = league.submit(manyMatches());
  await lockWaits(story, 2);
  await setTimeout(A_WHILE);
  await somebody.query('COMMIT');
  expect(await others).toHaveLength(1);
  await expectAsLogged(await results);
});

test('a match that the database did not store is not reported as stored', async () => {
  const answer = story.admin.ask(SUBMIT, { input: { league: league.slug, matches: manyMatches() } });
  await lockWaits(story, 1);
  await setTimeout(A_WHILE);
  await story.sql(`SELECT pg_terminate_backend(pid) FROM (${WAITING}) AS waiting`);
  const { status, data } = await answer;
  expect({ status, data }).toEqual({ status: 503, data: null });
  await somebody.query('COMMIT');
  expect(await league.read('matchCount')).toEqual({ matchCount: 7 });
});

interface Side {
  readonly participants: readonly { readonly ratingChange: { readonly delta: number } | null }[];
}

test('a response that reads the database is made after the matches are stored', async () => {
  const deep = `mutation ($input: SubmitMatchesInput!) { submitMatches(input: $input) { results {
    ... on MatchAccepted { match { sides { participants {
      ratingChange { delta match { sides { participants { ratingChange { delta } } } } }
    } } } }
  } } }`;
  const ask = (matches: object[]) => story.admin.get(deep, { input: { league: league.slug, matches } });
  await somebody.query('COMMIT');
  for (let use = 0; use < USES; use++) await ask([league.match('ann beats ben')]);
  await lockForTest(somebody, league.slug);
  const answer = ask(manyMatches());
  await lockWaits(story, 1);
  await setTimeout(A_WHILE);
  await somebody.query('COMMIT');
  const { submitMatches } = await answer;
  expect(submitMatches.results).toHaveLength(MANY);
  for (const { match } of submitMatches.results) {
    for (const { participants } of match.sides) {
      const [{ ratingChange }] = participants;
      const deltas = ratingChange.match.sides.map((side: Side) => side.participants[0]!.ratingChange?.delta);
      expect(deltas).toContain(ratingChange.delta);
    }
  }
});

test('a response outside of the compiled operation is sent after the matches are stored', async () => {
  // What is not given has the name of something that every object has, which the compiled operation takes for a wrong number.
  const matches = Array.from({ length: 100 }, (_, n) => `{ externalId: "x${n}", playedAt: $at, sides: $sides }`);
  matches[0] = matches[0]!.replace(' }', ', weight: $valueOf }');
  const text = `mutation ($at: DateTime!, $sides: [SideInput!]!, $league: String!, $valueOf: Float) {
    submitMatches(input: { league: $league, matches: [${matches}] }) { results { ... on MatchAccepted { replayed } } }
  }`;
  const sides = ['ann', 'ben'].map((player, place) => ({ placement: place + 1, participants: [{ player }] }));
  const ask = (slug: string) => story.admin.get(text, { at: '2026-01-01T00:00:00Z', sides, league: slug });
  for (let use = 0; use < USES; use++) await ask('nowhere');
  const answer = ask(league.slug);
  await lockWaits(story, 1);
  expect(await Promise.race([answer, setTimeout(A_WHILE, 'nothing')])).toBe('nothing');
  await somebody.query('COMMIT');
  expect((await answer).submitMatches.results).toHaveLength(100);
});

test('guests, merged players, and rejected matches are shown as they are in the log', async () => {
  await somebody.query('COMMIT');
  await story.admin.mutate('mergePlayers', { league: league.slug, player: 'cid', into: 'ben', reason: 'one person' });
  await league.play('ann beats ben');
  await lockForTest(somebody, league.slug);
  const withGuest = league.match([
    { placement: 1, participants: [{ player: 'cid' }] },
    { placement: 2, participants: [{ player: 'dan', isGuest: true }] },
  ]);
  const matches = Array.from({ length: MANY - 1 }, (_, n) => league.match(n % 2 ? 'ann beats cid' : 'ben beats dan'));
  const results = league.submit([...matches, withGuest, league.match('ben beats cid')]);
  await lockWaits(story, 1);
  await setTimeout(A_WHILE);
  await somebody.query('COMMIT');
  const [last, ...rest] = (await results).reverse();
  expect(last).toMatchObject({ __typename: 'MatchRejected' });
  await expectAsLogged(rest);
});
