import { expect, it } from 'vitest';
import { baselines } from './baselines.js';
import type { Match } from './match.js';
import { MatchPacker, packMatch } from './packed/packer.js';

const waits = { length: 0, player: new Int32Array(0), at: new Float64Array(0), next: new Int32Array(0) };

function placed(...placements: number[]): Match {
  return { playedAt: 0, sides: placements.map((placement, player) => ({ placement, participants: [{ player }] })) };
}

it('are an even chance, and the share of the points that the same place won before', () => {
  const matches = new MatchPacker();
  for (const match of [placed(1, 2), placed(1, 1), placed(1, 2), placed(2, 1, 3)]) packMatch(matches, match, Number);
  const { even, baseRates } = baselines([{ matches, waits }]);
  expect(even.logLoss).toBeCloseTo((3 * Math.LN2 + Math.log(3)) / 4, 12);
  // Half of the first match, then 1.5 of 2 points, then 2 of 3.
  const draw = (Math.log(0.75) + Math.log(0.25)) / 2;
  expect(baseRates.logLoss).toBeCloseTo(-(Math.log(0.5) + draw + Math.log(2 / 3) - Math.log(3)) / 4, 12);
});
