import { expect, it } from 'vitest';
import { elo } from '../../test/elo.js';
import { exampleLog } from '../conformance/matches.js';
import { withGuests } from '../conformance/variations.js';
import type { Match } from '../match.js';
import { MatchPacker, packMatch, unpackMatch } from './packer.js';

const formats = elo.formats({ k: 24, initialRating: 1500 });

function packed(log: readonly Match[]): MatchPacker {
  const packer = new MatchPacker();
  for (const match of log) packMatch(packer, match, Number);
  return packer;
}

it('unpacks matches that pack to the same columns again', () => {
  const once = packed(exampleLog(formats, 11).flatMap((match) => [match, ...withGuests(match, formats)]));
  const log = Array.from({ length: once.length }, (_, index) => unpackMatch(once, index));
  expect(packed(log)).toEqual(once);
});

it('unpacks the packed values, and nothing else', () => {
  const placed: Match = {
    playedAt: 5,
    weight: 2.5,
    sides: [
      { placement: 2, role: 'home', participants: [{ player: 3 }, { player: 1 }] },
      { placement: 1, participants: [{ player: 0 }] },
    ],
  };
  const scored: Match = {
    playedAt: 6,
    sides: [
      {
        score: 9,
        participants: [{ player: 2, score: 4, minutesPlayed: 12.5, scoresAgainst: [{ opponent: 0, score: 3 }] }],
      },
      { score: 0, participants: [{ player: 0, score: 0 }] },
    ],
  };
  const packer = packed([placed, scored]);
  expect([unpackMatch(packer, 0), unpackMatch(packer, 1)]).toEqual([placed, scored]);
});

it('has columns of weights and roles if a match has some, and drops them with the matches', () => {
  const plain: Match = {
    playedAt: 5,
    sides: [1, 2].map((player) => ({ placement: player, participants: [{ player }] })),
  };
  const packer = packed([plain]);
  expect([packer.weight, packer.role]).toEqual([undefined, undefined]);
  const [first, second] = plain.sides;
  packMatch(packer, { ...plain, weight: 3, sides: [{ ...first!, role: 'white' }, second!] }, Number);
  packMatch(packer, plain, Number);
  expect([...packer.weight!.subarray(0, 3)]).toEqual([1, 3, 1]);
  expect([...packer.role!.subarray(0, 6)]).toEqual([0, 0, 1, 0, 0, 0]);
  expect(packer.roleNames).toEqual(['white']);
  packer.clear();
  expect([packer.weight, packer.role, packer.roleNames]).toEqual([undefined, undefined, []]);
  packMatch(
    packer,
    {
      ...plain,
      sides: [
        { ...first!, role: 'black' },
        { ...second!, role: 'white' },
      ],
    },
    Number,
  );
  expect([[...packer.role!.subarray(0, 2)], packer.roleNames]).toEqual([
    [1, 2],
    ['black', 'white'],
  ]);
});
