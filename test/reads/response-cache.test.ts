import { createHash } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { LeagueReader } from '../../services/api/dist/league/league-reader.js';
import type { Row } from '../support/graphql.js';
import { ADMIN_TOKEN, type Service, useService } from '../support/service.js';
import { sentStatements } from '../support/statements.js';
import { newToken, useLeague, useStory } from '../support/story.js';
import { sidesOf } from '../support/story-match.js';

const BOARD = `query ($league: String!) { league(slug: $league) {
  name matchCount visibility ratingSystem { revision }
  standings(includeProvisional: true) { nodes { rank player { handle displayName } rating { value matchesPlayed } } }
  matches { nodes { externalId status version sides { participants { player { handle } } } } }
} }`;

/** Of all leagues; how many players they have is counted again after some seconds only. */
const LISTS = `query ($league: String!) {
  league(slug: $league) { slug }
  leagues { totalCount nodes { slug name matchCount playerCount standings(first: 1) { nodes { player { handle displayName } } } } }
  archived: leagues(search: "asia", includeArchived: true) { nodes { slug } }
  matches { nodes { externalId version sides { participants { player { handle displayName } } } } }
  corrections { nodes { action matchCount changeCount } }
  totals { leagues matches }
}`;

/** What Apollo Client sends along with each request. */
const APOLLO = { clientLibrary: { name: '@apollo/client', version: '4.3.8' } };

const story = useStory({ env: { OPENLADDER_RATE_LIMIT: '100000000' } });
/** Another process on the same database. */
const replica = useService(() => ({ databaseUrl: story.databaseUrl }));
const league = useLeague(story, 'europe', 'ann beats ben', 'ben beats cid');

interface Kept {
  readonly status: number;
  readonly etag: string | null;
  readonly headers: Headers;
  readonly data: Row;
}

async function ask(
  service: Pick<Service, 'url'>,
  query = BOARD,
  { token = '', ifNoneMatch = '', method = 'GET', variables = { league: 'europe' } } = {},
): Promise<Kept> {
  const headers = {
    'content-type': 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
    ...(ifNoneMatch && { 'if-none-match': ifNoneMatch }),
  };
  const search = new URLSearchParams({ query, variables: JSON.stringify(variables) });
  const response = await (method === 'GET'
    ? fetch(`${service.url}/graphql?${search}`, { headers })
    : fetch(`${service.url}/graphql`, { method, headers, body: JSON.stringify({ query, variables }) }));
  const text = await response.text();
  const data = text === '' ? null : JSON.parse(text).data;
  return { status: response.status, etag: response.headers.get('etag'), headers: response.headers, data };
}

describe('a response to a caller without a token', () => {
  test.each(['GET', 'POST'])('is the same from memory, and has headers for caching (%s)', async (method) => {
    const first = await ask(story, BOARD, { method });
    const again = await ask(story, BOARD, { method });
    expect(again.data).toEqual(first.data);
    expect(first.etag).toMatch(/^"[\w-]+"$/);
    expect(again.etag).toBe(first.etag);
    for (const { headers } of [first, again]) {
      expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
      expect(headers.get('content-type')).toMatch(/^application\/(graphql-response\+)?json; charset=utf-8$/);
      expect(headers.get('ratelimit')).toMatch(/^"points";r=\d+/);
      expect(headers.get('x-request-id')).not.toBeNull();
    }
  });

  test('is not sent again to its reader until something changes', async () => {
    const { etag } = await ask(story);
    const unchanged = await ask(story, BOARD, { ifNoneMatch: `"other", W/${etag}` });
    expect(unchanged).toMatchObject({ status: 304, etag, data: null });
    // A cache would take these for the answer's own.
    for (const name of ['content-type', 'content-length']) expect(unchanged.headers.has(name)).toBe(false);
    await league.play('cid beats ann');
    const changed = await ask(story, BOARD, { ifNoneMatch: etag! });
    expect(changed.status).toBe(200);
    expect(changed.data.league.matchCount).toBe(3);
    expect(changed.etag).not.toBe(etag);
  });
});

test.each<[what: string, more: Record<string, string>, body: object]>([
  ['says in extensions what it is', { extensions: JSON.stringify(APOLLO) }, { extensions: APOLLO }],
  ['sends empty extensions', { extensions: '{}' }, { extensions: null }],
  ['names no operation by an empty name', { operationName: '' }, { operationName: '' }],
])('a client that %s gets the same response, with caching allowed', async (_, more, body) => {
  const { etag } = await ask(story);
  const variables = { league: 'europe' };
  const search = new URLSearchParams({ query: BOARD, variables: JSON.stringify(variables), ...more });
  const got = await fetch(`${story.url}/graphql?${search}`);
  const posted = await fetch(`${story.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: BOARD, variables, ...body }),
  });
  for (const { status, headers } of [got, posted]) expect([status, headers.get('etag')]).toEqual([200, etag]);
});

describe('no response is cached', () => {
  test('for a caller with a token', async () => {
    await ask(story);
    const { status, etag, headers } = await ask(story, BOARD, { token: ADMIN_TOKEN });
    expect([status, etag, headers.get('cache-control')]).toEqual([200, null, 'no-store']);
  });

  test.each([
    ['an unknown league', '{ league(slug: "asia") { name } }'],
    ['an error', '{ league(slug: "europe") { standings(first: 1000) { nodes { rank } } } }'],
    ['recomputes', '{ league(slug: "europe") { recomputes { nodes { id } } } }'],
    ['the queue', '{ league(slug: "europe") { queue { waiting } } }'],
    [
      'a prediction',
      '{ league(slug: "europe") { prediction(sides: [["ann"], ["ben"]]) { sides { winProbability } } } }',
    ],
    [
      "a player's other leagues",
      '{ league(slug: "europe") { rating(player: "ann") { player { ratings { nodes { value } } } } } }',
    ],
    ['a player', '{ player(handle: "ann") { handle } }'],
    ['a search', '{ search(text: "ann") { __typename } }'],
    ['the caller', '{ viewer { name } league(slug: "europe") { name } }'],
  ])('of %s', async (_, query) => {
    const { status, etag } = await ask(story, query);
    expect(status).toBe(200);
    expect(etag).toBeNull();
  });

  test('of a private league', async () => {
    await story.league('secret', 'zonestats', { visibility: 'PRIVATE' });
    const variables = { league: 'secret' };
    expect((await ask(story, BOARD, { variables, token: ADMIN_TOKEN })).data.league).not.toBeNull();
    const { etag, data } = await ask(story, BOARD, { variables });
    expect([etag, data]).toEqual([null, { league: null }]);
  });
});

describe('a document that is named by its hash', () => {
  const search = (hash: string, more: Record<string, string> = {}) =>
    new URLSearchParams({
      extensions: JSON.stringify({ ...APOLLO, persistedQuery: { version: 1, sha256Hash: hash } }),
      variables: JSON.stringify({ league: 'europe' }),
      ...more,
    });
  const hashOf = (document: string) => createHash('sha256').update(document).digest('hex');
  const get = async (parameters: URLSearchParams) => {
    const response = await fetch(`${story.url}/graphql?${parameters}`);
    const { data = null, errors = [] } = (await response.json()) as { data?: unknown; errors?: { message: string }[] };
    return { status: response.status, headers: response.headers, data, errors };
  };

  test('is sent once, and then its hash gets a response, which is cached', async () => {
    const hash = hashOf(BOARD);
    const unknown = await get(search(hash));
    expect(unknown).toMatchObject({
      status: 200,
      errors: [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }],
    });
    expect(unknown.headers.get('cache-control')).toBe('no-store');
    const sent = await get(search(hash, { query: BOARD }));
    // Often enough that it is compiled.
    for (let time = 0; time < 5; time++) {
      const named = await get(search(hash));
      expect(named.data).toEqual(sent.data);
      expect(named.headers.get('etag')).toBe(sent.headers.get('etag'));
    }
    const body = JSON.stringify({
      extensions: { persistedQuery: { version: 1, sha256Hash: hash } },
      variables: { league: 'europe' },
    });
    const headers = { 'content-type': 'application/json' };
    const posted = await fetch(`${story.url}/graphql`, { method: 'POST', headers, body });
    expect(await posted.json()).toEqual({ data: sent.data });
  });

  test('has that hash, is within the limits, and changes nothing by GET', async () => {
    const other = hashOf('{ __typename }');
    expect(await get(search(other, { query: BOARD }))).toMatchObject({
      status: 400,
      errors: [{ extensions: { code: 'BAD_REQUEST' } }],
    });
    const aliases = `{ ${Array.from({ length: 40 }, (_, n) => `a${n}: __typename`).join(' ')} }`;
    expect((await get(search(hashOf(aliases), { query: aliases }))).status).toBe(400);
    expect((await get(search(hashOf(aliases)))).errors[0]!.message).toBe('PersistedQueryNotFound');
    const mutation =
      'mutation { updateLeague(input: { league: "europe", name: "x", reason: "y" }) { errors { message } } }';
    expect((await get(search(hashOf(mutation), { query: mutation }))).status).toBe(405);
    expect((await get(search(hashOf(mutation)))).status).toBe(405);
  });
});

// Last, because it leaves little as it was.
test('a response is never outdated, after any write by any replica', async () => {
  let asked = 0;
  const { mutate } = story.admin;
  const writes: readonly (() => Promise<unknown>)[] = [
    () => league.play('ann beats ben'),
    () => league.play('dan beats ann', league.match('eve beats dan', { playedAt: '2020-01-01T00:00:00Z' })),
    async () => {
      const { matches } = await league.read('matches(first: 1) { nodes { match: id expectedVersion: version } }');
      await mutate('voidMatch', { ...matches.nodes[0], reason: 'x' });
    },
    () => mutate('updateLeague', { league: 'europe', name: 'Evropa', reason: 'x' }),
    () => mutate('registerPlayers', { league: 'europe', players: ['newcomer'] }),
    () => mutate('updatePlayer', { player: 'ann', handle: 'anna', reason: 'x' }),
    () => mutate('updatePlayer', { player: 'ann', displayName: 'Łukasz 🦊', reason: 'x' }),
    () => mutate('linkAccount', { player: 'ann', account: 'discord:1234', reason: 'x' }),
    () => mutate('unlinkAccount', { account: 'discord:1234', reason: 'x' }),
    () => mutate('mergePlayers', { league: 'europe', player: 'dan', into: 'ben', reason: 'x' }),
    () => mutate('recomputeLeague', { league: 'europe', reason: 'x' }),
    () => mutate('createLeague', { slug: 'asia', name: 'Asia', ratingSystem: 'elo' }),
    () => mutate('archiveLeague', { league: 'asia', reason: 'x' }),
    () => mutate('deleteLeague', { league: 'asia', confirm: 'asia', reason: 'x' }),
  ];
  const queries = [
    BOARD,
    'query ($league: String!) { league(slug: $league) { rating(player: "newcomer") { matchesPlayed } } }',
    'query ($league: String!) { league(slug: $league) { rating(player: "discord:1234") { matchesPlayed } } }',
    LISTS,
  ];
  for (const write of writes) {
    for (const query of queries) for (const service of [story, replica]) await ask(service, query);
    await write();
    for (const query of queries) {
      // No answer to this is kept.
      const { data: expected } = await ask(replica, query + ' '.repeat(++asked));
      for (const service of [story, replica]) expect((await ask(service, query)).data).toEqual(expected);
    }
  }
  await mutate('updateLeague', { league: 'europe', visibility: 'PRIVATE', reason: 'x' });
  for (const service of [story, replica]) expect((await ask(service)).data.league).toBeNull();
});

test('no cached response names a person who was erased or renamed, even in leagues that do not know them', async () => {
  await (await story.league('knows', 'elo')).play('gus beats ben');
  const aside = await story.league('aside', 'elo');
  const bot = await newToken(story.admin, { name: "gus's bot", leagues: ['aside'] });
  await aside.submit([aside.match('ann beats ben')], story.as(bot.secret));
  const guest = { placement: 2, participants: [{ player: 'gus', isGuest: true }] };
  const [first, second] = aside.match('ann beats ben').sides;
  const [match] = await aside.play(aside.match([first!, guest], { externalId: 'with a guest' }));
  const amended = { match: match!.id, expectedVersion: 1, sides: [first, second], reason: 'they were not there' };
  await story.admin.mutate('amendMatch', amended);
  const query = `{ league(slug: "aside") { matches { nodes {
    submittedBy history { sides { participants { player { handle } } } } } } } }`;
  const answered = async () => JSON.stringify((await ask(story, query)).data);
  for (let times = 0; times < 2; times++) expect(await answered()).toMatch(/"gus".*"gus's bot"/);
  await story.admin.mutate('updatePlayer', { player: 'gus', handle: 'guus', reason: 'x' });
  expect(await answered()).toMatch(/"guus"/);
  await story.admin.mutate('erasePlayer', { player: 'guus', confirm: 'guus', reason: 'they wish to go' });
  expect(await answered()).not.toMatch(/gu+s/);
});

test('a cached response of a league follows the visibility of its players, even in other leagues', async () => {
  await story.league('first', 'elo', { visibility: 'PRIVATE', played: ['pat beats ben'] });
  await story.admin.mutate('updatePlayer', { player: 'pat', displayName: 'Pat the Great', reason: 'x' });
  await (await story.league('second', 'elo')).play('pat beats ann');
  const query = '{ league(slug: "second") { standings { nodes { player { displayName createdAt } } } } }';
  const answered = async (spaces: number) => JSON.stringify((await ask(story, query + ' '.repeat(spaces))).data);
  let asked = 0;
  for (const visibility of ['PUBLIC', 'PRIVATE', 'PUBLIC']) {
    for (let times = 0; times < 2; times++) await answered(0);
    await story.admin.mutate('updateLeague', { league: 'first', visibility, reason: 'x' });
    // No answer to this is kept.
    const now = await answered(++asked);
    expect(now.includes('Pat the Great')).toBe(visibility === 'PUBLIC');
    expect(await answered(0)).toBe(now);
  }
});

test('the pairings of the queue are kept until a ticket changes or a match is played, on every replica', async () => {
  await story.league('queued', 'timed-glicko');
  const PAIRINGS =
    'query ($league: String!) { league(slug: $league) { pairings { tickets { player { handle } winProbability } } } }';
  const read = async (service: Pick<Service, 'url'> = story) => {
    const { etag, data } = await ask(service, PAIRINGS, { variables: { league: 'queued' } });
    const players = data.league.pairings.map(({ tickets }: Row) => tickets.map(({ player }: Row) => player.handle));
    return { etag, players };
  };
  const join = (player: string) => story.admin.mutate('joinQueue', { league: 'queued', player });
  const empty = await read();
  expect(empty).toEqual({ etag: expect.any(String), players: [] });
  expect(await sentStatements(() => read(), /queue_ticket/), 'a league without a queue').toEqual([]);
  await join('ann');
  expect(await read()).toEqual(empty);
  await join('ben');
  const moveBy = (interval: string) =>
    story.sql(`UPDATE queue_ticket SET resolved_at = resolved_at + interval '${interval}' WHERE status = 'MATCHED'`);
  await moveBy('1 minute');
  expect((await read()).players, 'paired by a process whose clock is ahead').toEqual([['ann', 'ben']]);
  await moveBy('-1 minute');
  const away = vi.spyOn(LeagueReader.prototype, 'stampOf').mockResolvedValue(undefined);
  expect((await read()).players, 'nothing is known of the queue').toEqual([]);
  away.mockRestore();
  for (const service of [story, replica]) expect((await read(service)).players).toEqual([['ann', 'ben']]);
  const sent = await sentStatements(() => read(), /queue_ticket/);
  expect(sent, 'one statement finds that nothing has changed').toHaveLength(1);
  await story.admin.mutate(
    'submitMatches',
    {
      league: 'queued',
      matches: [{ externalId: 'q1', playedAt: new Date().toISOString(), sides: sidesOf('ann beats ben') }],
    },
    'results { __typename }',
  );
  for (const service of [story, replica]) expect((await read(service)).players).toEqual([]);
});
