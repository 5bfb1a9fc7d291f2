import { describe, expect, test } from 'vitest';
import { nodeId } from '../../services/api/dist/graphql/scalars.js';
import { Seal } from '../../services/api/dist/kit/seal.js';
import type { Row } from '../support/graphql.js';
import { plainId as encoded, sealOf } from '../support/seal.js';
import { useLeague, useStory } from '../support/story.js';

const story = useStory();
const league = useLeague(story, 'nodes', 'ann beats ben', 'ben beats ann');

const NODE = `query ($id: ID!) { node(id: $id) {
  __typename id
  ... on League { slug }
  ... on Player { handle }
  ... on Match { externalId }
  ... on Rating { value player { handle } league { slug } }
  ... on RatingChange { delta match { externalId } player { handle } }
} }`;

const find = async (id: string) => (await story.anonymous.get(NODE, { id })).node;

test('everything with an id is found by it', async () => {
  const seen = await league.read(
    `id
     match(externalId: "nodes-2") { id externalId sides { participants { player { id } ratingChange { id delta } } } }
     rating(player: "ann") { id value player { id } }`,
  );
  const { match, rating } = seen;
  const [ben, ann] = match.sides.map((side: Row) => side.participants[0]);
  expect(await find(seen.id)).toEqual({ __typename: 'League', id: seen.id, slug: 'nodes' });
  expect(await find(ann.player.id)).toEqual({ __typename: 'Player', id: rating.player.id, handle: 'ann' });
  expect(await find(match.id)).toEqual({ __typename: 'Match', id: match.id, externalId: 'nodes-2' });
  expect(await find(rating.id)).toEqual({
    __typename: 'Rating',
    id: rating.id,
    value: rating.value,
    player: { handle: 'ann' },
    league: { slug: 'nodes' },
  });
  expect(await find(ben.ratingChange.id)).toEqual({
    __typename: 'RatingChange',
    id: ben.ratingChange.id,
    delta: ben.ratingChange.delta,
    match: { externalId: 'nodes-2' },
    player: { handle: 'ben' },
  });
});

test('a player is the same in every league that knows them, with the same date', async () => {
  const later = await story.league('later', 'zonestats', { played: ['ann beats dan'] });
  const known = 'handle id createdAt';
  const { player } = await story.anonymous.get(`{ player(handle: "ann") { ${known} } }`);
  const read = await later.read(
    `rating(player: "ann") { player { ${known} } } playersLike(part: "ann") { ${known} }
     standings(includeProvisional: true) { nodes { player { ${known} } } }
     matches { nodes { sides { participants { player { ${known} } } } } }`,
  );
  expect(read.rating.player).toEqual(player);
  expect(read.playersLike).toEqual([player]);
  expect(read.standings.nodes[0].player).toEqual(player);
  expect(read.matches.nodes[0].sides[0].participants[0].player).toEqual(player);
});

const RATED = 'id value matchesPlayed player { handle }';

test('a rating at a past moment has its own id, which finds it unchanged', async () => {
  const { match } = await league.read('match(externalId: "nodes-1") { playedAt }');
  const { playedAt: at } = match;
  const { now, then, known, page } = await league.read(
    `now: rating(player: "ann") { ${RATED} }
     then: rating(player: "ann", at: "${at}") { ${RATED} rank }
     known: rating(player: "ann", asKnownAt: "2100-01-01T00:00:00Z") { ${RATED} }
     page: standings(asOf: "${at}", includeProvisional: true) { nodes { rating { ${RATED} rank } } }`,
  );
  expect([now.matchesPlayed, then.matchesPlayed, known.matchesPlayed]).toEqual([2, 1, 2]);
  expect(new Set([now.id, then.id, known.id]).size).toBe(3);
  expect(page.nodes.map(({ rating }: { rating: object }) => rating)).toContainEqual(then);
  const query = `query ($id: ID!) { node(id: $id) { ... on Rating { ${RATED} rank } } }`;
  expect((await story.anonymous.get(query, { id: then.id })).node).toEqual(then);
  expect((await story.anonymous.get(query, { id: known.id })).node).toMatchObject(known);
});

test('ratings in the effect of a correction, real or tried, have ids of their own that find nothing', async () => {
  const match = await league.correctable('nodes-2');
  const dryRun = (dry: boolean) => {
    const input = { ...match, reason: 'a test', dryRun: dry };
    return story.admin.mutate('voidMatch', input, `effect { standings { rating { ${RATED} } } }`);
  };
  const ratingsOf = (payload: Awaited<ReturnType<typeof dryRun>>) =>
    payload.effect.standings.map(({ rating }: { rating: { id: string } }) => rating);
  const [would, again, did] = [
    ratingsOf(await dryRun(true)),
    ratingsOf(await dryRun(true)),
    ratingsOf(await dryRun(false)),
  ];
  expect(would).toHaveLength(2);
  expect(again).toEqual(would);
  const { standings } = await league.read(`standings(includeProvisional: true) { nodes { rating { ${RATED} } } }`);
  const current = standings.nodes.map(({ rating }: { rating: { id: string } }) => rating.id);
  for (const { id } of [...would, ...did]) {
    expect(current).not.toContain(id);
    expect(await find(id)).toBeNull();
  }
});

test('the id of a guest finds the player', async () => {
  const guest = { placement: 2, participants: [{ player: 'guest', isGuest: true }] };
  const ann = { placement: 1, participants: [{ player: 'ann' }] };
  const [match] = await league.play(league.match([ann, guest]));
  const { league: read } = await story.anonymous.get(
    `{ league(slug: "nodes") { match(externalId: "${match!.externalId}") { sides { participants { player { id } } } } } }`,
  );
  expect(await find(read.match.sides[1].participants[0].player.id)).toMatchObject({ handle: 'guest' });
});

describe('an unknown id finds nothing', () => {
  test.each([
    ['of nothing', ''],
    ['of garbage', '§§§'],
    ['of 60,000 letters', 'A'.repeat(60_000)],
    // There is one of this number, and no version gave its id out in plain.
    ['of a league, unsealed', encoded('League:1')],
  ])('%s', async (_, id) => {
    expect(await find(id)).toBeNull();
  });

  test.each<[what: string, make: (needs: { readonly seal: Seal }) => string]>([
    ['of an unknown league', (needs) => nodeId(needs, 'League', 999)],
    ['of an unknown player', (needs) => nodeId(needs, 'Player', 999)],
    ['of an unknown match', (needs) => nodeId(needs, 'Match', 1, 999)],
    ['of a match of no league', (needs) => nodeId(needs, 'Match', 2 ** 31 - 1, 2 ** 31 - 1)],
    ['of an unknown rating', (needs) => nodeId(needs, 'Rating', 1, 999)],
    ['of a rating change of another revision', (needs) => nodeId(needs, 'RatingChange', 1, 1, 1, 2)],
    ['of a rating change by chance', (needs) => nodeId(needs, 'RatingChange', ...Array(4).fill(2 ** 31 - 1))],
    ['of 0', (needs) => nodeId(needs, 'League', 0)],
    ['of a token', (needs) => nodeId(needs, 'Token', 1)],
    ['of an entry of the audit log', (needs) => nodeId(needs, 'AuditEntry', 0, 1)],
    ['of another instance', () => nodeId({ seal: new Seal(Buffer.alloc(32, 7)) }, 'League', 1)],
  ])('sealed, %s', async (_, make) => {
    expect(await find(make({ seal: await sealOf(story.databaseUrl) }))).toBeNull();
  });
});
