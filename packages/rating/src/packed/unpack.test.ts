import { expect, it } from 'vitest';
import { elo } from '../../test/elo.js';
import { exampleLog } from '../conformance/matches.js';
import { withGuests } from '../conformance/variations.js';
import type { Match } from '../match.js';
import { MatchPacker, packMatch } from './packer.js';
import { unpackMatch } from './unpack.js';

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

it('unpacks what was told, and nothing else', () => {
  const placed: Match = {
    playedAt: 5,
    sides: [
      { placement: 2, participants: [{ player: 3 }, { player: 1 }] },
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
