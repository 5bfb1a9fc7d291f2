import { type Match, MatchPacker, type Participant, packMatch } from '@openladder/rating';
import { describe, expect, test } from 'vitest';
import { measureOf, resultOfPair } from './comparison.js';
import type { Comparison } from './settings.js';

/** The score of the first of two against the second. */
function resultOf(match: Match, comparison: Comparison = 'scorePerHour', minutes = [20, 20]): number {
  const packer = new MatchPacker();
  packMatch(packer, match, (player) => ['a', 'b', 'c'].indexOf(String(player)));
  return resultOfPair(measureOf(comparison, packer, 0), packer, Float64Array.from(minutes), 0, 1);
}

function duel(own: Omit<Participant, 'player'>, other: Omit<Participant, 'player'>): Match {
  return {
    playedAt: 0,
    sides: [{ participants: [{ player: 'a', ...own }] }, { participants: [{ player: 'b', ...other }] }],
  };
}

describe('score per hour', () => {
  test.each<[what: string, scores: [number, number], minutes: number[], result: number]>([
    ['weighs points by the time played', [6, 10], [10, 20], 1],
    ['counts the minutes as played, beyond the longest game that counts for the change', [30, 20], [60, 30], 0],
    ['ranks negative scores', [-4, -3], [20, 10], 1],
  ])('%s', (_, [score, other], minutes, result) => {
    expect(resultOf(duel({ score }, { score: other }), 'scorePerHour', minutes)).toBe(result);
  });

  test('recognises equal rates that a quotient finds different', () => {
    const perHour = (score: number, minutes: number) => score / (minutes / 60);
    expect(perHour(1, 1)).not.toBe(perHour(11, 11));
    expect(resultOf(duel({ score: 1 }, { score: 11 }), 'scorePerHour', [1, 11])).toBe(0.5);
  });
});

test('plain score ignores the time', () => {
  expect(resultOf(duel({ score: 6 }, { score: 10 }), 'score', [10, 20])).toBe(0);
});

describe('head to head', () => {
  const against = (opponent: string, score: number) => ({ scoresAgainst: [{ opponent, score }] });

  test('compares what the two earned against each other', () => {
    const match = duel({ score: 1, ...against('b', 4) }, { score: 90, ...against('a', 3) });
    expect(resultOf(match, 'headToHead')).toBe(1);
  });

  test('treats a missing entry as no points', () => {
    expect(resultOf(duel({ score: 1, ...against('b', 2) }, { score: 9 }), 'headToHead')).toBe(1);
  });

  test('ties two who earned nothing from each other in a match that reports points against others', () => {
    expect(resultOf(duel({ score: 1, ...against('c', 5) }, { score: 9 }), 'headToHead')).toBe(0.5);
  });

  test('adds up several entries about the same opponent', () => {
    const twice = { scoresAgainst: [1, 2].map((score) => ({ opponent: 'b', score })) };
    expect(resultOf(duel({ score: 0, ...twice }, { score: 0, ...against('a', 2) }), 'headToHead')).toBe(1);
  });

  test('falls back to plain score in a match without points against opponents', () => {
    const match = duel({ score: 6, scoresAgainst: [] }, { score: 10, scoresAgainst: [] });
    expect(resultOf(match, 'headToHead', [1, 20])).toBe(0);
  });
});

describe('matches in which players have no score of their own', () => {
  const teams: Match = {
    playedAt: 0,
    sides: [
      { score: 3, participants: [{ player: 'a', score: 1 }] },
      { score: 2, participants: [{ player: 'b' }] },
    ],
  };

  test('compare the scores of the sides, for everybody alike', () => {
    expect(resultOf(teams)).toBe(1);
    expect(resultOf(teams, 'scorePerHour', [20, 10])).toBe(0);
  });

  test("take the sum of its players' scores for a side without one", () => {
    const [first, second] = teams.sides;
    expect(resultOf({ playedAt: 0, sides: [{ participants: first!.participants }, second!] })).toBe(0);
  });

  test('compare placements if there are no scores, whatever the minutes', () => {
    const placed = (own: number, other: number): Match => {
      const { sides } = duel({}, {});
      return { playedAt: 0, sides: [own, other].map((placement, side) => ({ ...sides[side]!, placement })) };
    };
    expect(resultOf(placed(1, 2), 'scorePerHour', [20, 1])).toBe(1);
    expect(resultOf(placed(3, 3), 'headToHead', [20, 1])).toBe(0.5);
    expect(resultOf(placed(2, 1), 'score')).toBe(0);
  });

  test('refuse a match without any outcome', () => {
    expect(() => resultOf(duel({}, {}))).toThrow(RangeError);
  });
});
