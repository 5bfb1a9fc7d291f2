import { expect, test } from 'vitest';
import type { Row } from '../support/graphql.js';
import { countRows } from '../support/service.js';
import { type StoryLeague, useStory } from '../support/story.js';

let number = 0;

const story = useStory();

/** A league of the test's own. */
const newLeague = (system?: string, more?: object): Promise<StoryLeague> =>
  story.league(`league-${++number}`, system, more);

/** The outcome of each match: "rated", "replayed", or the code of its rejection. */
const verdicts = async (league: StoryLeague, ...batch: Parameters<StoryLeague['submit']>) =>
  (await league.submit(...batch)).map((result) => {
    if (result.__typename === 'MatchRejected') return result.error.code;
    return result.replayed ? 'replayed' : 'rated';
  });

test('a submitted match is in the log, and has moved its players', async () => {
  const league = await newLeague();
  const [match] = await league.play('ann beats ben');
  const [ann, ben] = match!.sides.map((side) => side.participants[0]!);
  expect([ann!.player.handle, ben!.player.handle]).toEqual(['ann', 'ben']);
  expect(ann!.ratingChange).toMatchObject({ before: { value: 500 }, delta: 20 });
  expect(ben!.ratingChange).toMatchObject({ before: { value: 500 }, delta: -20 });
  expect(await league.read('matchCount playerCount matches { nodes { externalId status version } }')).toEqual({
    matchCount: 1,
    playerCount: 2,
    matches: { nodes: [{ externalId: match!.externalId, status: 'RATED', version: 1 }] },
  });
});

test('a thousand matches are accepted at once, with results in their order', async () => {
  const league = await newLeague();
  const batch = Array.from({ length: 1000 }, (_, index) => league.match(`p${index % 40} beats q${index % 31}`));
  const results = await league.play(...batch);
  expect(results.map(({ externalId }) => externalId)).toEqual(batch.map(({ externalId }) => externalId));
  expect(results.map(({ sides }) => sides[1]!.participants[0]!.player.handle)).toEqual(
    batch.map(({ sides }) => sides[1]!.participants[0]!.player),
  );
  expect(await league.read('matchCount playerCount')).toEqual({ matchCount: 1000, playerCount: 71 });
});

test.each([0, 1001])('a submission of %i matches is refused as a whole', async (size) => {
  const league = await newLeague();
  const matches = Array.from({ length: size }, () => league.match('ann beats ben'));
  const before = await countRows(story);
  const { submitMatches } = await story.admin.get(
    `mutation ($input: SubmitMatchesInput!) {
      submitMatches(input: $input) { results { __typename } errors { code message path } }
    }`,
    { input: { league: league.slug, matches } },
  );
  expect(submitMatches).toEqual({
    results: null,
    errors: [
      { code: 'BAD_INPUT', message: `number of matches must be 1 to 1000, but is ${size}`, path: ['input', 'matches'] },
    ],
  });
  expect(await countRows(story)).toEqual(before);
});

test('a match that is sent again returns the existing one, and counts once', async () => {
  const league = await newLeague();
  const first = league.match('ann beats ben');
  const [original] = await league.submit([first]);
  await league.play('ben beats ann');
  const before = await countRows(story);
  const [again] = await league.submit([first]);
  expect(again).toEqual({ ...original, replayed: true });
  expect(await countRows(story)).toEqual(before);
});

test("an external id is the league's own: two leagues may use the same", async () => {
  const [one, other] = [await newLeague(), await newLeague()];
  const match = one.match('ann beats ben', { externalId: 'shared' });
  await one.play(match);
  expect(await verdicts(other, [match])).toEqual(['rated']);
});

test('a batch that names a match twice rates it once, and refuses another match with that id', async () => {
  const league = await newLeague();
  const match = league.match('ann beats ben');
  const other = { ...league.match('ben beats ann'), externalId: match.externalId };
  expect(await verdicts(league, [match, match, other, match])).toEqual([
    'rated',
    'replayed',
    'IDEMPOTENCY_MISMATCH',
    'replayed',
  ]);
  expect(await league.read('matchCount')).toEqual({ matchCount: 1 });
});

test('an unordered batch is rated in the order of play', async () => {
  const [orderly, jumbled] = [await newLeague('performance'), await newLeague('performance')];
  const batch = ['ann beats ben', 'ben beats cid', 'cid draws ann', 'ann beats cid', 'ben beats ann'].map((sentence) =>
    orderly.match(sentence),
  );
  await orderly.play(...batch);
  const order = [3, 0, 4, 2, 1];
  const results = await jumbled.play(...order.map((index) => batch[index]!));
  expect(results.map(({ externalId }) => externalId)).toEqual(order.map((index) => batch[index]!.externalId));
  const ratings = 'standings { nodes { player { handle } rating { value wins draws losses peak lastPlayedAt } } }';
  expect(await jumbled.read(ratings)).toEqual(await orderly.read(ratings));
});

test('matches of the same moment are rated in the order in which they arrived', async () => {
  const league = await newLeague();
  const playedAt = '2020-01-01T00:00:00Z';
  await league.play(league.match('ann beats ben', { playedAt }), league.match('ben beats ann', { playedAt }));
  await league.play(league.match('ann beats cid', { playedAt }));
  const { matches } = await league.read(
    'matches { nodes { externalId sides { participants { player { handle } ratingChange { before { value } after { value } } } } } }',
  );
  expect(matches.nodes.map(({ externalId }: Row) => externalId)).toEqual([3, 2, 1].map((n) => `${league.slug}-${n}`));
  const changeOfAnn = matches.nodes.map(
    (match: Row) =>
      match.sides.flatMap(({ participants }: Row) => participants).find(({ player }: Row) => player.handle === 'ann')!
        .ratingChange,
  );
  expect(changeOfAnn[0].before).toEqual(changeOfAnn[1].after);
  expect(changeOfAnn[1].before).toEqual(changeOfAnn[2].after);
  expect(changeOfAnn[2].before).toEqual({ value: 500 });
});

test('if late matches are rejected, one before the newest is late, and one at the same moment is not', async () => {
  const league = await newLeague('zonestats', { lateMatches: 'REJECT' });
  const late = league.match('cid beats ann');
  const [newest] = [league.match('ann beats ben')];
  await league.play(newest!);
  const before = await countRows(story);
  const [rejected] = await league.submit([late]);
  expect(rejected).toEqual({
    __typename: 'MatchRejected',
    externalId: late.externalId,
    error: {
      __typename: 'LateMatchError',
      code: 'LATE_MATCH',
      message:
        'playedAt must not be before the newest rated match at 2020-01-01T01:00:00.000Z, but is 2020-01-01T00:00:00.000Z',
      path: ['input', 'matches', '0', 'playedAt'],
    },
  });
  expect(await countRows(story)).toEqual(before);
  expect(await verdicts(league, [{ ...late, playedAt: newest!.playedAt }])).toEqual(['rated']);
});

test('bad matches among good ones are rejected individually, and create no player', async () => {
  const league = await newLeague();
  const batch = [
    league.match('ann beats ben'),
    league.match('stranger1 beats stranger1'),
    league.match('ben beats cid'),
    league.match('stranger2 beats ann', { playedAt: null }),
    league.match('cid beats ann'),
    league.match('stranger3 beats no@body'),
  ];
  const results = await league.submit(batch);
  expect(
    results.map((result) =>
      result.__typename === 'MatchRejected' ? result.error.path.join('.') : result.match.externalId,
    ),
  ).toEqual([
    batch[0]!.externalId,
    'input.matches.1.sides.1.participants.0.player',
    batch[2]!.externalId,
    'input.matches.3.playedAt',
    batch[4]!.externalId,
    'input.matches.5.sides.1.participants.0.player',
  ]);
  expect(await league.board()).toHaveLength(3);
  expect((await story.admin.get('{ players(search: "stranger") { nodes { handle } } }')).players.nodes).toEqual([]);
  expect(await league.read('matchCount')).toEqual({ matchCount: 3 });
});

test('a late match or a mismatch among good ones creates no player', async () => {
  const league = await newLeague('zonestats', { lateMatches: 'REJECT' });
  const [late, first] = [league.match('latecomer beats ann'), league.match('ann beats ben')];
  await league.play(first);
  const other = { ...league.match('impostor beats ann'), externalId: first.externalId };
  expect(await verdicts(league, [late, other, league.match('ben beats ann')])).toEqual([
    'LATE_MATCH',
    'IDEMPOTENCY_MISMATCH',
    'rated',
  ]);
  const { late: latecomers, other: impostors } = await story.admin.get(
    '{ late: players(search: "latecomer") { nodes { id } } other: players(search: "impostor") { nodes { id } } }',
  );
  expect([latecomers.nodes, impostors.nodes]).toEqual([[], []]);
});

test('a late match goes into its place: the league has its next revision, and its audit log names the caller', async () => {
  const league = await newLeague();
  const late = league.match('ann beats ben');
  await league.play('cid beats ann');
  expect(await league.read('ratingSystem { revision }')).toEqual({ ratingSystem: { revision: 1 } });
  await league.play(late);
  const { ratingSystem, auditLog } = await league.read(
    'ratingSystem { revision } auditLog(first: 1) { nodes { action reason after } }',
  );
  expect(ratingSystem).toEqual({ revision: 2 });
  expect(auditLog.nodes).toEqual([
    { action: 'submitMatches', reason: 'Matches arrived late', after: { externalIds: [late.externalId] } },
  ]);
});
