import { beforeAll, describe, expect, test } from 'vitest';
import { type StoryLeague, useStory } from '../support/story.js';
import type { MatchInput } from '../support/story-match.js';

/** Twelve weigh more than twice what is settled together. */
const MATCHES = 12;
const CROWD = 100;

const story = useStory();
// Which proves that every rating is what a replay makes of the log.

const crowd = (letter: string) => Array.from({ length: CROWD }, (_, n) => ({ player: `${letter}${n}` }));
const match = (minute: number): MatchInput => ({
  externalId: `m-${minute}`,
  playedAt: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
  sides: [
    { placement: 1, participants: crowd(minute % 3 === 0 ? 'b' : 'a') },
    { placement: 2, participants: crowd(minute % 3 === 0 ? 'a' : 'b') },
  ],
});
const minutes = Array.from({ length: MATCHES }, (_, n) => n + 1);
/** 5, 10, 2, 7, 12, 4, 9, 1, 6, 11, 3, 8. */
const shuffled = minutes.map((minute) => ((minute * 5 - 1) % (MATCHES + 1)) + 1).map((minute) => match(minute));

const BOARD = 'matchCount standings(first: 100) { nodes { player { handle } rating { value matchesPlayed } } }';

test('a submission that is too heavy for one step is accepted like a light one, in any order', async () => {
  const [alone, together] = [await story.league('alone', 'zonestats'), await story.league('together', 'zonestats')];
  await story.admin.mutate('updateLeague', { league: 'together', lateMatches: 'REJECT', reason: 'in order' });
  for (const minute of minutes) await alone.play(match(minute));
  const results = await together.submit(shuffled);
  expect(results.map((result) => [result.__typename, 'replayed' in result && result.replayed])).toEqual(
    Array(MATCHES).fill(['MatchAccepted', false]),
  );
  const board = await together.read(BOARD);
  expect(board.matchCount).toBe(MATCHES);
  expect(board).toEqual(await alone.read(BOARD));
  const again = await together.submit(shuffled);
  expect(again.every((result) => 'replayed' in result && result.replayed)).toBe(true);
});

test('a late match before others that are too heavy for memory takes its place', async () => {
  const [inOrder, late] = [await story.league('in-order', 'zonestats'), await story.league('late', 'zonestats')];
  const [first, ...rest] = minutes.map(match);
  await inOrder.play(first!, ...rest);
  await late.play(...rest);
  await late.play(first!);
  expect(await late.read(BOARD)).toEqual(await inOrder.read(BOARD));
});

describe('of matches with many contributions', () => {
  const SIDES = (change: string) => `sides { participants { ratingChange { ${change} } } }`;
  const EXPLAINED = SIDES('delta contributions { delta }');
  const page = (first: number, change = 'delta contributions { delta }') =>
    `matches(first: ${first}) { nodes { ${SIDES(change)} } }`;
  const ask = (selection: string) => story.anonymous.ask(`{ league(slug: "crowds") { ${selection} } }`);
  const everything = 'contributions { delta expected actual weight opponentValue }';
  const codesOf = ({ errors = [] }: Awaited<ReturnType<typeof ask>>) => [
    ...new Set(errors.map(({ extensions }) => extensions.code)),
  ];
  let crowds: StoryLeague;
  beforeAll(async () => {
    crowds = await story.league('crowds', 'zonestats');
    await crowds.play(...minutes.slice(0, 6).map(match));
  });

  test('a response may have a match under several names until it has too many fields', async () => {
    const named = (times: number) =>
      `match(externalId: "m-1") { ${Array.from({ length: times }, (_, n) => `a${n}: ${SIDES(everything)}`).join(' ')} }`;
    const fields = ({ match }: Awaited<ReturnType<StoryLeague['read']>>) =>
      JSON.stringify(match).split('"opponentValue"').length - 1;
    // Of two hundred players a hundred contributions each, of five fields.
    expect(fields(await crowds.read(named(2)))).toBe(2 * 200 * 100);
    for (let n = 0; n < 4; n++) {
      const { errors = [] } = await ask(named(4));
      expect(errors[0]).toMatchObject({
        message: 'The answer would have over 300000 fields; request less, or smaller pages.',
        extensions: { code: 'TOO_COSTLY' },
      });
    }
    expect(fields(await crowds.read(named(1))), 'a refused request makes room').toBe(200 * 100);
  });

  test('a page has as many matches as allowed', async () => {
    const { matches } = await crowds.read(page(3));
    for (const { sides } of matches.nodes) {
      for (const { participants } of sides) {
        for (const { ratingChange } of participants) expect(ratingChange.contributions.length).toBe(CROWD);
      }
    }
    expect((await crowds.read(page(6, 'delta'))).matches.nodes.length).toBe(6);
  });

  test.each([
    ['a page', page(5)],
    ['several pages', `a: ${page(2)} b: ${page(3)} c: ${page(1)}`],
    ['sums of them', page(5, 'expectedScore')],
    [
      'matches by their ids',
      [1, 2, 3, 4, 5, 6].map((n) => `m${n}: match(externalId: "m-${n}") { ${EXPLAINED} }`).join(' '),
    ],
  ])('%s with too many fields is refused', async (_, selection) => {
    expect(codesOf(await ask(selection))).toEqual(['TOO_COSTLY']);
  });

  test('a submission that requests too many fields is refused before anything is stored, and accepted with fewer', async () => {
    const submit = async (change: string) => {
      const input = { league: 'crowds', matches: minutes.slice(6).map(match) };
      const query = `mutation ($input: SubmitMatchesInput!) { submitMatches(input: $input) {
        results { ... on MatchAccepted { match { ${SIDES(change)} } } } errors { code path } } }`;
      return (await story.admin.get(query, { input })).submitMatches;
    };
    expect(await submit('contributions { delta }')).toEqual({
      results: null,
      errors: [{ code: 'BAD_INPUT', path: ['input', 'matches'] }],
    });
    expect(await crowds.read('matchCount')).toEqual({ matchCount: 6 });
    const { results, errors } = await submit('delta');
    expect(errors).toEqual([]);
    expect(results.length).toBe(6);
    expect(results[0].match.sides[0].participants[0].ratingChange.delta).toEqual(expect.any(Number));
  });
});
