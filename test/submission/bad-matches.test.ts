import { describe, expect, test } from 'vitest';
import { countRows } from '../support/service.js';
import { useLeague, useStory } from '../support/story.js';
import type { MatchInput, ParticipantInput, SideInput } from '../support/story-match.js';

const NOW = new Date('2020-06-01T12:00:00Z');

const story = useStory({ clock: () => NOW });
const league = useLeague(story, { slug: 'strict', opensAt: '2020-01-01T00:00:00Z' }, 'ann beats ben');

/** A match that would be taken, but for what is changed in it. */
function spoilt(more: Partial<MatchInput>): MatchInput {
  return { ...league.match('newcomer1 beats newcomer2'), ...more };
}

const winner = (more: Partial<ParticipantInput>, side: Partial<SideInput> = {}): Partial<MatchInput> => ({
  sides: [
    { placement: 1, participants: [{ player: 'newcomer1', ...more }], ...side },
    { placement: 2, participants: [{ player: 'newcomer2' }] },
  ],
});

const side = (placement: number | undefined, ...players: string[]): SideInput => ({
  ...(placement !== undefined && { placement }),
  participants: players.map((player) => ({ player })),
});

const NO_TEXT = 'must not contain control characters or broken Unicode, but is';
const NO_TIME = 'playedAt must be an RFC 3339 time with an offset, such as 2026-11-20T12:00:00Z, but is';
const NO_SCORE = 'score must be a number from -1000000000 to 1000000000, but is';
const NO_PLACE = 'placement must be a whole number from 1 to 10000, but is';
const NO_MINUTES = 'minutesPlayed must be a number from 0 to 1000000, but is';
const NO_RIVAL = 'opponent must be a player on another side, but is';
const FIRST = 'sides.0.participants.0';

describe('a bad match is rejected with the field, the rule and the value, and nothing of it is stored', () => {
  test.each<[what: string, bad: Partial<MatchInput>, path: string, message: string]>([
    ['an empty external id', { externalId: '' }, 'externalId', 'externalId must not be empty'],
    ['NUL in the external id', { externalId: 'a\0b' }, 'externalId', `externalId ${NO_TEXT} "a\\u0000b"`],
    [
      'an external id of a megabyte',
      { externalId: 'x'.repeat(1_000_000) },
      'externalId',
      'externalId must be at most 200 characters long, but has 1000000',
    ],
    ['no time', { playedAt: undefined }, 'playedAt', 'playedAt is required, but missing'],
    ['no time, said aloud', { playedAt: null }, 'playedAt', 'playedAt is required, but missing'],
    ['a time in words', { playedAt: 'yesterday' }, 'playedAt', `${NO_TIME} "yesterday"`],
    ['a time without an offset', { playedAt: '2020-01-01T12:00:00' }, 'playedAt', `${NO_TIME} "2020-01-01T12:00:00"`],
    ['a day that is none', { playedAt: '2020-02-30T12:00:00Z' }, 'playedAt', `${NO_TIME} "2020-02-30T12:00:00Z"`],
    ['a list for a time', { playedAt: ['2020-02-03T12:00:00Z'] }, 'playedAt', `${NO_TIME} ["2020-02-03T12:00:00Z"]`],
    ['one side', { sides: [side(1, 'newcomer1')] }, 'sides', 'number of sides must be 2 or more, but is 1'],
    [
      '201 sides',
      { sides: Array.from({ length: 201 }, (_, n) => side(n + 1, `newcomer${n}`)) },
      'sides',
      'number of sides must be at most 200, but is 201',
    ],
    [
      'an empty side',
      { sides: [side(1, 'newcomer1'), side(2)] },
      'sides.1.participants',
      'number of participants must be 1 or more, but is 0',
    ],
    [
      'a player against themselves',
      { sides: [side(1, 'newcomer1'), side(2, 'Newcomer1')] },
      'sides.1.participants.0.player',
      'Player "Newcomer1" appears twice in this match.',
    ],
    [
      'a player twice on a side',
      { sides: [side(1, 'newcomer1', 'NEWCOMER1'), side(2, 'x')] },
      'sides.0.participants.1.player',
      'Player "NEWCOMER1" appears twice in this match.',
    ],
    [
      '257 participants',
      { sides: [side(1, ...Array.from({ length: 256 }, (_, n) => `newcomer${n}`)), side(2, 'x')] },
      'sides',
      'number of participants must be at most 256, but is 257',
    ],
    [
      'neither placements nor scores',
      { sides: [side(undefined, 'newcomer1'), side(undefined, 'newcomer2')] },
      'sides.0.score',
      'score is required for a side without a placement, but missing',
    ],
    [
      'a placement for one side only',
      { sides: [side(1, 'newcomer1'), side(undefined, 'newcomer2')] },
      'sides',
      'either all sides or none must have a placement, but 1 of 2 have one',
    ],
    ['placement 0', winner({}, { placement: 0 }), 'sides.0.placement', `${NO_PLACE} 0`],
    ['a score of 1e308', winner({ score: 1e308 }), `${FIRST}.score`, `${NO_SCORE} 1e+308`],
    ['minutes of centuries', winner({ minutesPlayed: 1e12 }), `${FIRST}.minutesPlayed`, `${NO_MINUTES} 1000000000000`],
    ['negative minutes', winner({ minutesPlayed: -0.5 }), `${FIRST}.minutesPlayed`, `${NO_MINUTES} -0.5`],
    [
      'points against nobody of the match',
      winner({ scoresAgainst: [{ opponent: 'zoe', score: 1 }] }),
      `${FIRST}.scoresAgainst.0.opponent`,
      `${NO_RIVAL} "zoe"`,
    ],
    [
      'points against oneself',
      winner({ scoresAgainst: [{ opponent: 'newcomer1', score: 1 }] }),
      `${FIRST}.scoresAgainst.0.opponent`,
      `${NO_RIVAL} "newcomer1"`,
    ],
    [
      'points against one opponent twice',
      winner({
        scoresAgainst: [
          { opponent: 'newcomer2', score: 1 },
          { opponent: 'Newcomer2', score: 1 },
        ],
      }),
      `${FIRST}.scoresAgainst.1.opponent`,
      'Opponent "Newcomer2" is named twice.',
    ],
    [
      '1e308 points against an opponent',
      winner({ scoresAgainst: [{ opponent: 'newcomer2', score: 1e308 }] }),
      `${FIRST}.scoresAgainst.0.score`,
      `${NO_SCORE} 1e+308`,
    ],
    ['a team name with NUL', winner({}, { name: 'A\0' }), 'sides.0.name', `name ${NO_TEXT} "A\\u0000"`],
  ])('%s', async (_, bad, path, message) => {
    const before = await countRows(story);
    const match = spoilt(bad);
    expect(await league.submit([match])).toEqual([
      {
        __typename: 'MatchRejected',
        externalId: match.externalId,
        error: {
          __typename: 'BadInputError',
          code: 'BAD_INPUT',
          message,
          path: ['input', 'matches', '0', ...path.split('.')],
        },
      },
    ]);
    expect(await countRows(story)).toEqual(before);
  });

  test.each([
    [
      'more than 5 minutes in the future',
      '2020-06-01T12:05:00.001Z',
      'playedAt must not be more than 5 minutes in the future, but is 2020-06-01T12:05:00.001Z',
    ],
    [
      "before the league's opening",
      '2019-12-31T23:59:59.999Z',
      "playedAt must not be before the league's opening at 2020-01-01T00:00:00.000Z, but is 2019-12-31T23:59:59.999Z",
    ],
    ['in the year 0', '0000-12-31T23:59:59Z', 'playedAt must be in year 1 or later, but is 0000-12-31T23:59:59.000Z'],
  ])('a match that was played %s', async (_, playedAt, message) => {
    const before = await countRows(story);
    const [rejected] = await league.submit([spoilt({ playedAt })]);
    expect(rejected).toMatchObject({
      error: {
        __typename: 'OutOfWindowError',
        code: 'OUT_OF_WINDOW',
        message,
        path: ['input', 'matches', '0', 'playedAt'],
      },
    });
    expect(await countRows(story)).toEqual(before);
  });
});

test('5 minutes ahead are borne with, since clocks differ', async () => {
  const ahead = await story.league('ahead');
  await ahead.play(ahead.match('ann beats ben', { playedAt: '2020-06-01T12:05:00Z' }));
});

test('a league of the nineteenth century is rated, to the millisecond', async () => {
  const hastings = await story.league('chess-1872', 'timed-glicko');
  await hastings.play(
    hastings.match('Steinitz beats Zukertort', { playedAt: '1872-08-06T14:00:00.123Z' }),
    hastings.match('Zukertort draws Steinitz', { playedAt: '1872-08-07T14:00:00.456Z' }),
  );
  const played = '(first: 2) { nodes { playedAt } }';
  expect(
    await hastings.read(`matches${played} old: matches(to: "1872-08-07T00:00:00Z") { nodes { playedAt } }`),
  ).toEqual({
    matches: { nodes: [{ playedAt: '1872-08-07T14:00:00.456Z' }, { playedAt: '1872-08-06T14:00:00.123Z' }] },
    old: { nodes: [{ playedAt: '1872-08-06T14:00:00.123Z' }] },
  });
});

test('texts that only look dangerous are kept as they are', async () => {
  const texts = await story.league('texts');
  const names = ['{"a","b"}', `Robert'); DROP TABLE match;--`, '\\N', '"quoted"', 'NULL', '日本 🏆'];
  const batch = names.map((name, index) =>
    texts.match('ann beats ben', {
      externalId: name,
      sides: [side(1, 'ann'), side(2, 'ben')].map((one, place) => ({
        ...one,
        name: place === index % 2 ? name : null,
      })),
    }),
  );
  await texts.play(...batch);
  const { matches } = await texts.read('matches { nodes { externalId sides { name } } }');
  expect(matches.nodes.toReversed()).toEqual(
    names.map((name, index) => ({
      externalId: name,
      sides: [{ name: index % 2 === 0 ? name : null }, { name: index % 2 === 1 ? name : null }],
    })),
  );
});
