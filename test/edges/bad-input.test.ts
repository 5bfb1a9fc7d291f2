import { beforeEach, describe, expect, test } from 'vitest';
import { authorizedBy, postGraphql } from '../support/graphql.js';
import { ADMIN_TOKEN, countRows } from '../support/service.js';
import { type StoryError, SUBMIT, useLeague, useStory } from '../support/story.js';
import type { MatchInput } from '../support/story-match.js';
import { expectHarmless } from './refusals.js';

const NOW = new Date('2020-06-01T12:00:00Z');

let before: Record<string, number>;

const story = useStory({ clock: () => NOW });
const league = useLeague(story, { slug: 'strict', opensAt: '2020-01-01T00:00:00Z' }, 'ann beats ben');
beforeEach(async () => {
  before = await countRows(story);
});

/** Checks what is true of every refusal: a small answer without anything of ours in it, and nothing was written. */
async function expectNothingDone(text: string): Promise<void> {
  expectHarmless(text);
  expect(await countRows(story), 'rows of every table').toEqual(before);
}

/** Runs a mutation that must be refused as a whole. @returns why */
async function refusedMutation(field: string, input: object): Promise<StoryError[]> {
  const payload = await story.admin.attempt(field, input);
  await expectNothingDone(JSON.stringify(payload));
  expect(payload.errors).not.toEqual([]);
  return payload.errors;
}

const match = (more: Partial<MatchInput> = {}): MatchInput => ({
  ...league.match('newcomer1 beats newcomer2'),
  ...more,
});
const sides = (...players: string[][]): Partial<MatchInput> => ({
  sides: players.map((names, index) => ({ placement: index + 1, participants: names.map((player) => ({ player })) })),
});

test.each([
  ['Infinity', 'Infinity'],
  ['1e400', '1e400'],
  ['an integer past 2^31', '2147483648'],
  ['an integer past 2^53', '9007199254740993'],
])('invalid numbers are refused before anything is read: %s for a placement', async (_, number) => {
  const body = JSON.stringify({ query: SUBMIT, variables: { input: { league: 'strict', matches: [match()] } } });
  const response = await postGraphql(
    story.url,
    body.replace('"placement":1', `"placement":${number}`),
    authorizedBy(ADMIN_TOKEN),
  );
  const text = await response.text();
  expect(response.status).toBe(400);
  expect(JSON.parse(text).errors[0].extensions.code).toMatch(/^BAD_(INPUT|REQUEST)$/);
  await expectNothingDone(text);
});

describe('a late correction', () => {
  const correct = (field: string, id: string, expectedVersion: number, more = {}) =>
    refusedMutation(field, { match: id, reason: 'wrong', expectedVersion, ...more });

  test('has no effect, or is refused with the version or with the conflict', async () => {
    const [played] = await league.play(match({ ...sides(['ann'], ['ben']), playedAt: '2020-03-01T00:00:00Z' }));
    const voided = (expectedVersion: number) =>
      story.admin.attempt('voidMatch', { match: played!.id, reason: 'wrong', expectedVersion }, 'match { version }');
    expect(await voided(1)).toEqual({ match: { version: 2 }, errors: [] });
    before = await countRows(story);

    const again = await voided(2);
    await expectNothingDone(JSON.stringify(again));
    expect(again).toEqual({ match: { version: 2 }, errors: [] });

    const amended = { playedAt: '2020-03-02T00:00:00Z' };
    expect(await correct('amendMatch', played!.id, 2, amended)).toMatchObject([{ code: 'CONFLICT' }]);
    expect(await correct('restoreMatch', played!.id, 1)).toMatchObject([{ code: 'STALE_VERSION' }]);
  });

  test('of an unknown match is refused with the given id', async () => {
    const given = 'which is not its externalId, but is "b59-5"';
    expect(await correct('voidMatch', 'b59-5', 1)).toMatchObject([
      { message: `match must be the id of a match, ${given}` },
    ]);
    const matches = [{ match: 'b59-5', expectedVersion: 1 }];
    expect(await refusedMutation('voidMatches', { league: 'strict', matches, reason: 'wrong' })).toMatchObject([
      { message: `match must be the id of a match in league strict, ${given}` },
    ]);
  });

  test('is refused while the league is recomputed', async () => {
    const [played] = await league.play(match({ ...sides(['ann'], ['ben']), playedAt: '2020-03-03T00:00:00Z' }));
    await story.sql(`INSERT INTO recompute (league_id, status, correction, reason, actor, requested_at, started_at)
      SELECT id, 'RUNNING', '{}', 'to be in the way', 'test', now(), now() FROM league WHERE slug = 'strict'`);
    before = await countRows(story);
    const errors = await correct('voidMatch', played!.id, 1);
    await story.sql(`DELETE FROM recompute WHERE actor = 'test'`);
    const message = 'League strict is already recomputing. Wait for it to finish, or cancel it.';
    expect(errors).toMatchObject([{ code: 'CONFLICT', message }]);
  });
});
