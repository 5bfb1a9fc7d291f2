import { describe, expect, it } from 'vitest';
import { checkText, isRefusal } from '../kit/refusal.js';
import {
  type CheckedMatch,
  checkForm,
  checkSubmission,
  checkWindow,
  type MatchSubmission,
  type ParticipantSubmission,
  type PlayingWindow,
  type SideSubmission,
} from './checks.js';

const NOW = new Date('2020-06-01T12:00:00Z');
const side = (placement: number | null, ...players: string[]): SideSubmission => ({
  placement,
  participants: players.map((player) => ({ player })),
});
const match = (more: Partial<MatchSubmission> = {}): MatchSubmission => ({
  externalId: 'g-1',
  playedAt: new Date('2020-01-01T00:00:00Z'),
  sides: [side(1, 'ann'), side(2, 'ben')],
  ...more,
});

it('a well-formed match is returned with all defaults', () => {
  expect(
    checkForm(
      match({
        sides: [{ participants: [{ player: 'Zoe\u0308', score: 2 }] }, { score: 1, participants: [{ player: 'ben' }] }],
      }),
      [],
    ),
  ).toEqual({
    externalId: 'g-1',
    playedAt: new Date('2020-01-01T00:00:00Z'),
    sides: [
      {
        status: 'FINISHED',
        name: null,
        role: null,
        placement: null,
        score: null,
        participants: [{ handle: 'Zoë', key: 'zoë', isGuest: false, score: 2, minutesPlayed: null, scoresAgainst: [] }],
      },
      {
        status: 'FINISHED',
        name: null,
        role: null,
        placement: null,
        score: 1,
        participants: [
          { handle: 'ben', key: 'ben', isGuest: false, score: null, minutesPlayed: null, scoresAgainst: [] },
        ],
      },
    ],
    weight: 1,
    details: null,
  });
});

it.each<[what: string, bad: Partial<MatchSubmission>, path: string]>([
  ['the id before the time', { externalId: '', playedAt: null }, 'externalId'],
  ['the time before the sides', { playedAt: null, sides: [] }, 'playedAt'],
  ['a side before the next', { sides: [side(0, 'ann'), side(0, 'ben')] }, 'sides.0.placement'],
  [
    'a handle before its numbers',
    { sides: [{ participants: [{ player: '', score: 1e10 }] }, side(1, 'b')] },
    'sides.0.participants.0.player',
  ],
  ['the sides before who takes part in them', { sides: [side(1, 'ann'), side(null, 'ann')] }, 'sides'],
])('the first broken rule is reported, with its path: %s', (_, bad, path) => {
  expect(checkForm(match(bad), ['x'])).toMatchObject({ kind: 'refusal', path: ['x', ...path.split('.')] });
});

/** A first side of ann against ben, with further fields for her or the side. */
const winner = (more: Partial<ParticipantSubmission>, ofSide: Partial<SideSubmission> = {}) => ({
  sides: [{ placement: 1, participants: [{ player: 'ann', ...more }], ...ofSide }, side(2, 'ben')],
});
const players = (count: number) => Array.from({ length: count }, (_, n) => `player${n}`);

const NO_TEXT = 'must not contain control characters or broken Unicode, but is';
const NO_SCORE = 'score must be a number from -1000000000 to 1000000000, but is';
const NO_MINUTES = 'minutesPlayed must be a number from 0 to 1000000, but is';
const FIRST = 'sides.0.participants.0';

it.each<[path: string, message: string, bad: Partial<MatchSubmission>]>([
  ['externalId', 'externalId must not be empty', { externalId: '' }],
  ['externalId', `externalId ${NO_TEXT} "a\\u0000b"`, { externalId: 'a\0b' }],
  [
    'externalId',
    'externalId must be at most 200 characters long, but has 1000000',
    { externalId: 'x'.repeat(1_000_000) },
  ],
  ['playedAt', 'playedAt is required, but missing', { playedAt: undefined as never }],
  ['sides', 'number of sides must be 2 or more, but is 1', { sides: [side(1, 'ann')] }],
  [
    'sides',
    'number of sides must be at most 200, but is 201',
    { sides: players(201).map((player, n) => side(n + 1, player)) },
  ],
  ['sides.1.participants', 'number of participants must be 1 or more, but is 0', { sides: [side(1, 'ann'), side(2)] }],
  [
    'sides.1.participants.0.player',
    'Player "Ann" appears twice in this match.',
    { sides: [side(1, 'ann'), side(2, 'Ann')] },
  ],
  [
    'sides.0.participants.1.player',
    'Player "ANN" appears twice in this match.',
    { sides: [side(1, 'ann', 'ANN'), side(2, 'ben')] },
  ],
  [
    'sides',
    'number of participants must be at most 256, but is 257',
    { sides: [side(1, ...players(256)), side(2, 'ben')] },
  ],
  [
    'sides.0.score',
    'score is required for a side without a placement, but missing',
    { sides: [side(null, 'ann'), side(null, 'ben')] },
  ],
  [
    'sides',
    'either all sides or none must have a placement, but 1 of 2 have one',
    { sides: [side(1, 'ann'), side(null, 'ben')] },
  ],
  ['sides.0.placement', 'placement must be a whole number from 1 to 10000, but is 0', winner({}, { placement: 0 })],
  ['sides.0.name', `name ${NO_TEXT} "A\\u0000"`, winner({}, { name: 'A\0' })],
  [`${FIRST}.score`, `${NO_SCORE} 1e+308`, winner({ score: 1e308 })],
  [`${FIRST}.minutesPlayed`, `${NO_MINUTES} 1000000000000`, winner({ minutesPlayed: 1e12 })],
  [`${FIRST}.minutesPlayed`, `${NO_MINUTES} -0.5`, winner({ minutesPlayed: -0.5 })],
  [
    `${FIRST}.scoresAgainst.0.opponent`,
    'opponent must be a player on another side, but is "zoe"',
    winner({ scoresAgainst: [{ opponent: 'zoe', score: 1 }] }),
  ],
  [
    `${FIRST}.scoresAgainst.0.opponent`,
    'opponent must be a player on another side, but is "ann"',
    winner({ scoresAgainst: [{ opponent: 'ann', score: 1 }] }),
  ],
  [
    `${FIRST}.scoresAgainst.1.opponent`,
    'Opponent "Ben" is named twice.',
    winner({ scoresAgainst: ['ben', 'Ben'].map((opponent) => ({ opponent, score: 1 })) }),
  ],
  [
    `${FIRST}.scoresAgainst.0.score`,
    `${NO_SCORE} 1e+308`,
    winner({ scoresAgainst: [{ opponent: 'ben', score: 1e308 }] }),
  ],
])('a broken rule is reported with the field and the value: %s: %s', (path, message, bad) => {
  expect(checkForm(match(bad), [])).toMatchObject({ code: 'BAD_INPUT', message, path: path.split('.') });
});

it('-0 is 0, as the log stores it', () => {
  const against = (opponent: string) => ({ score: -0, minutesPlayed: -0, scoresAgainst: [{ opponent, score: -0 }] });
  const sides = [
    { score: -0, participants: [{ player: 'ann', ...against('ben') }] },
    { score: -0, participants: [{ player: 'ben', ...against('ann') }] },
  ];
  const positive = JSON.parse(JSON.stringify(sides));
  expect(checkForm(match({ sides }), [])).toEqual(checkForm(match({ sides: positive }), []));
});

describe('numbers at the ends of their ranges are accepted', () => {
  it.each([-1e9, -0, 0, 0.1, 1e9])('score %d', (score) => {
    const sides = [
      { score, participants: [{ player: 'ann' }] },
      { score: 0, participants: [{ player: 'ben' }] },
    ];
    expect(isRefusal(checkForm(match({ sides }), []))).toBe(false);
  });

  it.each([1e9 + 1, -1e9 - 1, Number.NaN, Number.POSITIVE_INFINITY])('and score %d is refused', (score) => {
    const sides = [
      { score, participants: [{ player: 'ann' }] },
      { score: 0, participants: [{ player: 'ben' }] },
    ];
    expect(checkForm(match({ sides }), [])).toMatchObject({ code: 'BAD_INPUT', path: ['sides', '0', 'score'] });
  });

  it.each([1, 10_000])('placement %d', (placement) => {
    expect(isRefusal(checkForm(match({ sides: [side(placement, 'ann'), side(2, 'ben')] }), []))).toBe(false);
  });

  it.each([10_001, 1.5, Number.NaN])('and placement %d is refused', (placement) => {
    expect(isRefusal(checkForm(match({ sides: [side(placement, 'ann'), side(2, 'ben')] }), []))).toBe(true);
  });
});

describe('a match was played in the window', () => {
  const opensAt = new Date('2020-01-01T00:00:00Z');
  const verdict = (playedAt: string, window: PlayingWindow = { now: NOW, opensAt }) =>
    checkWindow({ playedAt: new Date(playedAt) }, window, ['m'])?.path;

  it.each(['2020-01-01T00:00:00.000Z', '2020-06-01T12:05:00.000Z'])('from its first moment to its last: %s', (at) => {
    expect(verdict(at)).toBeUndefined();
  });

  it.each([
    ['2019-12-31T23:59:59.999Z', "not be before the league's opening at 2020-01-01T00:00:00.000Z"],
    ['2020-06-01T12:05:00.001Z', 'not be more than 5 minutes in the future'],
  ])('and not before or after: %s', (playedAt, rule) => {
    expect(checkWindow({ playedAt: new Date(playedAt) }, { now: NOW, opensAt }, ['m'])).toMatchObject({
      code: 'OUT_OF_WINDOW',
      message: `playedAt must ${rule}, but is ${playedAt}`,
      path: ['m', 'playedAt'],
    });
  });

  it('which has no beginning if the league has no opening', () => {
    expect(verdict('0001-01-01T00:00:00Z', { now: NOW, opensAt: null })).toBeUndefined();
    expect(checkForm(match({ playedAt: new Date('0000-12-31T23:59:59Z') }), [])).toMatchObject({
      code: 'OUT_OF_WINDOW',
      message: 'playedAt must be in year 1 or later, but is 0000-12-31T23:59:59.000Z',
    });
  });

  it('and in its form, both checked together', () => {
    const window = { now: NOW, opensAt };
    expect((checkSubmission(match(), window, []) as CheckedMatch).externalId).toBe('g-1');
    expect(checkSubmission(match({ sides: [] }), window, [])).toMatchObject({ code: 'BAD_INPUT' });
    expect(checkSubmission(match({ playedAt: new Date('2021-01-01T00:00:00Z') }), window, [])).toMatchObject({
      code: 'OUT_OF_WINDOW',
    });
  });
});

describe('a text', () => {
  it.each(['a', ' a ', 'x'.repeat(200), '日本 🏆', '{}"\\'])('may be %j', (text) => {
    expect(checkText(text, ['name'])).toBeUndefined();
  });

  it.each(['', ' ', '\u3000', 'x'.repeat(201), 'a\nb', 'a\0', '\u0085', '\udfff'])('may not be %j', (text) => {
    expect(checkText(text, ['name'])).toMatchObject({ code: 'BAD_INPUT', path: ['name'] });
  });
});

it.each([0, -1, Number.NaN, 1_000_001])('a weight of %d is refused with its path', (weight) => {
  const refusal = checkForm(match({ weight }), ['input']);
  expect(isRefusal(refusal) && refusal.path).toEqual(['input', 'weight']);
  expect(isRefusal(refusal) && refusal.message).toMatch(/^weight must be a number greater than 0 and at most 1000000/);
});

it.each(['', ' ', 'a\nb', 'x'.repeat(41)])('the role %j is refused with its path', (role) => {
  const refusal = checkForm(match({ sides: [{ ...side(1, 'ann'), role }, side(2, 'ben')] }), []);
  expect(isRefusal(refusal) && refusal.path).toEqual(['sides', '0', 'role']);
});

it.each([[1e-9], [1], [1_000_000]])('a weight of %d is accepted', (weight) => {
  expect(checkForm(match({ weight }), [])).toMatchObject({ weight });
});
