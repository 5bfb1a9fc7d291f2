import { describe, expect, test } from 'vitest';
import type { Row } from '../support/graphql.js';
import { countRows } from '../support/service.js';
import { type LoggedMatch, type StoryLeague, useStory } from '../support/story.js';
import type { ParticipantInput } from '../support/story-match.js';

const story = useStory();

/** Points that each participant of a match gained; null for whom it did not rate. */
function gains(match: LoggedMatch): Record<string, number | null> {
  const participants = match.sides.flatMap((side) => side.participants);
  return Object.fromEntries(
    participants.map(({ player, ratingChange }) => [player.handle, ratingChange?.delta ?? null]),
  );
}

const alone = (participant: ParticipantInput) => ({ participants: [participant] });

test('teams share their result', async () => {
  const league = await story.league('teams');
  const [match] = await league.play('ann+ben beats cid+dan+eve');
  const gained = gains(match!);
  expect(gained.ann).toBe(gained.ben);
  expect(gained.cid).toBe(gained.dan);
});

test('in a free-for-all all players meet, and the places decide', async () => {
  const league = await story.league('free-for-all');
  const [match] = await league.play('ann beats ben draws cid beats dan');
  const { ann, ben, cid, dan } = gains(match!) as Record<string, number>;
  expect([ann! > ben!, ben === cid, cid! > dan!]).toEqual([true, true, true]);
});

test('the place of each side can be read, however the match gives its result, even if it is void', async () => {
  const league = await story.league('places');
  const arena = (ann: number, ben: number, cid: number) =>
    league.match([
      alone({ player: 'ann', score: ann }),
      alone({ player: 'ben', score: ben }),
      alone({ player: 'cid', score: cid }),
    ]);
  const matches = [arena(3, 21, 3), league.match('cid beats ann+ben')];
  const { submitMatches } = await story.admin.get(
    `mutation ($input: SubmitMatchesInput!) { submitMatches(input: $input) { results {
       ... on MatchAccepted { match { id sides { placement score effectivePlacement } } } } } }`,
    { input: { league: 'places', matches } },
  );
  const [first, second] = submitMatches.results.map(({ match }: Row) => match);
  const byScores = [2, 1, 2].map((effectivePlacement) => ({ placement: null, score: null, effectivePlacement }));
  const byPlacements = [1, 2].map((placement) => ({ placement, score: null, effectivePlacement: placement }));
  expect([first.sides, second.sides]).toEqual([byScores, byPlacements]);

  await story.admin.get(
    `mutation ($match: ID!) { voidMatch(input: { match: $match, expectedVersion: 1, reason: "a joke" }) { errors { code } } }`,
    { match: first.id },
  );
  const sides = 'sides { placement score effectivePlacement }';
  // So often that the query is compiled, which takes sides as it finds them.
  for (let times = 0; times < 6; times++) {
    const found = await league.read(
      `match(externalId: "${matches[0]!.externalId}") { status ${sides} }
       matches { nodes { ${sides} } } whole: matches { nodes { sides { effectivePlacement participants { player { handle } } } } }`,
    );
    expect(found.match).toEqual({ status: 'VOID', sides: byScores });
    expect(found.matches.nodes.map(({ sides }: Row) => sides)).toEqual([byPlacements, byScores]);
    expect(found.whole.nodes[1].sides.map(({ effectivePlacement }: Row) => effectivePlacement)).toEqual([2, 1, 2]);
  }
});

test('a player who leaves early is rated for their minutes', async () => {
  const league = await story.league('early-leavers');
  const [match] = await league.play(
    league.match([
      alone({ player: 'stayer', score: 40, minutesPlayed: 20 }),
      alone({ player: 'sprinter', score: 30, minutesPlayed: 5 }),
      alone({ player: 'visitor', score: 0, minutesPlayed: 0 }),
    ]),
  );
  const { stayer, sprinter, visitor } = gains(match!) as Record<string, number>;
  expect(sprinter).toBeGreaterThan(0);
  expect(stayer).toBeLessThan(0);
  expect(visitor).toBe(0);
});

test('points against single opponents decide if the league compares them', async () => {
  const league = await story.league('duels-in-a-crowd', 'zonestats', { settings: { comparison: 'headToHead' } });
  const against = (opponent: string, score: number) => ({ opponent, score });
  const [match] = await league.play(
    league.match([
      alone({ player: 'ann', score: 9, scoresAgainst: [against('BEN', 1), against('cid', 8)] }),
      alone({ player: 'ben', score: 5, scoresAgainst: [against('ann', 5)] }),
      alone({ player: 'cid', score: 2, scoresAgainst: [against('ann', 2)] }),
    ]),
  );
  expect(gains(match!)).toEqual({ ann: 0, ben: 20, cid: -20 });
  const { match: stored } = await league.read(
    `match(externalId: "${match!.externalId}") { sides { participants { scoresAgainst { opponent { handle } score } } } }`,
  );
  expect(stored.sides[0].participants[0].scoresAgainst).toEqual([
    { opponent: { handle: 'ben' }, score: 1 },
    { opponent: { handle: 'cid' }, score: 8 },
  ]);
});

describe('a guest', () => {
  test('is not rated, and nobody is rated against them', async () => {
    const league = await story.league('with-a-guest');
    const [match] = await league.play(
      league.match(
        [alone({ player: 'tourist', isGuest: true }), alone({ player: 'ann' }), alone({ player: 'ben' })].map(
          (side, index) => ({ ...side, placement: index + 1 }),
        ),
      ),
    );
    expect(gains(match!)).toEqual({ tourist: null, ann: 20, ben: -20 });
    expect(await league.read('playerCount rating(player: "tourist") { value }')).toEqual({
      playerCount: 2,
      rating: null,
    });
    expect(await league.board('includeProvisional: true')).toEqual(['ann', 'ben']);
  });

  test('may be the only opponent: the match is logged and changes nothing', async () => {
    const league = await story.league('only-a-guest', 'timed-glicko');
    const sides = [
      { placement: 1, ...alone({ player: 'bob' }) },
      { placement: 2, ...alone({ player: 'passer-by', isGuest: true }) },
    ];
    const [match] = await league.play(league.match(sides));
    expect(gains(match!)).toEqual({ bob: null, 'passer-by': null });
    expect(await league.read('matchCount playerCount rating(player: "bob") { value }')).toEqual({
      matchCount: 1,
      playerCount: 0,
      rating: null,
    });
  });

  test('is nevertheless a player of the platform, and may be rated another time', async () => {
    const league = await story.league('guests-come-back');
    const sides = [
      { placement: 1, ...alone({ player: 'Guest7', isGuest: true }) },
      { placement: 2, ...alone({ player: 'ann' }) },
    ];
    await league.play(league.match(sides));
    expect(await story.anonymous.get('{ player(handle: "guest7") { handle } }')).toEqual({
      player: { handle: 'Guest7' },
    });
    await league.play('guest7 beats ann');
    expect(await league.read('rating(player: "guest7") { value matchesPlayed }')).toEqual({
      rating: { value: 520, matchesPlayed: 1 },
    });
  });
});

describe('a match that the rating system cannot rate is refused, and changes nothing', () => {
  test.each([
    [
      'timed-glicko',
      'stranger1 beats stranger2 beats stranger3',
      'sides',
      'number of sides must be exactly 2 for timed-glicko without multiplayer: pairwise, but is 3',
    ],
    [
      'timed-glicko',
      'stranger1+stranger2 beats stranger3',
      'sides.0.participants',
      'number of participants must be exactly 1 for timed-glicko without multiplayer: pairwise, but is 2',
    ],
    [
      'performance',
      'stranger1 beats stranger2+stranger3',
      'sides.1.participants',
      'number of participants must be exactly 1 for performance without multiplayer: pairwise, but is 2',
    ],
  ])('%s: %s', async (system, sentence, path, message) => {
    const league = await story.league(`duels-${system}-${path.replaceAll('.', '-').toLowerCase()}`, system);
    const before = await countRows(story);
    expect(await league.submit([league.match(sentence)])).toMatchObject([
      {
        __typename: 'MatchRejected',
        error: { code: 'BAD_INPUT', message, path: ['input', 'matches', '0', ...path.split('.')] },
      },
    ]);
    expect(await countRows(story)).toEqual(before);
  });

  test.each(['timed-glicko', 'performance'])(
    'unless the league requires %s to rate it pair by pair',
    async (system) => {
      const league = await story.league(`pairwise-${system}`, system, { settings: { multiplayer: 'pairwise' } });
      await league.play('ann+ben beats cid draws dan+eve', 'dan beats ann beats cid', 'eve beats ben');
      expect(await league.board('includeProvisional: true')).toHaveLength(5);
    },
  );
});

async function register(league: StoryLeague, ...players: string[]) {
  return story.admin.attempt('registerPlayers', { league: league.slug, players }, 'league { slug } players { handle }');
}

describe('a league without open entry', () => {
  test('accepts matches of registered players only', async () => {
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

  test('does not accept a member of another league as its own', async () => {
    await story.league('elsewhere', 'zonestats', { played: ['regular beats nobody'] });
    const league = await story.league('also-members-only', 'zonestats', { openEntry: false });
    await register(league, 'ann');
    expect(await league.submit([league.match('ann beats regular')])).toMatchObject([{ error: { code: 'BAD_INPUT' } }]);
  });

  test('admits guests', async () => {
    const league = await story.league('with-visitors', 'zonestats', { openEntry: false });
    await register(league, 'ann', 'ben');
    const [visitor, ann, ben] = ['visitor', 'ann', 'ben'].map((player, index) => ({
      placement: index + 1,
      participants: [{ player, isGuest: player === 'visitor' }],
    }));
    await league.play(league.match([visitor!, ann!, ben!]));
    expect(await league.board()).toEqual(['ann', 'ben']);
  });

  test('keeps the players who joined while it was open', async () => {
    const league = await story.league('closing', 'zonestats', { played: ['ann beats ben'] });
    await story.admin.mutate('updateLeague', { league: 'closing', openEntry: false, reason: 'the season has begun' });
    await league.play('ben beats ann');
    expect(await league.submit([league.match('ann beats latecomer')])).toMatchObject([
      { error: { code: 'BAD_INPUT' } },
    ]);
  });
});

test('registered players have the initial rating, and are on the board after their first match', async () => {
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

test('a repeated registration changes nothing, even after matches', async () => {
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

test.each([0, 1001])('%i players are refused in one registration', async (size) => {
  const league = await story.league(`register-${size}`);
  const { errors } = await register(league, ...Array.from({ length: size }, (_, index) => `crowd${index}`));
  expect(errors).toMatchObject([
    { message: `number of players must be 1 to 1000, but is ${size}`, path: ['input', 'players'] },
  ]);
});

test('a match in the log is returned, even after the start of the league was moved behind it', async () => {
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

test('a rating system lists the formats that it can rate with another setting, and the formats of each preset', async () => {
  const FORMATS = 'formats { maxSides maxPlayersPerSide }';
  const { ratingSystem } = await story.anonymous.get(`{ ratingSystem(key: "timed-glicko") {
    ${FORMATS} otherFormats { settings ${FORMATS} } presets { name ${FORMATS} }
  } }`);
  const duels = { maxSides: 2, maxPlayersPerSide: 1 };
  const any = { maxSides: null, maxPlayersPerSide: null };
  expect(ratingSystem).toEqual({
    formats: duels,
    otherFormats: [{ settings: { multiplayer: 'pairwise' }, formats: any }],
    presets: [
      { name: 'Seldom played', formats: duels },
      { name: 'Luck, seldom played', formats: duels },
      { name: 'Races', formats: any },
    ],
  });
  const others = await story.anonymous.get('{ ratingSystem(key: "elo") { otherFormats { settings } } }');
  expect(others.ratingSystem.otherFormats).toEqual([]);
});
