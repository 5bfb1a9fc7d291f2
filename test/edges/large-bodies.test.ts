import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authorizedBy, postGraphql } from '../support/graphql.js';
import { lockForTest, WAITING } from '../support/held-league.js';
import { openClient } from '../support/server.js';
import { ADMIN_TOKEN } from '../support/service.js';
import { useStory } from '../support/story.js';

let holder: pg.Client;
const story = useStory();
beforeAll(async () => {
  for (const slug of ['held', 'free']) await story.league(slug, 'zonestats');
  holder = await openClient(story.databaseUrl);
});
afterAll(() => holder.end());

const SUBMIT = `mutation ($input: SubmitMatchesInput!) { submitMatches(input: $input) { results { __typename } } }`;
let matches = 0;

/** Submits a match of two newcomers, with as many spaces as make the body so long. */
async function submit(league: string, bytes: number): Promise<string> {
  const n = ++matches;
  const sides = ['a', 'b'].map((name, place) => ({ placement: place + 1, participants: [{ player: `${name}${n}` }] }));
  const match = { externalId: `m-${n}`, playedAt: new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString(), sides };
  const body = JSON.stringify({ query: SUBMIT, variables: { input: { league, matches: [match] } } });
  const response = await postGraphql(story.url, body.padEnd(bytes), authorizedBy(ADMIN_TOKEN));
  return `${response.status} ${(await response.text()).trim()}`;
}

const ACCEPTED = '200 {"data":{"submitMatches":{"results":[{"__typename":"MatchAccepted"}]}}}';

test('as many large bodies are processed at a time as have room, and small ones do not wait for them', async () => {
  await lockForTest(holder, 'held');
  const first = submit('held', 5_000_000);
  // It waits for the league, a session of this database.
  await expect.poll(() => holder.query(WAITING).then(({ rowCount }) => rowCount)).toBe(1);
  let isDone = false;
  const second = submit('free', 5_000_000).finally(() => {
    isDone = true;
  });
  for (let n = 0; n < 5; n++) expect(await submit('free', 1_000), 'a small one').toBe(ACCEPTED);
  expect(isDone).toBe(false);
  await holder.query('ROLLBACK');
  expect([await first, await second]).toEqual([ACCEPTED, ACCEPTED]);
});
