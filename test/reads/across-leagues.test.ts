import { expect, test } from 'vitest';
import type { Client, Row } from '../support/graphql.js';
import { rowsRead, sentStatements } from '../support/statements.js';
import { type StoryLeague, useStory } from '../support/story.js';

const story = useStory();

/** Two public leagues whose matches alternate, and a private one between them. */
let [east, west, secret]: StoryLeague[] = [];
let member: Client;

const at = (hour: number) => ({ playedAt: new Date(Date.UTC(2020, 0, 1, hour)).toISOString() });
const feed = async (args: string, as: Client = story.anonymous) => {
  const { matches } = await as.get(
    `{ matches(${args}) { nodes { externalId league { slug } sides { participants { player { handle } } } } pageInfo { endCursor hasNextPage } } }`,
  );
  return { ...matches, ids: matches.nodes.map(({ externalId }: Row) => externalId) };
};
const found = async (text: string, as: Client = story.anonymous) => {
  const { search } = await as.get(
    `query ($text: String!) { search(text: $text) {
       __typename ... on League { slug } ... on Player { handle displayName } ... on Match { externalId league { slug } } } }`,
    { text },
  );
  return search.map(
    (each: Record<string, string>) => `${each.__typename} ${each.slug ?? each.handle ?? each.externalId}`,
  );
};

test('the newest matches of all leagues are those that count and that the caller may read, page by page', async () => {
  east = await story.league('east');
  west = await story.league('west');
  secret = await story.league('secret', 'zonestats', { visibility: 'PRIVATE' });
  member = await story.bot(['league:read'], 'secret');
  await east!.play(east!.match('ann beats ben', at(1)), east!.match('ann beats ben', at(4)));
  await west!.play(
    west!.match('cleo beats ann', at(2)),
    west!.match('cleo beats ann', at(3)),
    west!.match('cleo beats ann', at(6)),
  );
  await secret!.play(secret!.match('spy beats ann', at(5)));
  await story.admin.mutate('voidMatch', { ...(await west!.correctable('west-2')), reason: 'not played' });

  expect((await feed('first: 10')).ids).toEqual(['west-3', 'east-2', 'west-1', 'east-1']);
  expect((await feed('first: 10', member)).ids).toEqual(['west-3', 'secret-1', 'east-2', 'west-1', 'east-1']);
  expect((await feed('first: 10, since: "2020-01-01T02:00:00Z"')).ids).toEqual(['west-3', 'east-2', 'west-1']);
  const first = await feed('first: 1');
  expect(first).toMatchObject({ ids: ['west-3'], pageInfo: { hasNextPage: true } });
  expect(first.nodes[0]).toMatchObject({ league: { slug: 'west' } });
  const next = await feed(`first: 2, after: "${first.pageInfo.endCursor}"`);
  expect(next.ids).toEqual(['east-2', 'west-1']);
  expect((await feed(`first: 2, after: "${next.pageInfo.endCursor}"`)).ids).toEqual(['east-1']);
});

test('a match of merged players shows the player for whom they count', async () => {
  await east!.play(east!.match('old_ann beats dan', at(7)));
  await story.admin.mutate('mergePlayers', { league: 'east', player: 'old_ann', into: 'ann', reason: 'one person' });
  const { nodes } = await feed('first: 1');
  expect(nodes[0].sides[0].participants[0].player.handle).toBe('ann');
});

test('the newest matches of a player are theirs under any handle, in the leagues that the caller may read', async () => {
  await west!.play(
    west!.match(
      [
        { placement: 1, participants: [{ player: 'cleo' }] },
        { placement: 2, participants: [{ player: 'dan' }, { player: 'ann', isGuest: true }] },
      ],
      at(8),
    ),
  );
  const all = ['west-4', 'east-3', 'west-3', 'east-2', 'west-1', 'east-1'];
  expect((await feed('player: "ann"')).ids).toEqual(all);
  expect((await feed('player: "ANN"', member)).ids).toEqual([...all.slice(0, 3), 'secret-1', ...all.slice(3)]);
  expect((await feed('player: "dan"')).ids).toEqual(['west-4', 'east-3']);
  expect((await feed('player: "ben"')).ids).toEqual(['east-2', 'east-1']);
  for (const nobody of ['spy', 'nobody']) expect((await feed(`player: "${nobody}"`)).ids).toEqual([]);
  const first = await feed('player: "ann", first: 2');
  expect(first).toMatchObject({ ids: all.slice(0, 2), pageInfo: { hasNextPage: true } });
  const next = await feed(`player: "ann", first: 3, after: "${first.pageInfo.endCursor}"`);
  expect(next.ids).toEqual(all.slice(2, 5));
});

test('an archived league is in no list of matches', async () => {
  const old = await story.league('old');
  await old.play(old.match('ann beats ben', at(9)));
  expect((await feed('first: 1')).ids).toEqual(['old-1']);
  await story.admin.mutate('archiveLeague', { league: 'old', reason: 'over' });
  expect((await feed('first: 1')).ids).toEqual(['west-4']);
});

test('a search lists leagues, players and matches; names that begin with the text come before those that contain it', async () => {
  await story.league('annual', 'zonestats', { name: 'The annual cup' });
  await east!.play('joann beats annika');
  expect(await found('ann')).toEqual([
    'Player ann',
    'League annual',
    'Player annika',
    'Player joann',
    'Player old_ann',
  ]);
  expect(await found('ANNUAL')).toEqual(['League annual']);
  expect(await found('annual cup')).toEqual(['League annual']);
  expect(await found('west-1')).toEqual(['Match west-1']);
  expect(await found('nobody')).toEqual([]);
  expect(await found('')).toEqual([]);
  expect(await found('100%')).toEqual([]);
});

test('a search finds display names, and hidden players, but nothing of leagues that the caller may not read', async () => {
  await story.admin.mutate('updatePlayer', { player: 'dan', displayName: 'Zoë Dánger', reason: 'asked for it' });
  await story.admin.mutate('hidePlayer', { league: 'east', player: 'dan', reason: 'asked for it' });
  expect(await found('zoë')).toEqual(['Player dan']);
  expect(await found('zoë', story.admin)).toEqual(['Player dan']);
  for (const text of ['spy', 'secret', 'secret-1']) expect(await found(text)).toEqual([]);
  expect(await found('spy', member)).toEqual(['Player spy']);
  expect(await found('secret-1', member)).toEqual(['Match secret-1']);
  expect(await found('secret', member)).toEqual(['League secret']);
  expect((await story.anonymous.fail('{ search(text: "a", first: 101) { __typename } }')).message).toContain('first');
  expect((await story.anonymous.fail(`{ search(text: "${'a'.repeat(201)}") { __typename } }`)).message).toContain(
    'text must be at most 200 characters long',
  );
});

test('players whose display name is the text come before those whose handles begin with it, however many they are', async () => {
  await east!.play('dora_1 beats dora_2', 'dora_3 beats zed');
  await story.admin.mutate('updatePlayer', { player: 'zed', displayName: 'Dora', reason: 'asked for it' });
  const first = async (as: Client) =>
    (await as.get('{ search(text: "dorA", first: 2) { ... on Player { handle } } }')).search;
  for (const as of [story.anonymous, member, story.admin]) {
    expect(await first(as)).toEqual([{ handle: 'zed' }, { handle: 'dora_1' }]);
  }
  // A name that only a private league knows, although others know the player.
  await story.admin.mutate('updatePlayer', { player: 'spy', displayName: 'Dora', reason: 'asked for it' });
  await east!.play('spy beats dora_1');
  expect(await first(story.anonymous)).toEqual([{ handle: 'zed' }, { handle: 'dora_1' }]);
  expect(await first(member)).toEqual([{ handle: 'spy' }, { handle: 'zed' }]);
});

test('totals count public leagues only', async () => {
  const { totals } = await story.anonymous.get('{ totals { leagues players matches ratedMatches } }');
  const { matchCount } = await secret!.read('matchCount');
  expect(matchCount).toBe(1);
  // Archived: old. Void: west-2.
  expect(totals).toEqual({ leagues: 4, players: 12, matches: 12, ratedMatches: 11 });
});

test('corrections are visible to everybody, and their authors and reasons only to admins of the league', async () => {
  const { id } = (await secret!.read('match(externalId: "secret-1") { id }')).match;
  await story.admin.mutate('voidMatch', { match: id, expectedVersion: 1, reason: 'a secret' });
  const CORRECTIONS = 'corrections { nodes { action matchCount match { externalId } league { slug } reason actor } }';
  const merge = { action: 'mergePlayers', matchCount: null, match: null, league: { slug: 'east' } };
  const voided = { action: 'voidMatch', matchCount: 1, match: { externalId: 'west-2' }, league: { slug: 'west' } };
  const unsaid = { reason: null, actor: null };
  expect((await story.anonymous.get(`{ ${CORRECTIONS} }`)).corrections.nodes).toEqual([
    { ...merge, ...unsaid },
    { ...voided, ...unsaid },
  ]);
  const all = (await story.admin.get(`{ ${CORRECTIONS} }`)).corrections.nodes;
  expect(all).toHaveLength(3);
  expect(all[0]).toMatchObject({ league: { slug: 'secret' }, reason: 'a secret' });
  const admin = await story.bot(['league:admin'], 'west');
  const own = await west!.read(CORRECTIONS, undefined, admin);
  expect(own.corrections.nodes).toEqual([{ ...voided, reason: 'not played', actor: expect.any(String) }]);
  expect((await west!.read(CORRECTIONS, undefined, story.anonymous)).corrections.nodes).toEqual([
    { ...voided, ...unsaid },
  ]);
});

/** Voids that many matches together. */
async function voidFirst(league: StoryLeague, count: number): Promise<void> {
  const { matches } = await league.read(`matches(first: ${count}) { nodes { match: id expectedVersion: version } }`);
  await story.admin.mutate('voidMatches', { league: league.slug, matches: matches.nodes, reason: 'a test' });
}

test('matches that are corrected together are one correction', async () => {
  await voidFirst(east!, 2);
  const { corrections } = await east!.read(
    'corrections(first: 1) { nodes { action matchCount match { id } } pageInfo { endCursor } }',
  );
  expect(corrections.nodes).toEqual([{ action: 'voidMatches', matchCount: 2, match: null }]);
  const next = await east!.read(
    `corrections(first: 5, after: "${corrections.pageInfo.endCursor}") { nodes { action } }`,
  );
  expect(next.corrections.nodes).toEqual([{ action: 'mergePlayers' }]);
});

test('a correction shows the number of changed ratings and the largest change, as in its response', async () => {
  const moved = await story.league('moved', 'elo');
  await moved.play('ann beats ben', 'ann beats ben', 'cid beats ann', 'dan beats eve');
  const of = async (externalId: string) =>
    (await moved.read(`match(externalId: "${externalId}") { id version sides { participants { player { handle } } } }`))
      .match;
  const { id } = await of('moved-1');
  const { effect } = await story.admin.mutate(
    'voidMatch',
    { match: id, expectedVersion: 1, reason: 'not played' },
    'effect { changeCount changes { delta } }',
  );
  const largest = Math.max(...effect.changes.map(({ delta }: Row) => Math.abs(delta)));
  expect(effect.changeCount).toBe(3);
  const newest = async () =>
    (
      await moved.read(
        'corrections(first: 1) { nodes { action changeCount largestChange } }',
        undefined,
        story.anonymous,
      )
    ).corrections.nodes[0];
  expect(await newest()).toEqual({ action: 'voidMatch', changeCount: 3, largestChange: largest });
  await story.admin.mutate('amendMatch', {
    ...{ match: (await of('moved-4')).id, expectedVersion: 1, reason: 'the map', details: { map: 'Dust' } },
  });
  expect(await newest()).toEqual({ action: 'amendMatch', changeCount: 0, largestChange: null });
});

test('void matches after those that count are not read', async () => {
  const tried = await story.league('tried');
  await tried.play(...Array.from({ length: 100 }, () => 'ann beats ben'));
  await voidFirst(tried, 99);
  const sent = await sentStatements(() => feed('first: 2'), /status = 'RATED' AND played_at BETWEEN/);
  expect(sent).toHaveLength(1);
  await story.sql('ANALYZE match');
  expect(await rowsRead(story.databaseUrl, sent[0]!)).toBeLessThan(99);
});
