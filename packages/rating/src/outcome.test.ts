import { describe, expect, it } from 'vitest';
import type { Match, Side } from './match.js';
import { pairwiseResults, resultOf, sideMerits, verdicts } from './outcome.js';

function placed(...placements: number[]): Match {
  return { playedAt: 0, sides: placements.map((placement, player) => ({ placement, participants: [{ player }] })) };
}

function scored(...scores: number[]): Match {
  return { playedAt: 0, sides: scores.map((score, player) => ({ participants: [{ player, score }] })) };
}

describe('resultOf', () => {
  it('gives 1 to the greater, 0 to the less, and half to equals', () => {
    expect([resultOf(3, 2), resultOf(2, 3), resultOf(2, 2), resultOf(0, -0)]).toEqual([1, 0, 0.5, 0.5]);
  });
});

describe('sideMerits', () => {
  it('go by placement, where 1 is best', () => {
    const [first, second] = sideMerits(placed(1, 2))!;
    expect(first).toBeGreaterThan(second!);
  });

  it('go by placement even where scores say otherwise', () => {
    const sides: Side[] = [
      { placement: 1, score: 3, participants: [{ player: 'ann' }] },
      { placement: 2, score: 9, participants: [{ player: 'bob' }] },
    ];
    const [first, second] = sideMerits({ playedAt: 0, sides })!;
    expect(first).toBeGreaterThan(second!);
  });

  it('go by score where a side has no placement', () => {
    expect(sideMerits(scored(7, 12))).toEqual([7, 12]);
  });

  it('are unknown where a side has neither', () => {
    expect(sideMerits({ playedAt: 0, sides: [...placed(1).sides, ...scored(3).sides] })).toBeUndefined();
  });
});

describe('pairwiseResults', () => {
  it('put every side against every other', () => {
    expect(pairwiseResults(placed(2, 1, 2))).toEqual([
      [0.5, 0, 0.5],
      [1, 0.5, 1],
      [0.5, 0, 0.5],
    ]);
  });

  it('refuse a match without outcome', () => {
    const sides = [{ participants: [{ player: 'ann' }] }, { participants: [{ player: 'bob' }] }];
    expect(() => pairwiseResults({ playedAt: 0, sides })).toThrow(
      'the match has no outcome: every side needs a placement, or every side a score',
    );
  });
});

describe('verdicts', () => {
  it('distinguish a sole winner from a shared first place', () => {
    expect(verdicts(placed(1, 2, 2))).toEqual(['won', 'lost', 'lost']);
    expect(verdicts(placed(1, 1, 3))).toEqual(['drawn', 'drawn', 'lost']);
    expect(verdicts(scored(4, 4))).toEqual(['drawn', 'drawn']);
  });
});
