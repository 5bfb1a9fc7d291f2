import { MatchPacker, packMatch, roleOf } from '@openladder/rating';
import { expect, it } from 'vitest';
import { openStretch, packStretch } from './packed-stretches.js';

it('has weights and roles if the matches have some', () => {
  const packer = new MatchPacker();
  const sides = ['away', 'home'].map((role, player) => ({ placement: player + 1, role, participants: [{ player }] }));
  packMatch(packer, { playedAt: 5, sides }, Number);
  packMatch(packer, { playedAt: 6, weight: 0.5, sides }, Number);
  const stretch = packStretch(packer, []);
  packer.clear();
  const { matches, waits } = openStretch(stretch);
  expect(matches.weight).toEqual(Float64Array.of(1, 0.5));
  expect([0, 1, 2, 3].map((participant) => roleOf(matches, participant))).toEqual(['away', 'home', 'away', 'home']);
  expect(stretch.buffer.byteLength).toBe(waits.next.byteOffset + waits.next.byteLength);
});
