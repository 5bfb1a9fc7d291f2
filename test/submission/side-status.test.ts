import { expect, test } from 'vitest';
import { type StoryLeague, useLeague, useStory } from '../support/story.js';

const story = useStory();
const league = useLeague(story, 'race');

const duel = (own: object, other: object, players: readonly [string, string] = ['ann', 'ben']) => [
  { ...own, participants: [{ player: players[0] }] },
  { ...other, participants: [{ player: players[1] }] },
];
const SIDES =
  'sides { status placement score effectivePlacement participants { player { handle } isGuest ratingChange { delta } } }';

test('a side that did not finish is shown as submitted, and rated by the rule of the league', async () => {
  const match = league.match(
    [
      ...duel({ placement: 1, status: 'FORFEIT' }, { placement: 2 }, ['cid', 'dan']),
      { status: 'DID_NOT_START', participants: [{ player: 'eve' }] },
    ],
    { externalId: 'three' },
  );
  await league.play(match);
  const expected = [
    { status: 'FORFEIT', placement: 1, effectivePlacement: 2 },
    { status: 'FINISHED', placement: 2, effectivePlacement: 1 },
    {
      status: 'DID_NOT_START',
      placement: null,
      effectivePlacement: 2,
      participants: [{ isGuest: false, ratingChange: null }],
    },
  ];
  const read = await league.read(`match(externalId: "three") { ${SIDES} history { sides { status placement } } }
    matches { nodes { ${SIDES} } } rating(player: "cid") { losses } headToHead(player: "dan", opponent: "cid") { player { handle } }`);
  expect(read.match.sides).toMatchObject(expected);
  expect(read.matches.nodes[0].sides).toMatchObject(expected);
  expect(read.match.sides[0].participants[0].ratingChange.delta).toBeLessThan(0);
  expect(read.match.sides[1].participants[0].ratingChange.delta).toBeGreaterThan(0);
  expect(read.match.history[0].sides[0]).toEqual({ status: 'FORFEIT', placement: 1 });
  expect(read.rating).toEqual({ losses: 1 });

  expect(await league.submit([match])).toMatchObject([{ replayed: true }]);
  const finished = match.sides.map(({ status: _, ...side }, n) => ({ ...side, placement: n + 1 }));
  expect(await league.submit([{ ...match, sides: finished }])).toMatchObject([
    { error: { code: 'IDEMPOTENCY_MISMATCH' } },
  ]);
});

test('the response to a submission shows what was sent, despite contradicting points', async () => {
  const { submitMatches } = await story.admin.get(
    `mutation ($input: SubmitMatchesInput!) { submitMatches(input: $input) { results { ... on MatchAccepted { match { ${SIDES} } } } } }`,
    {
      input: {
        league: 'race',
        matches: [league.match(duel({ score: 9, status: 'DISQUALIFIED' }, { score: 1 }, ['fay', 'gus']))],
      },
    },
  );
  expect(submitMatches.results[0].match.sides).toMatchObject([
    { status: 'DISQUALIFIED', placement: null, score: 9, effectivePlacement: 2 },
    { status: 'FINISHED', placement: null, score: 1, effectivePlacement: 1 },
  ]);
});

test('a league has its own rules, for matches that are submitted or amended from then on', async () => {
  const other = await story.league('lenient', 'timed-glicko', { statusRules: { forfeit: 'UNRATED' } });
  const rules = { didNotFinish: 'LAST', didNotStart: 'UNRATED', disqualified: 'LAST' };
  expect(await other.read('statusRules { forfeit didNotFinish didNotStart disqualified }')).toEqual({
    statusRules: { forfeit: 'UNRATED', ...rules },
  });
  await other.play(
    other.match(duel({ placement: 2, status: 'FORFEIT' }, { placement: 1 }), { externalId: 'left-out' }),
  );
  expect(await other.read('standings(includeProvisional: true) { totalCount }')).toEqual({
    standings: { totalCount: 0 },
  });

  const input = { league: 'lenient', statusRules: { forfeit: 'AS_PLACED' } };
  const updateLeague = await story.admin.attempt(
    'updateLeague',
    input,
    'league { statusRules { forfeit didNotFinish didNotStart disqualified } }',
  );
  expect(updateLeague).toEqual({ league: { statusRules: { forfeit: 'AS_PLACED', ...rules } }, errors: [] });
  await other.play(other.match(duel({ placement: 1, status: 'FORFEIT' }, { placement: 2 }, ['cid', 'dan'])));
  expect(await other.board('includeProvisional: true')).toEqual(['cid', 'dan']);

  const amendMatch = await story.admin.mutate(
    'amendMatch',
    {
      ...(await other.correctable('left-out')),
      reason: 'x',
      sides: duel({ placement: 2, status: 'FORFEIT' }, { placement: 1 }),
    },
    `match { ${SIDES} }`,
  );
  expect(amendMatch.match.sides).toMatchObject([
    { status: 'FORFEIT', placement: 2, effectivePlacement: 2 },
    { status: 'FINISHED', placement: 1, effectivePlacement: 1 },
  ]);
  expect(await other.read('standings(includeProvisional: true) { totalCount }')).toEqual({
    standings: { totalCount: 4 },
  });
});

test('nobody is rated if nobody finished, unless the rules of the league differ', async () => {
  const ratings = () =>
    league.read('standings(includeProvisional: true) { nodes { player { handle } rating { value matchesPlayed } } }');
  await league.play('hal beats ivy');
  const before = await ratings();
  const both = league.match(duel({ status: 'FORFEIT' }, { status: 'FORFEIT' }, ['hal', 'ivy']), { externalId: 'both' });
  await league.play(both);
  expect(await ratings()).toEqual(before);
  const { match } = await league.read(`match(externalId: "both") { status ${SIDES} expected { winProbability } }`);
  expect(match).toMatchObject({ status: 'RATED', expected: null });
  expect(match.sides).toMatchObject(
    ['hal', 'ivy'].map((handle) => ({
      status: 'FORFEIT',
      participants: [{ player: { handle }, isGuest: false, ratingChange: null }],
    })),
  );

  const tied = await story.league('tied', 'elo', { statusRules: { nobodyFinished: 'LAST' } });
  expect(await tied.read('statusRules { nobodyFinished forfeit }')).toEqual({
    statusRules: { nobodyFinished: 'LAST', forfeit: 'LAST' },
  });
  await tied.play('ann beats ben');
  await tied.play(tied.match(duel({ status: 'FORFEIT' }, { status: 'FORFEIT' })));
  expect((await tied.read('rating(player: "ben") { draws }')).rating).toEqual({ draws: 1 });
});

test('only sides that did not finish may lack a result', async () => {
  const refusals = await league.submit([
    league.match(duel({ status: 'FORFEIT' }, {})),
    league.match(duel({ placement: 1, status: 'FORFEIT' }, {})),
  ]);
  expect(refusals).toMatchObject([
    { error: { code: 'BAD_INPUT', message: 'score is required for a side without a placement, but missing' } },
    { error: { code: 'BAD_INPUT', message: 'either all sides or none must have a placement, but 1 of 2 have one' } },
  ]);
});

test('a match that nobody finished is a draw between two players only if it is rated as one', async () => {
  const both = duel({ status: 'FORFEIT' }, { status: 'FORFEIT' }, ['una', 'vic']);
  const RECORD = 'matches wins draws losses';
  const records = async (of: StoryLeague) => {
    const { headToHead, rating } = await of.read(
      `headToHead(player: "una", opponent: "vic") { ${RECORD} } rating(player: "una") { opponents(first: 1) { nodes { ${RECORD} } } }`,
    );
    return [headToHead, rating.opponents.nodes[0]];
  };
  for (const [slug, nobodyFinished, draws] of [
    ['not-rated', 'UNRATED', 0],
    ['drawn', 'LAST', 1],
  ] as const) {
    const own = await story.league(slug, 'elo', { statusRules: { nobodyFinished } });
    await own.play('una beats vic', own.match(both));
    const record = { matches: 2, wins: 1, draws, losses: 0 };
    expect(await records(own)).toEqual([record, record]);
  }
});
