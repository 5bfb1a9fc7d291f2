import { expect, it } from 'vitest';
import {
  type CheckedMatch,
  checkForm,
  contentHash,
  type MatchSubmission,
  type ParticipantSubmission,
} from './checks.js';

const BASE: MatchSubmission = {
  externalId: 'g-1',
  playedAt: new Date('2020-01-01T00:00:00Z'),
  sides: [
    { placement: 1, participants: [{ player: 'ann' }] },
    { placement: 2, participants: [{ player: 'ben' }] },
  ],
};

const hash = (more: Partial<MatchSubmission>) =>
  contentHash(checkForm({ ...BASE, ...more }, []) as CheckedMatch).toString('hex');
const withAnn = (more: Partial<ParticipantSubmission>) =>
  hash({ sides: [{ placement: 1, participants: [{ player: 'ann', ...more }] }, BASE.sides[1]!] });

it.each([
  ['one under another external id', () => hash({ externalId: 'g-2' })],
  [
    'one with its defaults written out',
    () => withAnn({ isGuest: false, score: null, minutesPlayed: null, scoresAgainst: [] }),
  ],
  [
    'one with a status that says nothing',
    () => hash({ sides: BASE.sides.map((side) => ({ ...side, status: 'FINISHED' })) }),
  ],
  ['one with details that are null', () => hash({ details: null })],
  ['one with a weight of 1', () => hash({ weight: 1 })],
  ['one with roles that are null', () => hash({ sides: BASE.sides.map((side) => ({ ...side, role: null })) })],
  ['one with a handle in capitals', () => withAnn({ player: 'ANN' })],
])('the same match is %s', (_, other) => {
  expect(other()).toBe(hash({}));
});

it.each([
  ['one of another time', () => hash({ playedAt: new Date('2020-01-01T00:00:00.001Z') })],
  ['one with the sides the other way round', () => hash({ sides: BASE.sides.toReversed() })],
  ['one with another placement', () => hash({ sides: [BASE.sides[0]!, { ...BASE.sides[1]!, placement: 1 }] })],
  ['one with a forfeit', () => hash({ sides: [BASE.sides[0]!, { ...BASE.sides[1]!, status: 'FORFEIT' }] })],
  ['one with a name for a side', () => hash({ sides: [{ ...BASE.sides[0]!, name: 'A' }, BASE.sides[1]!] })],
  ['one with a score for a side', () => hash({ sides: [{ ...BASE.sides[0]!, score: 0 }, BASE.sides[1]!] })],
  ['one with another player', () => withAnn({ player: 'anna' })],
  ['one with a guest', () => withAnn({ isGuest: true })],
  ['one with a score', () => withAnn({ score: 0 })],
  ['one with minutes', () => withAnn({ minutesPlayed: 0 })],
  ['one with details', () => hash({ details: {} })],
  ['one with a weight', () => hash({ weight: 2 })],
  ['one with a role for a side', () => hash({ sides: [{ ...BASE.sides[0]!, role: 'home' }, BASE.sides[1]!] })],
  ['one with points against an opponent', () => withAnn({ scoresAgainst: [{ opponent: 'ben', score: 0 }] })],
])('another match is %s', (_, other) => {
  expect(other()).not.toBe(hash({}));
});

it('the hash is the same in all versions, because it is stored', () => {
  // SHA-256 of [1577836800000,[[null,1,null,[["ann",false,null,null,[]]]],[null,2,null,[["ben",false,null,null,[]]]]]]
  expect(hash({})).toBe('0654b1f1b6873495cafb1f1f41e126f7a020bda08fdd6343b9d5cfd36c3ef481');
});
