import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Story, type StoryLeague, startStory } from '../support/story.js';

let story: Story;
let league: StoryLeague;

beforeAll(async () => {
  story = await startStory();
  league = await story.league('nodes');
  await league.play('ann beats ben', 'ben beats ann');
});
afterAll(() => story.stop());

const NODE = `query ($id: ID!) { node(id: $id) {
  __typename id
  ... on League { slug }
  ... on Player { handle }
  ... on Match { externalId }
  ... on Rating { value player { handle } league { slug } }
  ... on RatingChange { delta match { externalId } player { handle } }
} }`;

const find = async (id: string) => (await story.anonymous.get(NODE, { id })).node;

test('everything that has an id is found by it', async () => {
  const seen = await league.read(
    `id
     match(externalId: "nodes-2") { id externalId sides { participants { player { id } ratingChange { id delta } } } }
     rating(player: "ann") { id value player { id } }`,
  );
  const { match, rating } = seen;
  const [ben, ann] = match.sides.map((side: { participants: object[] }) => side.participants[0]);
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

test('the id of a guest finds the player', async () => {
  const guest = { placement: 2, participants: [{ player: 'guest', isGuest: true }] };
  const ann = { placement: 1, participants: [{ player: 'ann' }] };
  const [match] = await league.play(league.match([ann, guest]));
  const { league: read } = await story.anonymous.get(
    `{ league(slug: "nodes") { match(externalId: "${match!.externalId}") { sides { participants { player { id } } } } } }`,
  );
  expect(await find(read.match.sides[1].participants[0].player.id)).toMatchObject({ handle: 'guest' });
});

const encoded = (text: string) => Buffer.from(text).toString('base64url');

describe('an id that was never given out finds nothing', () => {
  test.each([
    ['of nothing', ''],
    ['in plain text', 'League:1'],
    ['of garbage', '§§§'],
    ['of 60,000 letters', 'A'.repeat(60_000)],
    ['of a kind that there is not', encoded('Password:1')],
    ['of a property of every object', encoded('constructor:1')],
    ['without a number', encoded('League')],
    ['with an empty number', encoded('League:')],
    ['with a number too many', encoded('League:1:1')],
    ['with a number too few', encoded('Match:1')],
    ['of a league that there is not', encoded('League:999')],
    ['of a player that there is not', encoded('Player:999')],
    ['of a match that there is not', encoded('Match:1:999')],
    ['of a rating that there is not', encoded('Rating:1:999')],
    ['of a rating change of another revision', encoded('RatingChange:1:1:1:2')],
    ['of 0', encoded('League:0')],
    ['of a negative number', encoded('League:-1')],
    ['of a fraction', encoded('League:1.5')],
    ['of 2^31', encoded('League:2147483648')],
    ['of 2^31 - 1', encoded('Match:2147483647:2147483647')],
    ['of more digits than any number', encoded(`League:${'9'.repeat(400)}`)],
    ['of digits of another script', encoded('League:١')],
    ['of SQL', encoded('League:1 OR 1=1')],
    ['with NUL', encoded('League:\0')],
    ['of a token', encoded('Token:1')],
  ])('%s', async (_, id) => {
    expect(await find(id)).toBeNull();
  });
});
