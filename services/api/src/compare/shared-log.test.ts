import { MatchPacker, packMatch, roleOf } from '@openladder/rating';
import { expect, it } from 'vitest';
import { openStretch, shareStretch } from './shared-log.js';

it('is the packed matches and the waits among them, in one buffer', () => {
  const packer = new MatchPacker();
  const against = (opponent: number, score: number) => ({ opponent, score });
  packMatch(
    packer,
    {
      playedAt: 5,
      sides: [
        { score: 2.5, participants: [{ player: 3, score: 1, minutesPlayed: 9, scoresAgainst: [against(0, 7)] }] },
        { score: 1, participants: [{ player: 0 }, { player: 1, scoresAgainst: [against(3, 4), against(3, 6)] }] },
      ],
    },
    Number,
  );
  packMatch(
    packer,
    { playedAt: 6, sides: [1, 2].map((player) => ({ placement: player, participants: [{ player }] })) },
    Number,
  );
  const waits = [
    { player: 3, at: 4, next: 0 },
    { player: 2, at: 5.5, next: 1 },
  ];
  const stretch = shareStretch(packer, waits);
  packer.clear();
  const { matches, waits: columns } = openStretch(stretch);
  expect(matches).toEqual({
    length: 2,
    playedAt: Float64Array.of(5, 6),
    merit: Float64Array.of(2.5, 1, 1, -1, -2),
    sideScore: Float64Array.of(2.5, 1, 1, Number.NaN, Number.NaN),
    score: Float64Array.of(1, Number.NaN, Number.NaN, Number.NaN, Number.NaN),
    minutes: Float64Array.of(9, Number.NaN, Number.NaN, Number.NaN, Number.NaN),
    scoreAgainst: Float64Array.of(7, 4, 6),
    firstParticipant: Int32Array.of(0, 3, 5),
    player: Int32Array.of(3, 0, 1, 1, 2),
    side: Int32Array.of(0, 1, 1, 0, 1),
    firstOpponent: Int32Array.of(0, 2, 3, 4, 5, 6),
    firstAgainst: Int32Array.of(0, 1, 1, 3, 3, 3),
    against: Int32Array.of(0, 3, 3),
  });
  expect(columns).toEqual({
    length: 2,
    at: Float64Array.of(4, 5.5),
    player: Int32Array.of(3, 2),
    next: Int32Array.of(0, 1),
  });
  expect(stretch.buffer.byteLength).toBe(columns.next.byteOffset + columns.next.byteLength);
});

it('may be without matches', () => {
  const { matches, waits } = openStretch(shareStretch(new MatchPacker(), []));
  expect(matches.length + waits.length).toBe(0);
  expect(matches.firstParticipant).toEqual(Int32Array.of(0));
});

it('has weights and roles where the matches have some', () => {
  const packer = new MatchPacker();
  const sides = ['away', 'home'].map((role, player) => ({ placement: player + 1, role, participants: [{ player }] }));
  packMatch(packer, { playedAt: 5, sides }, Number);
  packMatch(packer, { playedAt: 6, weight: 0.5, sides }, Number);
  const stretch = shareStretch(packer, []);
  packer.clear();
  const { matches, waits } = openStretch(stretch);
  expect(matches.weight).toEqual(Float64Array.of(1, 0.5));
  expect([0, 1, 2, 3].map((participant) => roleOf(matches, participant))).toEqual(['away', 'home', 'away', 'home']);
  expect(stretch.buffer.byteLength).toBe(waits.next.byteOffset + waits.next.byteLength);
});
