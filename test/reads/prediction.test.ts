import { expect, test } from 'vitest';
import { type StoryLeague, useStory } from '../support/story.js';

const NOW = new Date('2020-03-01T18:30:00Z');

const story = useStory({ clock: () => NOW });

const PREDICTION = `prediction(sides: $sides) {
  sides { winProbability players { handle } }
  ifOutcome { placements changes { player { handle } before { value deviation } after { value deviation } delta } }
}`;

interface Prediction {
  readonly sides: readonly {
    readonly winProbability: number;
    readonly players: readonly { readonly handle: string }[];
  }[];
  readonly ifOutcome: readonly {
    readonly placements: readonly number[];
    readonly changes: readonly { readonly player: { readonly handle: string }; readonly delta: number }[];
  }[];
}

async function predict(league: StoryLeague, sides: readonly (readonly string[])[]): Promise<Prediction> {
  return (await league.read(PREDICTION, { declaration: '$sides: [[String!]!]!', values: { sides } })).prediction;
}

const SEASON = ['ann beats ben', 'ben beats cid', 'ann beats cid', 'cid draws dan', 'ann beats dan', 'ben beats dan'];

test.each([
  ['zonestats', {}, [['ann', 'ben'], ['cid'], ['dan', 'eve']]],
  ['zonestats', {}, [['cid'], ['ann']]],
  ['timed-glicko', {}, [['ann'], ['dan']]],
  ['timed-glicko', { multiplayer: 'pairwise' }, [['ann', 'ben'], ['cid'], ['dan']]],
  ['performance', {}, [['dan'], ['ben']]],
  ['performance', { variant: 'p6', multiplayer: 'pairwise' }, [['dan'], ['ben'], ['ann', 'cid']]],
])('%s with %o predicts %j, with the exact result of each outcome', async (system, settings, sides) => {
  const open = (what: string) => story.league(`${what}-${system}-${sides.flat().join('')}`, system, { settings });
  const predicted = await open('predicted');
  const lived = await Promise.all([...sides, 'a draw'].map((_, n) => open(`lived-${n}`)));
  for (const league of [predicted, ...lived]) await league.play(...SEASON);
  // Eve has played elsewhere only: here she is a newcomer.
  await (await open('elsewhere')).play('eve beats fay');
  const prediction = await predict(predicted, sides);
  expect(prediction.sides.map(({ players }) => players.map(({ handle }) => handle))).toEqual(sides);
  expect(prediction.ifOutcome.map(({ placements }) => placements)).toEqual([
    ...sides.map((_, winner) => sides.map((_, side) => (side === winner ? 1 : 2))),
    sides.map(() => 1),
  ]);
  for (const [index, { placements, changes }] of prediction.ifOutcome.entries()) {
    const played = sides.map((players, side) => ({
      placement: placements[side]!,
      participants: players.map((player) => ({ player })),
    }));
    const [match] = await lived[index]!.play(lived[index]!.match(played, { playedAt: NOW.toISOString() }));
    const came = match!.sides.flatMap(({ participants }) =>
      participants.map(({ player, ratingChange }) => ({ player, ...ratingChange! })),
    );
    expect(changes).toEqual(came);
  }
});

test('a prediction changes nothing', async () => {
  const league = await story.league('unmoved', 'timed-glicko', { played: ['ann beats ben'] });
  const everything =
    'matchCount standings(includeProvisional: true) { nodes { rating { value deviation matchesPlayed } } }';
  const before = await league.read(everything);
  await predict(league, [['ann'], ['ben']]);
  expect(await league.read(everything)).toEqual(before);
});

test.each([
  ['of one side', 'zonestats', [['ann']], ['sides'], 'number of sides must be 2 to 100 for zonestats, but is 1'],
  ['of no sides', 'zonestats', [], ['sides'], 'number of sides must be 2 to 100 for zonestats, but is 0'],
  [
    'of too many sides',
    'timed-glicko',
    [['ann'], ['ben'], ['cid']],
    ['sides'],
    'number of sides must be 2 for timed-glicko, but is 3',
  ],
  [
    'of an empty side',
    'zonestats',
    [['ann'], []],
    ['sides', '1'],
    'number of players must be 1 to 100 per side for zonestats, but is 0',
  ],
  [
    'of a team where none may be',
    'timed-glicko',
    [['ann'], ['ben', 'cid']],
    ['sides', '1'],
    'number of players must be 1 per side for timed-glicko, but is 2',
  ],
  [
    'of a player against themselves',
    'zonestats',
    [['ann'], ['Ann']],
    ['sides', '1', '0'],
    'Player "Ann" is named twice.',
  ],
])('a prediction is refused, with the argument named, %s', async (what, system, sides, argument, message) => {
  const league = await story.league(`refused-${what.replaceAll(' ', '-')}`, system);
  await league.play('ann beats ben', 'ben beats cid');
  const query = `query ($sides: [[String!]!]!) { league(slug: "${league.slug}") { prediction(sides: $sides) { sides { winProbability } } } }`;
  expect(await story.anonymous.fail(query, { sides })).toMatchObject({
    message,
    extensions: { code: 'BAD_INPUT', argument },
  });
});

test('a merged handle is predicted as the player whose history it shares, and nobody against themself', async () => {
  const league = await story.league('merged', 'elo');
  await league.play('ben beats ann', 'ben beats ann', 'dan beats ann');
  await story.admin.mutate('mergePlayers', { league: 'merged', player: 'dan', into: 'ben', reason: 'a test' });
  await story.admin.mutate('linkAccount', { player: 'ann', account: 'discord:41', reason: 'a test' });
  expect(await predict(league, [['dan'], ['discord:41']])).toEqual(await predict(league, [['ben'], ['ann']]));
  for (const [one, other] of [
    ['dan', 'ben'],
    ['discord:41', 'ann'],
  ]) {
    const error = `{ league(slug: "merged") { prediction(sides: [["${one}"], ["${other}"]]) { sides { winProbability } } } }`;
    expect((await story.anonymous.ask(error)).errors).toMatchObject([
      { extensions: { rule: 'PLAYER_ONCE', argument: ['sides', '1', '0'] } },
    ]);
  }
});
