import {
  changeLine,
  defaultSettings,
  type Match,
  type Participant,
  type PlayerId,
  rateMatch,
} from '@openladder/rating';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rater, type ZoneStatsSettings, type ZoneStatsState } from './index.js';

const defaults = defaultSettings<ZoneStatsSettings>(rater.settings);

/** A free-for-all of players named 0, 1, 2 … */
function freeForAll(...players: Omit<Participant, 'player'>[]): Match {
  return { playedAt: 0, sides: players.map((player, index) => ({ participants: [{ player: index, ...player }] })) };
}

function ratingsOf(ratings: readonly number[]): Map<PlayerId, ZoneStatsState> {
  return new Map(ratings.map((rating, player) => [player, { rating }]));
}

/** The change of each rating; players without one have the initial 500. */
function changes(match: Match, ratings: readonly number[] = [], settings: Partial<ZoneStatsSettings> = {}): number[] {
  return rateMatch(rater, { ...defaults, ...settings }, match, ratingsOf(ratings)).map(
    ({ stateBefore, stateAfter }) => stateAfter.rating - stateBefore.rating,
  );
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

describe('the source\'s statements ("Player Rating: Quick View of the Algorithm")', () => {
  test("the favourite's gain is the other's loss: 4.429092718894725 points at 250 points of lead and full length", () => {
    const [favourite, other] = changes(freeForAll({ score: 5 }, { score: 2 }), [750, 500]);
    expect(favourite).toBeCloseTo(4.429092718894725, 12);
    expect(other).toBeCloseTo(-4.429092718894725, 12);
  });

  test('the most that a pair can move is 40 points, GAME_MULT times MAX_GAME_LENGTH', () => {
    const upset = freeForAll({ score: 1, minutesPlayed: 500 }, { score: 0, minutesPlayed: 500 });
    expect(changes(upset, [-100_000, 100_000])).toEqual([40, -40]);
  });

  test('a player without a rating counts as 500', () => {
    expect(changes(freeForAll({ score: 1 }, { score: 0 }), [500])).toEqual([20, -20]);
  });

  test('players are compared only with opponents, never within their team', () => {
    const match: Match = {
      playedAt: 0,
      sides: [
        {
          participants: [
            { player: 0, score: 9 },
            { player: 1, score: 1 },
          ],
        },
        { participants: [{ player: 2, score: 5 }] },
      ],
    };
    expect(changes(match)).toEqual([20, -20, 0]);
  });

  test('a predicted outcome is that of equation 1', () => {
    const [chance] = rater.predict([[{ rating: 700 }], [{ rating: 430 }]], defaults);
    expect(chance).toBeCloseTo(1 / (1 + Math.exp((430 - 700) / 120)), 15);
  });
});

describe('equation 5', () => {
  test('scales all changes by the minutes of the player who moves furthest', () => {
    // Player 0 loses to three in 5 minutes: offset -15, at most 10. The winners gain 5 each, and tie among themselves.
    const match = freeForAll(
      { score: 0, minutesPlayed: 5 },
      { score: 1, minutesPlayed: 20 },
      { score: 1, minutesPlayed: 20 },
      { score: 1, minutesPlayed: 20 },
    );
    const [last, ...winners] = changes(match);
    expect(last).toBeCloseTo(-10, 12);
    for (const winner of winners) expect(winner).toBeCloseTo(10 / 3, 12);
  });

  test('uses the least minutes of several who share the top offset, whatever their order', () => {
    // First and last move by 40 points; the first played 20 minutes, which allow 40, the last only 10, which allow 20.
    const players = [
      { score: 0, minutesPlayed: 10 },
      { score: 5, minutesPlayed: 10 },
      { score: 4, minutesPlayed: 10 },
      { score: 5, minutesPlayed: 20 },
      { score: 3, minutesPlayed: 20 },
    ];
    const settings = { comparison: 'score' } as const;
    const forward = changes(freeForAll(...players), [], settings);
    expect(forward).toEqual([-20, 15, 0, 20, -15]);
    expect(changes(freeForAll(...players.toReversed()), [], settings).toReversed()).toEqual(forward);
  });

  test('lets others exceed the cap where it is not they who move furthest, unless every player is capped', () => {
    // 0 beats six players; the weakest of them leaves after 1 minute having lost to all of them as well.
    const match = freeForAll(
      { score: 20, minutesPlayed: 20 },
      ...Array.from({ length: 5 }, () => ({ score: 10, minutesPlayed: 20 })),
      { score: 0, minutesPlayed: 1 },
    );
    const literal = changes(match);
    expect(literal[0]).toBeCloseTo(40, 12);
    expect(Math.abs(literal[6]!)).toBeGreaterThan(2);

    const capped = changes(match, [], { cap: 'everyPlayer' });
    expect(Math.abs(capped[6]!)).toBeCloseTo(2, 12);
    expect(capped[0]! / literal[0]!).toBeCloseTo(capped[6]! / literal[6]!, 12);
  });
});

test('Bo leaves early and beats Ada and Cy by points per hour: the example of the README', () => {
  const match = freeForAll(
    { score: 30, minutesPlayed: 20 },
    { score: 24, minutesPlayed: 11 },
    { score: 5, minutesPlayed: 5 },
  );
  const ratings = rateMatch(rater, defaults, match, ratingsOf([620, 500, 560])).map(({ after }) => after.value);
  expect(ratings).toEqual([expect.closeTo(607.862, 4), expect.closeTo(522, 10), expect.closeTo(550.138, 4)]);
});

describe('early leavers and other edges', () => {
  test('nobody changes if nobody played a minute', () => {
    expect(changes(freeForAll({ score: 1, minutesPlayed: 0 }, { score: 0, minutesPlayed: 0 }))).toEqual([0, 0]);
  });

  test('a player with no minutes neither changes nor changes anyone', () => {
    const match = freeForAll({ score: 2 }, { score: 1 }, { score: 0, minutesPlayed: 0 });
    expect(changes(match)).toEqual([20, -20, 0]);
    const [line] = rater.rate(match, ratingsOf([500, 500, 500]), defaults).get(2)!.contributions;
    expect(line).toMatchObject({ weight: 0, delta: 0 });
  });

  test('a pair moves equally beside somebody hopelessly behind', () => {
    const deltasOf = (...ratings: number[]) => {
      const match = freeForAll(...ratings.map((_, place) => ({ score: -place })));
      const [first] = rater.rate(match, ratingsOf(ratings), { ...defaults, cap: 'equation5' }).values();
      return first!.contributions.map(({ delta, weight }) => delta! / weight);
    };
    const [alone] = deltasOf(640, 500);
    const [beside, behind] = deltasOf(640, 500, -100_000);
    expect(beside).toBeCloseTo(alone!, 14);
    // e^-838.67 is less than any number that is not 0.
    expect(behind).toBe(0);
    const [barely] = deltasOf(640, -80_000);
    expect(barely! / Math.exp(-80_640 / 120)).toBeCloseTo(1, 12);
  });

  test('the rating gaps of a free-for-all of 100 cancel out', () => {
    const player = fc.record({
      rating: fc.double({ min: -1e5, max: 1e5, noNaN: true }),
      score: fc.integer({ min: -50, max: 50 }),
      minutesPlayed: fc.double({ min: 0, max: 60, noNaN: true }),
    });
    const players = fc.array(player, { minLength: 100, maxLength: 100 });
    fc.assert(
      fc.property(players, fc.constantFrom('equation5', 'everyPlayer'), (entrants, cap) => {
        const ratings = ratingsOf(entrants.map(({ rating }) => rating));
        const rated = rater.rate(freeForAll(...entrants), ratings, { ...defaults, cap });
        const moved = [...rated].map(([player, { state }]) => state.rating - ratings.get(player)!.rating);
        expect(Math.abs(sum(moved))).toBeLessThan(1e-8);
        let shares: number[] = [];
        for (const [player, { state, contributions }] of rated) {
          expect(contributions).toHaveLength(99);
          const { rating } = ratings.get(player)!;
          const offset = sum(contributions.map(({ delta }) => delta!));
          if (Math.abs(offset) > 1) shares.push((state.rating - rating) / offset);
        }
        // Equation 5 takes the same share of everybody's offset.
        shares = shares.toSorted((a, b) => a - b);
        expect(shares.at(0) ?? 1).toBeCloseTo(shares.at(-1) ?? 1, 8);
        expect(shares.at(-1) ?? 1).toBeLessThan(1 + 1e-8);
      }),
      { numRuns: 20 },
    );
  });
});

describe('the cap', () => {
  // A player who wins five minutes against four who tie gets 20 points by the pairs, and may move by 10.
  const tied = Array.from({ length: 4 }, () => ({ score: 4, minutesPlayed: 20 }));
  const match = freeForAll({ score: 5, minutesPlayed: 5 }, ...tied);
  const [winner, other] = rateMatch(rater, defaults, match, new Map()).map(changeLine);

  test('is an adjustment, and contributions keep the value of their pairs', () => {
    expect(winner!.contributions.map(({ weight, delta }) => [weight, delta])).toEqual(Array(4).fill([10, 5]));
    expect(rater.adjustments!(winner!, defaults)).toEqual([{ reason: 'cap', points: -10 }]);
    expect(other!.contributions.map(({ delta }) => delta)).toEqual([-5, 0, 0, 0]);
    expect(rater.adjustments!(other!, defaults)).toEqual([{ reason: 'cap', points: 2.5 }]);
  });

  test('is no adjustment if it does not bind', () => {
    for (const line of rateMatch(rater, defaults, freeForAll({ score: 2 }, { score: 1 }), new Map()).map(changeLine)) {
      expect(rater.adjustments!(line, defaults)).toEqual([]);
    }
  });

  test('is explained to the player: the example of the measurements', () => {
    expect(rater.explain!(winner!, defaults, 'en')).toBe(
      'Beat all 4 opponents, where 2.0 were expected: +20.0. The limit of a match took back 10.0. In total: +10.0, to 510.0.',
    );
    expect(rater.explain!(winner!, defaults, 'de')).toBe(
      'Alle 4 Gegner besiegt (erwartete Punktzahl 2,0): +20,0. Die Obergrenze je Spiel nahm 10,0 zurück. Insgesamt: +10,0 auf 510,0.',
    );
  });
});

describe('a better outcome', () => {
  const minutes = [10, 10, 10, 20, 20];
  const withScores = (...scores: number[]) =>
    freeForAll(...scores.map((score, player) => ({ score, minutesPlayed: minutes[player]! })));

  test('can rate lower in a free-for-all: equation 5 uses one player, who may become another one', () => {
    expect(changes(withScores(0, 5, 4, 5, 3), [], { comparison: 'score' })).toEqual([-20, 15, 0, 20, -15]);
    expect(changes(withScores(3, 5, 4, 5, 3), [], { comparison: 'score' })).toEqual([-30, 30, 0, 40, -40]);
    expect(rater.breaks).toHaveProperty(['a better outcome never rates lower']);
  });

  test('can rate lower even if every player is capped: the loss of one who played little scales all', () => {
    const against = (score: number) =>
      freeForAll(
        { score, minutesPlayed: 20 },
        { score: 1, minutesPlayed: 2 },
        { score: 3, minutesPlayed: 1 },
        { score: 5, minutesPlayed: 20 },
      );
    const settings = { comparison: 'score', cap: 'everyPlayer' } as const;
    const [beaten] = changes(against(2), [700, 400, 300, 500], settings);
    const [tied] = changes(against(3), [700, 400, 300, 500], settings);
    expect(beaten).toBeCloseTo(-23.456711797743953, 9);
    expect(tied).toBeCloseTo(-34.14504008441343, 9);
  });
});

test('the weight of a match multiplies every change, even capped ones', () => {
  const match = freeForAll(
    { score: 9, minutesPlayed: 20 },
    { score: 3, minutesPlayed: 17 },
    { score: 1, minutesPlayed: 2 },
  );
  const ratings = [500, 900, 400];
  const plain = changes(match, ratings);
  const weighed = changes({ ...match, weight: 2.5 }, ratings);
  for (const [player, change] of plain.entries()) expect(weighed[player]).toBeCloseTo(2.5 * change, 9);
  expect(changes({ ...match, weight: 1 }, ratings)).toEqual(plain);
});
