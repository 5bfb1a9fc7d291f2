import { expect, it } from 'vitest';
import { EvaluationParts, EvaluationSums } from './evaluation.js';
import { seededRandom } from './random.js';

const random = seededRandom(4);
const MATCHES = Array.from({ length: 60 }, (_, index) => {
  const chance = random.next();
  const merits = [random.integer(0, 2), random.integer(0, 2)];
  return { chances: [chance, 1 - chance], merits, playedAt: index * 40_000_000 };
});

function scored(...starts: number[]) {
  const parts = new EvaluationParts(starts);
  for (const { chances, merits, playedAt } of MATCHES) parts.add(chances, merits, playedAt);
  return parts.means();
}

it('a log as one part is scored like a whole one', () => {
  const sums = new EvaluationSums();
  for (const { chances, merits, playedAt } of MATCHES) sums.add(chances, merits, playedAt);
  expect(scored(0)).toEqual([sums.means()]);
});

it('matches before the first part are not scored, and the others only in their part', () => {
  const [whole] = scored(0);
  const [first, second] = scored(10, 40);
  expect([first!.matches, second!.matches]).toEqual([30, 20]);
  const [early] = scored(0, 10);
  const sum = [early!, first!, second!].reduce((loss, { logLoss, matches }) => loss + logLoss * matches, 0);
  expect(sum / 60).toBeCloseTo(whole!.logLoss, 12);
});

it('the frequency of draws is that of all matches before, including a burn-in', () => {
  const [whole] = scored(0);
  const parts = scored(0, 25, 50);
  const sum = parts.reduce((score, { rankedProbability, matches }) => score + rankedProbability! * matches, 0);
  expect(sum / 60).toBeCloseTo(whole!.rankedProbability!, 12);
});

it('a part without a match is refused', () => {
  expect(() => scored(0, 60)).toThrow(RangeError);
});
