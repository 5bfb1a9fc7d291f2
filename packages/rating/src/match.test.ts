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

/** A side of players, and of guests whose names begin with g. */
const side = (names: string, result: Partial<Side> = {}): Side => ({
  ...result,
  participants: names.split(' ').map((name) => (name.startsWith('g') ? guest(name) : player(name))),
});

it('ratedParticipants are all but guests, in the order of the match, with the index of their side', () => {
  expect(ratedParticipants(match(side('ann gil'), side('gus'), side('bob')))).toEqual([
    { participant: player('ann'), side: 0 },
    { participant: player('bob'), side: 2 },
  ]);
});

it.each<[sides: string[], isIt: boolean]>([
  [['ann', 'bob'], true],
  [['ann bob', 'gus'], false],
  [[], false],
  [['gil ann', 'bob', 'gus'], true],
])('with rated players on two sides, regardless of guests, a match is ratable: %j', (sides, isIt) => {
  expect(isRatable(match(...sides.map((names) => side(names))))).toBe(isIt);
});

it.each<[what: string, own: Side, score: number | undefined]>([
  ["the side's own", { ...scored(2).sides[0]!, score: 7 }, 7],
  ["the sum of its participants'", { participants: [...scored(2).sides, ...scored(3).sides].flatMap(members) }, 5],
  [
    'unknown where a participant has none',
    { participants: [...scored(2).sides.flatMap(members), player('bob')] },
    undefined,
  ],
  ['perhaps 0', scored(0).sides[0]!, 0],
])('the score of a side is %s', (_, own, score) => {
  expect(sideScore(own)).toBe(score);
});

describe('withoutGuests', () => {
  it('removes guests, and sides that have only guests', () => {
    const contest = match(
      side('gus', { placement: 1 }),
      side('ann gil', { placement: 2 }),
      side('bob', { placement: 3 }),
    );
    expect(withoutGuests(contest).sides).toEqual([side('ann', { placement: 2 }), side('bob', { placement: 3 })]);
  });

  it("keeps a guest's points for their side", () => {
    const participants = [
      { player: 'ann', score: 1 },
      { ...guest('gil'), score: 4 },
    ];
    expect(withoutGuests(match({ participants }, ...scored(3).sides)).sides.map(sideScore)).toEqual([5, 3]);
  });

  it('removes points against guests', () => {
    const against = (name: string, ...opponents: string[]) => ({
      ...player(name),
      scoresAgainst: opponents.map((opponent) => ({ opponent, score: 1 })),
    });
    const contest = match(
      side('ann gus', { placement: 1 }),
      { placement: 2, participants: [against('bob', 'gus')] },
      { placement: 3, participants: [against('cid', 'gus', 'ann')] },
    );
    expect(withoutGuests(contest).sides.map(members)).toEqual([
      [player('ann')],
      [player('bob')],
      [against('cid', 'ann')],
    ]);
  });

  it('changes nothing in a match without guests', () => {
    const contest = match(side('ann'), side('bob'));
    expect(withoutGuests(contest)).toEqual(contest);
  });
});

function members({ participants }: Side) {
  return participants;
}

function placed(...placements: number[]): Match {
  return match(...placements.map((placement, player) => ({ placement, participants: [{ player }] })));
}

function scored(...scores: number[]): Match {
  return match(...scores.map((score, player) => ({ participants: [{ player, score }] })));
}

it('resultOf gives 1 to the greater, 0 to the less, and half to equals', () => {
  expect([resultOf(3, 2), resultOf(2, 3), resultOf(2, 2), resultOf(0, -0)]).toEqual([1, 0, 0.5, 0.5]);
});

describe('sideMerits', () => {
  it.each([
    ['by placement, where 1 is best', placed(1, 2)],
    [
      'by placement even where scores say otherwise',
      match(side('ann', { placement: 1, score: 3 }), side('bob', { placement: 2, score: 9 })),
    ],
  ])('go %s', (_, contest) => {
    const [first, second] = sideMerits(contest)!;
    expect(first).toBeGreaterThan(second!);
  });

  it('use scores if a side has no placement, and are unknown if it has neither', () => {
    expect(sideMerits(scored(7, 12))).toEqual([7, 12]);
    expect(sideMerits(match(...placed(1).sides, ...scored(3).sides))).toBeUndefined();
  });
});

describe('pairwiseResults', () => {
  it('compare every side with every other', () => {
    expect(pairwiseResults(placed(2, 1, 2))).toEqual([
      [0.5, 0, 0.5],
      [1, 0.5, 1],
      [0.5, 0, 0.5],
    ]);
  });

  it('refuse a match without outcome', () => {
    expect(() => pairwiseResults(match(side('ann'), side('bob')))).toThrow(
      'the match has no outcome: every side needs a placement, or every side a score',
    );
  });
});

it('verdicts distinguish a sole winner from a shared first place', () => {
  expect(verdicts(placed(1, 2, 2))).toEqual(['won', 'lost', 'lost']);
  expect(verdicts(placed(1, 1, 3))).toEqual(['drawn', 'drawn', 'lost']);
  expect(verdicts(scored(4, 4))).toEqual(['drawn', 'drawn']);
});
