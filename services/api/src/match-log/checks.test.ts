import { describe, expect, it } from 'vitest';
import { checkText, isRefusal } from '../kit/refusal.js';
import { type CheckedMatch, checkForm, checkSubmission, checkWindow } from './checks.js';
import type { MatchSubmission, SideSubmission } from './submission.js';

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

it('a match of good form is given back with every default filled in', () => {
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

describe('the first broken rule is reported, with its path', () => {
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
  ])('%s', (_, bad, path) => {
    expect(checkForm(match(bad), ['x'])).toMatchObject({ kind: 'refusal', path: ['x', ...path.split('.')] });
  });
});

describe('numbers at the ends of their ranges are taken', () => {
  it.each([-1e9, -0, 0, 0.1, 1e9])('score %d', (score) => {
    const sides = [
      { score, participants: [{ player: 'ann' }] },
      { score: 0, participants: [{ player: 'ben' }] },
    ];
    expect(isRefusal(checkForm(match({ sides }), []))).toBe(false);
  });

  it.each([1e9 + 1, -1e9 - 1, Number.NaN, Number.POSITIVE_INFINITY, 1e308])('and score %d is not', (score) => {
    const sides = [
      { score, participants: [{ player: 'ann' }] },
      { score: 0, participants: [{ player: 'ben' }] },
    ];
    expect(checkForm(match({ sides }), [])).toMatchObject({ code: 'BAD_INPUT', path: ['sides', '0', 'score'] });
  });

  it.each([1, 10_000])('placement %d', (placement) => {
    expect(isRefusal(checkForm(match({ sides: [side(placement, 'ann'), side(2, 'ben')] }), []))).toBe(false);
  });

  it.each([0, 10_001, 1.5, Number.NaN])('and placement %d is not', (placement) => {
    expect(isRefusal(checkForm(match({ sides: [side(placement, 'ann'), side(2, 'ben')] }), []))).toBe(true);
  });
});

describe('a match was played in the window', () => {
  const opensAt = new Date('2020-01-01T00:00:00Z');
  const verdict = (playedAt: string, window = { now: NOW, opensAt: opensAt as Date | null }) =>
    checkWindow({ playedAt: new Date(playedAt) }, window, ['m'])?.path;

  it.each(['2020-01-01T00:00:00.000Z', '2020-06-01T12:05:00.000Z'])(
    'from its first moment to its last: %s',
    (playedAt) => {
      expect(verdict(playedAt)).toBeUndefined();
    },
  );

  it.each(['2019-12-31T23:59:59.999Z', '2020-06-01T12:05:00.001Z'])('and not before or after: %s', (playedAt) => {
    expect(verdict(playedAt)).toEqual(['m', 'playedAt']);
  });

  it('which has no beginning where the league has no opening', () => {
    expect(verdict('0001-01-01T00:00:00Z', { now: NOW, opensAt: null })).toBeUndefined();
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

it.each([[1e-9], [1], [1_000_000]])('a weight of %d is taken', (weight) => {
  expect(checkForm(match({ weight }), [])).toMatchObject({ weight });
});
