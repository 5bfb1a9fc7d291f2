import { describe, expect, it } from 'vitest';
import {
  isRatable,
  type Match,
  pairwiseResults,
  ratedParticipants,
  resultOf,
  type Side,
  sideMerits,
  sideScore,
  verdicts,
  withoutGuests,
} from './match.js';

const player = (name: string) => ({ player: name });
const guest = (name: string) => ({ player: name, isGuest: true });

function match(...sides: Side[]): Match {
  return { playedAt: 0, sides };
}

it('ratedParticipants are all but guests, in the order of the match, with the index of their side', () => {
  const rated = ratedParticipants(
    match(
      { participants: [player('ann'), guest('gil')] },
      { participants: [guest('gus')] },
      { participants: [player('bob')] },
    ),
  );
  expect(rated).toEqual([
    { participant: player('ann'), side: 0 },
    { participant: player('bob'), side: 2 },
  ]);
});

describe('isRatable', () => {
  it('needs rated players on two sides', () => {
    expect(isRatable(match({ participants: [player('ann')] }, { participants: [player('bob')] }))).toBe(true);
    expect(isRatable(match({ participants: [player('ann'), player('bob')] }, { participants: [guest('gus')] }))).toBe(
      false,
    );
    expect(isRatable(match())).toBe(false);
  });

  it('does not mind guests beside them', () => {
    const sides = [{ participants: [guest('gil'), player('ann')] }, { participants: [player('bob')] }];
    expect(isRatable(match(...sides, { participants: [guest('gus')] }))).toBe(true);
  });
});

describe('sideScore', () => {
  it("is the side's own, before the sum of its participants'", () => {
    const participants = [
      { player: 'ann', score: 2 },
      { player: 'bob', score: 3 },
    ];
    expect(sideScore({ score: 7, participants })).toBe(7);
    expect(sideScore({ participants })).toBe(5);
  });

  it('is unknown where a participant has none', () => {
    expect(sideScore({ participants: [{ player: 'ann', score: 2 }, player('bob')] })).toBeUndefined();
  });

  it('may be 0', () => {
    expect(sideScore({ participants: [{ player: 'ann', score: 0 }] })).toBe(0);
  });
});

describe('withoutGuests', () => {
  it('takes guests out, and sides of nobody else', () => {
    const contest = match(
      { placement: 1, participants: [guest('gus')] },
      { placement: 2, participants: [player('ann'), guest('gil')] },
      { placement: 3, participants: [player('bob')] },
    );
    expect(withoutGuests(contest).sides).toEqual([
      { placement: 2, participants: [player('ann')] },
      { placement: 3, participants: [player('bob')] },
    ]);
  });

  it("keeps a guest's points for their side", () => {
    const gil = { ...guest('gil'), score: 4 };
    const contest = match(
      { participants: [{ player: 'ann', score: 1 }, gil] },
      { participants: [{ player: 'bob', score: 3 }] },
    );
    expect(withoutGuests(contest).sides.map(sideScore)).toEqual([5, 3]);
  });

  it('takes points against guests out', () => {
    const against = (...opponents: string[]) => ({
      scoresAgainst: opponents.map((opponent) => ({ opponent, score: 1 })),
    });
    const contest = match(
      { placement: 1, participants: [player('ann'), guest('gus')] },
      { placement: 2, participants: [{ ...player('bob'), ...against('gus') }] },
      { placement: 3, participants: [{ ...player('cid'), ...against('gus', 'ann') }] },
    );
    expect(withoutGuests(contest).sides.map(({ participants }) => participants)).toEqual([
      [player('ann')],
      [player('bob')],
      [{ ...player('cid'), ...against('ann') }],
    ]);
  });

  it('changes nothing in a match without guests', () => {
    const contest = match({ participants: [player('ann')] }, { participants: [player('bob')] });
    expect(withoutGuests(contest)).toEqual(contest);
  });
});

function placed(...placements: number[]): Match {
  return { playedAt: 0, sides: placements.map((placement, player) => ({ placement, participants: [{ player }] })) };
}

function scored(...scores: number[]): Match {
  return { playedAt: 0, sides: scores.map((score, player) => ({ participants: [{ player, score }] })) };
}

it('resultOf gives 1 to the greater, 0 to the less, and half to equals', () => {
  expect([resultOf(3, 2), resultOf(2, 3), resultOf(2, 2), resultOf(0, -0)]).toEqual([1, 0, 0.5, 0.5]);
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

it('verdicts distinguish a sole winner from a shared first place', () => {
  expect(verdicts(placed(1, 2, 2))).toEqual(['won', 'lost', 'lost']);
  expect(verdicts(placed(1, 1, 3))).toEqual(['drawn', 'drawn', 'lost']);
  expect(verdicts(scored(4, 4))).toEqual(['drawn', 'drawn']);
});
