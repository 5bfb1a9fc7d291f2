import { describe, expect, test } from 'vitest';
import { countRows } from '../support/service.js';
import { useLeague, useStory } from '../support/story.js';
import type { MatchInput, SideInput } from '../support/story-match.js';

const NOW = new Date('2020-06-01T12:00:00Z');

const story = useStory({ clock: () => NOW });
const league = useLeague(story, { slug: 'strict', opensAt: '2020-01-01T00:00:00Z' }, 'ann beats ben');

/** A match that would be taken, but for what is changed in it. */
function spoilt(more: Partial<MatchInput>): MatchInput {
  return { ...league.match('newcomer1 beats newcomer2'), ...more };
}

const side = (placement: number, ...players: string[]): SideInput => ({
  placement,
  participants: players.map((player) => ({ player })),
});

const NO_TIME = 'playedAt must be an RFC 3339 time with an offset, such as 2026-11-20T12:00:00Z, but is';

describe('a bad match is rejected with the field, the rule and the value, and nothing of it is stored', () => {
  test.each<[what: string, bad: Partial<MatchInput>, path: string, message: string]>([
    ['no time, said aloud', { playedAt: null }, 'playedAt', 'playedAt is required, but missing'],
    ['a time in words', { playedAt: 'yesterday' }, 'playedAt', `${NO_TIME} "yesterday"`],
    ['a time without an offset', { playedAt: '2020-01-01T12:00:00' }, 'playedAt', `${NO_TIME} "2020-01-01T12:00:00"`],
    ['an invalid day', { playedAt: '2020-02-30T12:00:00Z' }, 'playedAt', `${NO_TIME} "2020-02-30T12:00:00Z"`],
    ['a list for a time', { playedAt: ['2020-02-03T12:00:00Z'] }, 'playedAt', `${NO_TIME} ["2020-02-03T12:00:00Z"]`],
    [
      'a player against themselves',
      { sides: [side(1, 'newcomer1'), side(2, 'Newcomer1')] },
      'sides.1.participants.0.player',
      'Player "Newcomer1" appears twice in this match.',
    ],
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

  test('a match at a time that the league does not accept', async () => {
    const before = await countRows(story);
    const [rejected] = await league.submit([spoilt({ playedAt: '2019-12-31T23:59:59.999Z' })]);
    expect(rejected).toMatchObject({
      error: {
        __typename: 'OutOfWindowError',
        code: 'OUT_OF_WINDOW',
        message: expect.stringMatching(
          /^playedAt must not be before the league's opening at 2020-01-01T00:00:00.000Z,/,
        ),
        path: ['input', 'matches', '0', 'playedAt'],
      },
    });
    expect(await countRows(story)).toEqual(before);
  });
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

test('texts that only look dangerous are stored unchanged', async () => {
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
