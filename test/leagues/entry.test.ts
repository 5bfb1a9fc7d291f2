import { describe, expect, test } from 'vitest';
import { countRows } from '../support/service.js';
import { type StoryLeague, useStory } from '../support/story.js';

const story = useStory();

async function register(league: StoryLeague, ...players: string[]) {
  return story.admin.attempt('registerPlayers', { league: league.slug, players }, 'league { slug } players { handle }');
}

describe('a league without open entry', () => {
  test('takes matches of registered players only', async () => {
    const league = await story.league('members-only', 'zonestats', { openEntry: false });
    expect(await register(league, 'ann', 'ben')).toEqual({
      league: { slug: 'members-only' },
      players: [{ handle: 'ann' }, { handle: 'ben' }],
      errors: [],
    });
    const before = await countRows(story);
    expect(await league.submit([league.match('ann beats stranger')])).toEqual([
      {
        __typename: 'MatchRejected',
        externalId: 'members-only-1',
        error: {
          __typename: 'BadInputError',
          code: 'BAD_INPUT',
          message: 'Player "stranger" is not registered, and this league has no open entry.',
          path: ['input', 'matches', '0', 'sides', '1', 'participants', '0', 'player'],
        },
      },
    ]);
    expect(await countRows(story)).toEqual(before);
    await league.play('ann beats ben');
  });

  test('does not take a member of another league for one of its own', async () => {
    const elsewhere = await story.league('elsewhere');
    await elsewhere.play('regular beats nobody');
    const league = await story.league('also-members-only', 'zonestats', { openEntry: false });
    await register(league, 'ann');
    expect(await league.submit([league.match('ann beats regular')])).toMatchObject([{ error: { code: 'BAD_INPUT' } }]);
  });

  test('lets guests in', async () => {
    const league = await story.league('with-visitors', 'zonestats', { openEntry: false });
    await register(league, 'ann', 'ben');
    const [visitor, ann, ben] = ['visitor', 'ann', 'ben'].map((player, index) => ({
      placement: index + 1,
      participants: [{ player, isGuest: player === 'visitor' }],
    }));
    await league.play(league.match([visitor!, ann!, ben!]));
    expect(await league.board()).toEqual(['ann', 'ben']);
  });

  test('keeps those who played while it was open', async () => {
    const league = await story.league('closing');
    await league.play('ann beats ben');
    await story.admin.mutate('updateLeague', { league: 'closing', openEntry: false, reason: 'the season has begun' });
    await league.play('ben beats ann');
    expect(await league.submit([league.match('ann beats latecomer')])).toMatchObject([
      { error: { code: 'BAD_INPUT' } },
    ]);
  });
});

test('registered players are on record with the initial rating, and on the board after their first match', async () => {
  const league = await story.league('registered', 'timed-glicko');
  await register(league, 'Beginner', 'ben');
  expect(
    await league.read(
      'playerCount rating(player: "beginner") { value deviation matchesPlayed rank isProvisional lastPlayedAt }',
    ),
  ).toEqual({
    playerCount: 0,
    rating: { value: 1500, deviation: 350, matchesPlayed: 0, rank: null, isProvisional: true, lastPlayedAt: null },
  });
  expect(await league.board('includeProvisional: true')).toEqual([]);
  const [match] = await league.play('beginner beats cid');
  expect(match!.sides[0]!.participants[0]!.ratingChange!.before).toEqual({ value: 1500, deviation: 350 });
  expect(await league.board('includeProvisional: true')).toEqual(['Beginner', 'cid']);
  expect(await league.read('playerCount')).toEqual({ playerCount: 2 });
});

test('registering a player again changes nothing, even once they have played', async () => {
  const league = await story.league('twice');
  await register(league, 'ann', 'ANN', 'ben');
  await league.play('ann beats ben');
  const before = await countRows(story);
  expect((await register(league, 'Ann', 'ben')).players).toEqual([{ handle: 'ann' }, { handle: 'ben' }]);
  expect(await countRows(story)).toEqual(before);
  expect(await league.read('rating(player: "ann") { value wins }')).toEqual({ rating: { value: 520, wins: 1 } });
});

test('bad handles are refused together, and no player is registered', async () => {
  const league = await story.league('bad-register');
  const before = await countRows(story);
  expect(await register(league, 'fine', 'a b', 'also-fine', '\0')).toEqual({
    league: null,
    players: null,
    errors: [
      {
        __typename: 'BadInputError',
        code: 'BAD_INPUT',
        message:
          'player must consist of letters, digits and _ . - only, and begin with a letter, a digit or _, but is "a b"',
        path: ['input', 'players', '1'],
      },
      {
        __typename: 'BadInputError',
        code: 'BAD_INPUT',
        message:
          'player must consist of letters, digits and _ . - only, and begin with a letter, a digit or _, but is "\\u0000"',
        path: ['input', 'players', '3'],
      },
    ],
  });
  expect(await countRows(story)).toEqual(before);
});

test.each([0, 1001])('%i players are not registered at once', async (size) => {
  const league = await story.league(`register-${size}`);
  const { errors } = await register(league, ...Array.from({ length: size }, (_, index) => `crowd${index}`));
  expect(errors).toMatchObject([
    { message: `number of players must be 1 to 1000, but is ${size}`, path: ['input', 'players'] },
  ]);
});

test('a match that is in the log is answered, also after the opening was moved behind it', async () => {
  const league = await story.league('opening');
  const match = league.match('ann beats ben');
  await league.play(match);
  const opensAt = '2020-01-02T00:00:00Z';
  await story.admin.mutate('updateLeague', { league: 'opening', opensAt, reason: 'those were tests' });
  expect(await league.submit([match, league.match('ben beats ann')])).toMatchObject([
    { __typename: 'MatchAccepted', replayed: true },
    { __typename: 'MatchRejected', error: { code: 'OUT_OF_WINDOW' } },
  ]);
  await story.admin.mutate('updateLeague', { league: 'opening', opensAt: null, reason: 'they were not' });
  await league.play('ben beats ann');
});
