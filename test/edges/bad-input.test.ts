import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../support/graphql.js';
import { countRows } from '../support/service.js';
import { ERROR, type Story, type StoryError, type StoryLeague, SUBMIT, startStory } from '../support/story.js';
import type { MatchInput, ParticipantInput } from '../support/story-match.js';
import { expectHarmless } from './refusals.js';

const NOW = new Date('2020-06-01T12:00:00Z');

let now = NOW;
let story: Story;
let league: StoryLeague;
let before: Record<string, number>;

beforeAll(async () => {
  story = await startStory({ clock: () => now });
  league = await story.league('strict', 'zonestats', { opensAt: '2020-01-01T00:00:00Z' });
  const secret = await story.league('secret', 'zonestats', { visibility: 'PRIVATE' });
  const closed = await story.league('closed', 'zonestats', { openEntry: false });
  await league.play('ann beats ben');
  await secret.play('zed beats yan');
  expect(closed.slug).toBe('closed');
});
afterAll(() => story.stop());
beforeEach(async () => {
  before = await countRows(story);
});

/** Checks what is true of every refusal: a small answer without anything of ours in it, and nothing was written. */
async function expectNothingDone(text: string): Promise<void> {
  expectHarmless(text);
  expect(await countRows(story), 'rows of every table').toEqual(before);
}

/** Submits a match that must be rejected. */
async function rejected(match: MatchInput, slug = 'strict', as: Client = story.admin): Promise<StoryError> {
  const { data, text } = await as.ask(SUBMIT, { input: { league: slug, matches: [match] } });
  await expectNothingDone(text);
  expect(data?.submitMatches.results, text).toMatchObject([{ __typename: 'MatchRejected' }]);
  return data.submitMatches.results[0].error;
}

/** Runs a mutation that must be refused as a whole. @returns why */
async function refusedMutation(field: string, type: string, input: object): Promise<StoryError[]> {
  const mutation = `mutation ($input: ${type}!) { ${field}(input: $input) { errors { ${ERROR} } } }`;
  const { data, text } = await story.admin.ask(mutation, { input });
  await expectNothingDone(text);
  expect(data?.[field].errors.length, text).toBeGreaterThan(0);
  return data[field].errors;
}

const match = (more: Partial<MatchInput> = {}): MatchInput => ({
  ...league.match('newcomer1 beats newcomer2'),
  ...more,
});
const winner = (more: Partial<ParticipantInput>): Partial<MatchInput> => ({
  sides: [
    { placement: 1, participants: [{ player: 'newcomer1', ...more }] },
    { placement: 2, participants: [{ player: 'newcomer2' }] },
  ],
});
const sides = (...players: string[][]): Partial<MatchInput> => ({
  sides: players.map((names, index) => ({ placement: index + 1, participants: names.map((player) => ({ player })) })),
});

describe('the same external id', () => {
  test('with the same content gives the first result, and with other content a mismatch', async () => {
    const first = match({ externalId: 'twice', ...sides(['ann'], ['ben']), playedAt: '2020-02-01T00:00:00Z' });
    const [accepted] = await league.submit([first]);
    before = await countRows(story);
    expect(await league.submit([first])).toEqual([{ ...accepted, replayed: true }]);
    const error = await rejected({ ...first, ...sides(['ben'], ['ann']) });
    expect(error).toMatchObject({ code: 'IDEMPOTENCY_MISMATCH', path: ['input', 'matches', '0', 'externalId'] });
  });
});

describe('a bad match is rejected with its path', () => {
  test.each<[what: string, bad: () => Partial<MatchInput>, path: string]>([
    ['a player twice', () => sides(['ann'], ['ANN']), 'sides.1.participants.0.player'],
    ['an empty side', () => sides(['ann'], []), 'sides.1.participants'],
    ['one side', () => sides(['ann']), 'sides'],
    ['no side', () => sides(), 'sides'],
    ['1e308 points', () => winner({ score: 1e308 }), 'sides.0.participants.0.score'],
    ['NUL in a handle', () => winner({ player: 'a\0b' }), 'sides.0.participants.0.player'],
    ['a lone surrogate in a handle', () => winner({ player: 'a\ud800' }), 'sides.0.participants.0.player'],
    ['a handle of a megabyte', () => winner({ player: 'x'.repeat(1_000_000) }), 'sides.0.participants.0.player'],
    ['a handle of zero width', () => winner({ player: 'an\u200bn' }), 'sides.0.participants.0.player'],
    ['a handle that runs backwards', () => winner({ player: '\u202enna' }), 'sides.0.participants.0.player'],
    ['a handle with a blank', () => winner({ player: 'an n' }), 'sides.0.participants.0.player'],
    ['an empty handle', () => winner({ player: '' }), 'sides.0.participants.0.player'],
    ['no time', () => ({ playedAt: undefined }), 'playedAt'],
    ['a time that cannot be read', () => ({ playedAt: 'yesterday' }), 'playedAt'],
  ])('%s', async (_, bad, path) => {
    expect(await rejected(match(bad()))).toMatchObject({
      code: 'BAD_INPUT',
      path: ['input', 'matches', '0', ...path.split('.')],
    });
  });

  test.each([
    ['more than 5 minutes in the future', new Date(NOW.getTime() + 301_000).toISOString()],
    ["before the league's opening", '2019-12-31T23:59:59Z'],
  ])('a time %s', async (_, playedAt) => {
    expect(await rejected(match({ playedAt }))).toMatchObject({
      code: 'OUT_OF_WINDOW',
      path: ['input', 'matches', '0', 'playedAt'],
    });
  });

  test('a player whom a closed league does not know', async () => {
    const error = await rejected(match({ playedAt: '2020-02-01T00:00:00Z' }), 'closed');
    expect(error).toMatchObject({
      code: 'BAD_INPUT',
      path: ['input', 'matches', '0', 'sides', '0', 'participants', '0', 'player'],
    });
  });

  test('more sides than the rater takes', async () => {
    await story.league('duels', 'timed-glicko');
    before = await countRows(story);
    const error = await rejected(
      match({ ...sides(['ann'], ['ben'], ['cid']), playedAt: '2020-02-01T00:00:00Z' }),
      'duels',
    );
    expect(error).toMatchObject({ code: 'BAD_INPUT', path: ['input', 'matches', '0', 'sides'] });
  });
});

describe('invalid numbers are refused before anything is read', () => {
  test.each([
    ['NaN', 'NaN'],
    ['Infinity', 'Infinity'],
    ['1e400', '1e400'],
    ['an integer past 2^31', '2147483648'],
    ['an integer past 2^53', '9007199254740993'],
    ['a fraction', '1.5'],
    ['a text', '"1"'],
  ])('%s for a placement', async (_, number) => {
    const body = JSON.stringify({ query: SUBMIT, variables: { input: { league: 'strict', matches: [match()] } } });
    const response = await fetch(`${story.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer test-admin-token-long-enough' },
      body: body.replace('"placement":1', `"placement":${number}`),
    });
    const text = await response.text();
    expect(response.status).toBe(400);
    expect(JSON.parse(text).errors[0].extensions.code).toMatch(/^BAD_(INPUT|REQUEST)$/);
    await expectNothingDone(text);
  });
});

describe('bad settings are refused with every offending path', () => {
  test('that break their schema', async () => {
    const input = {
      slug: 'x',
      name: 'x',
      ratingSystem: 'zonestats',
      settings: { initial: 'high', spread: -1, other: 1 },
    };
    const errors = await refusedMutation('createLeague', 'CreateLeagueInput', input);
    expect(new Set(errors.map(({ code }) => code))).toEqual(new Set(['BAD_SETTINGS']));
    expect(errors.map(({ path }) => path.slice(0, 2).join('.'))).toEqual(errors.map(() => 'input.settings'));
    expect(errors.map(({ path }) => path[2])).toEqual(expect.arrayContaining(['other']));
  });

  test('that name an unknown rater', async () => {
    const input = { slug: 'x', name: 'x', ratingSystem: 'elo\0' };
    expect(await refusedMutation('createLeague', 'CreateLeagueInput', input)).toMatchObject([
      { code: 'BAD_SETTINGS', path: ['input', 'ratingSystem'] },
    ]);
  });
});

describe('a token', () => {
  const submission = () => ({ input: { league: 'strict', matches: [match()] } });
  async function denied(as: Client): Promise<string> {
    const { errors, text } = await as.ask(SUBMIT, submission());
    await expectNothingDone(text);
    expect(errors, text).toHaveLength(1);
    return errors![0]!.extensions.code;
  }
  const CREATE = `mutation ($input: CreateTokenInput!) { createToken(input: $input) { secret token { id } } }`;
  async function token(more: object) {
    const input = { name: 'bot', scopes: ['matches:submit'], leagues: ['strict'], ...more };
    const { createToken } = await story.admin.get(CREATE, { input });
    return { client: story.as(createToken.secret), id: createToken.token.id };
  }

  test('that is missing or none of ours is unauthenticated', async () => {
    expect(await denied(story.anonymous)).toBe('UNAUTHENTICATED');
    expect(await denied(story.as('ol_000000000000000000000000000000000000'))).toBe('UNAUTHENTICATED');
    expect(await denied(story.as(`' OR 1=1 --`.replaceAll(' ', '')))).toBe('UNAUTHENTICATED');
  });

  test('of another league is forbidden', async () => {
    const { client } = await token({ leagues: ['closed'] });
    before = await countRows(story);
    expect(await denied(client)).toBe('FORBIDDEN');
  });

  test('that has expired or was revoked is unauthenticated', async () => {
    const expiring = await token({ expiresAt: '2020-06-01T13:00:00Z' });
    const revoked = await token({});
    await story.admin.get(
      'mutation ($id: ID!) { revokeToken(input: { token: $id, reason: "lost" }) { errors { code } } }',
      {
        id: revoked.id,
      },
    );
    now = new Date('2020-06-01T13:00:01Z');
    before = await countRows(story);
    expect(await denied(expiring.client)).toBe('UNAUTHENTICATED');
    expect(await denied(revoked.client)).toBe('UNAUTHENTICATED');
    now = NOW;
  });
});

describe('a private league answers as one that does not exist', () => {
  const ASK: Record<string, (it: { slug: string; id: string; player: string }) => string> = {
    'by slug': ({ slug }) => `{ league(slug: "${slug}") { name } }`,
    'by id': ({ id }) => `{ node(id: "${id}") { id } }`,
    'by player': ({ player }) => `{ player(handle: "${player}") { handle ratings { nodes { value } } } }`,
    'by a search': ({ slug }) => `{ leagues(search: "${slug}") { nodes { name } } }`,
    'by a submission': ({ slug }) =>
      `mutation { submitMatches(input: { league: "${slug}", matches: [] }) { results { __typename } } }`,
  };

  test.each(Object.entries(ASK))('%s', async (_, ask) => {
    const { league: found } = await story.admin.get('{ league(slug: "secret") { id } }');
    const there = await story.anonymous.ask(ask({ slug: 'secret', id: found.id, player: 'zed' }));
    const nowhere = await story.anonymous.ask(ask({ slug: 'absent', id: 'TGVhZ3VlOjk5OTk', player: 'nobody' }));
    expect(there.text.replaceAll('secret', 'absent').replaceAll('zed', 'nobody')).toBe(nowhere.text);
    expect(there.status).toBe(nowhere.status);
    await expectNothingDone(there.text);
  });
});

describe('a correction that comes too late', () => {
  const VOID = `mutation ($input: VoidMatchInput!) { voidMatch(input: $input) { match { version } errors { ${ERROR} } } }`;
  const correct = async (field: string, type: string, id: string, expectedVersion: number, more = {}) =>
    refusedMutation(field, type, { match: id, reason: 'wrong', expectedVersion, ...more });

  test('has no effect, or is told of the version or of what is in the way', async () => {
    const [played] = await league.play(match({ ...sides(['ann'], ['ben']), playedAt: '2020-03-01T00:00:00Z' }));
    const voided = { input: { match: played!.id, reason: 'wrong', expectedVersion: 1 } };
    const { voidMatch } = await story.admin.get(VOID, voided);
    expect(voidMatch).toEqual({ match: { version: 2 }, errors: [] });
    before = await countRows(story);

    const again = await story.admin.ask(VOID, { input: { ...voided.input, expectedVersion: 2 } });
    await expectNothingDone(again.text);
    expect(again.data.voidMatch).toEqual({ match: { version: 2 }, errors: [] });

    const amended = { playedAt: '2020-03-02T00:00:00Z' };
    expect(await correct('amendMatch', 'AmendMatchInput', played!.id, 2, amended)).toMatchObject([
      { code: 'CONFLICT' },
    ]);
    expect(await correct('restoreMatch', 'RestoreMatchInput', played!.id, 1)).toMatchObject([
      { code: 'STALE_VERSION' },
    ]);
  });

  test('is refused while the league is recomputed', async () => {
    const [played] = await league.play(match({ ...sides(['ann'], ['ben']), playedAt: '2020-03-03T00:00:00Z' }));
    await story.sql(`INSERT INTO recompute (league_id, status, correction, reason, actor, requested_at, started_at)
      SELECT id, 'RUNNING', '{}', 'to be in the way', 'test', now(), now() FROM league WHERE slug = 'strict'`);
    before = await countRows(story);
    const errors = await correct('voidMatch', 'VoidMatchInput', played!.id, 1);
    await story.sql(`DELETE FROM recompute WHERE actor = 'test'`);
    expect(errors).toMatchObject([{ code: 'CONFLICT' }]);
  });
});
