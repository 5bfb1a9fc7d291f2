import { describe, expect, it } from 'vitest';
import { isRatable, type Match, withoutGuests } from '../match.js';
import { improvements, reversed, withGuests, withSideScores } from './variations.js';

const ANY = { minSides: 2, maxSides: null, minPlayersPerSide: 1, maxPlayersPerSide: null };

function placed(...placements: number[]): Match {
  return { playedAt: 0, sides: placements.map((placement, player) => ({ placement, participants: [{ player }] })) };
}

function scored(...scores: number[]): Match {
  return { playedAt: 0, sides: scores.map((score, player) => ({ participants: [{ player, score }] })) };
}

describe('improvements', () => {
  const placementsOf = (match: Match, side: number) =>
    improvements(match)
      .filter((improvement) => improvement.side === side)
      .map(({ better }) => better.sides.map(({ placement }) => placement));

  it('move a loser up to a tie, and past the winner', () => {
    expect(placementsOf(placed(1, 2), 1)).toEqual([
      [1, 1],
      [2, 1],
    ]);
  });

  it('leave nothing to wish for to a sole winner', () => {
    expect(placementsOf(placed(1, 2), 0)).toEqual([]);
  });

  it('break a tie', () => {
    expect(placementsOf(placed(1, 1), 0)).toEqual([[1, 2]]);
  });

  it('move the last past the side in front of it and no further', () => {
    expect(placementsOf(placed(1, 2, 3), 2)).toEqual([
      [1, 2, 2],
      [1, 3, 2],
    ]);
  });

  it('add points, one and as many as it takes to lead', () => {
    const better = improvements(scored(10, 4)).filter(({ side }) => side === 1);
    expect(better.map((improvement) => improvement.better.sides[1]!.participants[0]!.score)).toEqual([5, 11]);
  });

  it('add points to the side, its participants and their single results alike', () => {
    const scoresAgainst = [{ opponent: 2, score: 1 }];
    const match: Match = {
      playedAt: 0,
      sides: [{ score: 3, participants: [{ player: 1, score: 3, scoresAgainst }] }, ...scored(3).sides],
    };
    expect(improvements(match)[0]!.better.sides[0]).toEqual({
      score: 4,
      participants: [{ player: 1, score: 4, scoresAgainst: [{ opponent: 2, score: 2 }] }],
    });
  });
});

it('reversed turns sides and participants round', () => {
  const match: Match = {
    playedAt: 0,
    sides: [
      { placement: 1, participants: [{ player: 1 }, { player: 2 }] },
      { placement: 2, participants: [{ player: 3 }] },
    ],
  };
  expect(reversed(match).sides).toEqual([
    { placement: 2, participants: [{ player: 3 }] },
    { placement: 1, participants: [{ player: 2 }, { player: 1 }] },
  ]);
});

describe('withGuests', () => {
  it.each([
    ['placements', placed(1, 2)],
    ['scores', withSideScores(scored(3, 1))],
  ])('adds a guest to a side, a winning side and a losing one, to a match with %s', (_, match) => {
    const guested = withGuests(match, ANY);
    expect(guested.map(({ sides }) => sides.map(({ participants }) => participants.length))).toEqual([
      [2, 1],
      [1, 1, 1],
      [1, 1, 1],
    ]);
    for (const each of guested) expect(isRatable(each)).toBe(true);
    expect(withoutGuests(guested[0]!)).toEqual(match);
    expect(withoutGuests(guested[2]!)).toEqual(match);
  });

  it('adds no player if none fits', () => {
    expect(withGuests(placed(1, 2), { ...ANY, maxSides: 2, maxPlayersPerSide: 1 })).toEqual([]);
  });
});
