import { describe, expect, it } from 'vitest';
import { type ChanceFit, fitOf, fittedChances } from './chance-fit.js';
import { EvaluationSums } from './evaluation.js';
import { fitChances } from './fit-chances.js';
import { ForeseenMatches } from './foreseen-matches.js';
import { seededRandom } from './random.js';

const DAY = 86_400_000;

/** Of 900 duels, by the fit without races. */
const BITS = {
  matches: 900,
  slope: { value: 0.830288084604222, low: 0.6632303004107477, high: 0.9973458687976963 },
  sideAdvantage: { value: 0.28725831176383354, low: 0.15458519523637362, high: 0.4199314282912935 },
  sideRole: null,
  favouriteAdvantage: null,
  slopeBySides: null,
};

/** Of 2,000 races of 8, by the fit without a slope by sides. */
const BITS_OF_EIGHT = {
  matches: 2000,
  slope: { value: 0.8697389494126113, low: 0.7764467440471193, high: 0.9630311547781033 },
  sideAdvantage: null,
  sideRole: null,
  favouriteAdvantage: { value: 1.153778922396284, low: 0.4554611472757074, high: 1.8520966975168607 },
  slopeBySides: null,
};

/** Slope and side advantage of 50,000 duels, by the same fit. */
const MANY_BITS: Readonly<Record<number, readonly number[]>> = {
  3: [0.9896847242097877, 0.005601017672401528],
  18: [1.0008260798444495, 0.010608466414755411],
};

type Roles = readonly (string | undefined)[];

/** Now at home, now away, and on neutral ground, where nobody has a role. */
const rolesOf = (index: number): Roles =>
  [
    ['home', 'away'],
    ['away', 'home'],
    [undefined, undefined],
  ][index % 3]!;

/** Each of these in turn. */
const inTurn =
  (...sizes: number[]) =>
  (index: number) =>
    sizes[index % sizes.length]!;

interface Drawn {
  /** How many sides the matches have. */
  readonly sides?: number | ((index: number) => number);
  readonly rolesOf?: (index: number) => Roles;
  /** How far strengths are apart. */
  readonly spread?: number;
}

/** Matches whose winners are drawn from the chances after a fit. */
function drawn(seed: number, count: number, truth: ChanceFit, { sides = 2, rolesOf, spread = 2 }: Drawn = {}) {
  const random = seededRandom(seed);
  const matches = new ForeseenMatches();
  for (let index = 0; index < count; index++) {
    const length = typeof sides === 'number' ? sides : sides(index);
    const strengths = Array.from({ length }, () => Math.exp(spread * random.next()));
    const sum = strengths.reduce((a, b) => a + b);
    const chances = strengths.map((strength) => strength / sum);
    let left = random.next();
    const roles = rolesOf?.(index);
    const winner = fittedChances(truth, chances, roles).findIndex((chance) => {
      left -= chance;
      return left < 0;
    });
    const merits = chances.map((_, side) => (side === winner ? 1 : 0));
    matches.add(chances, merits, index * (DAY / 5), roles);
  }
  return matches;
}

describe('fitChances', () => {
  it.each([
    [{ slope: 0.7, sideAdvantage: 0.4 }, 2],
    [{ slope: 1.5, sideAdvantage: -0.3 }, 2],
    [{ slope: 0.6, sideAdvantage: 0 }, 6],
  ])('finds the numbers that generated the matches: %j, %i sides', (truth, sides) => {
    const matches = drawn(7, 8000, truth, { sides });
    const { slope, sideAdvantage, favouriteAdvantage } = fitChances(matches, 0, matches.length)!;
    expect(slope.low!).toBeLessThan(truth.slope);
    expect(slope.high!).toBeGreaterThan(truth.slope);
    expect(slope.high! - slope.low!).toBeLessThan(0.3);
    expect(favouriteAdvantage).toBeNull();
    if (sides > 2) expect(sideAdvantage).toBeNull();
    else {
      expect(sideAdvantage!.low!).toBeLessThan(truth.sideAdvantage);
      expect(sideAdvantage!.high!).toBeGreaterThan(truth.sideAdvantage);
    }
  });

  it.each<[which: 'sideAdvantage' | 'favouriteAdvantage', truth: ChanceFit, count: number, how: Drawn]>([
    ['sideAdvantage', { slope: 0.8, sideAdvantage: 0.2 }, 400, {}],
    ['favouriteAdvantage', { slope: 0.6, sideAdvantage: 0, favouriteAdvantage: 5 }, 500, { sides: 8, spread: 6 }],
  ])('has intervals of the %s that contain the truth in about 95 of 100 leagues', (which, truth, count, how) => {
    let held = 0;
    for (let seed = 1; seed <= 100; seed++) {
      const matches = drawn(seed, count, truth, how);
      const { low, high } = fitChances(matches, 0, matches.length)![which]!;
      if (low! < truth[which]! && truth[which]! < high!) held++;
    }
    expect(held).toBeGreaterThanOrEqual(89);
    expect(held).toBeLessThanOrEqual(100);
  });

  it.each([3, 18])('fits many duels, most with the same chance, despite rounded sums: seed %i', (seed) => {
    const random = seededRandom(seed);
    const matches = new ForeseenMatches();
    for (let index = 0; index < 50_000; index++) {
      const chance = random.next() < 0.7 ? 0.9 : random.next();
      matches.add([chance, 1 - chance], random.next() < chance ? [1, 0] : [0, 1], index * (DAY / 1000));
    }
    const { slope, sideAdvantage } = fitChances(matches, 0, matches.length)!;
    expect([slope.value, sideAdvantage!.value]).toEqual(MANY_BITS[seed]);
  });

  it('gives the same bits for the same matches, and reads only the stretch', () => {
    const matches = drawn(3, 900, { slope: 0.7, sideAdvantage: 0.4 });
    const again = drawn(3, 600, { slope: 0.7, sideAdvantage: 0.4 });
    expect(fitChances(matches, 0, 600)).toEqual(fitChances(again, 0, 600));
    expect(fitChances(matches, 0, 900)).not.toEqual(fitChances(again, 0, 600));
  });

  it('lowers the log loss of the fitted matches', () => {
    const matches = drawn(5, 2000, { slope: 0.5, sideAdvantage: 0.5 });
    const fit = fitOf(fitChances(matches, 0, matches.length)!);
    const [before, after] = [new EvaluationSums(), new EvaluationSums()];
    matches.tell(before, 0, (chances) => chances);
    matches.tell(after, 0, (chances) => fittedChances(fit, chances));
    expect(after.means().logLoss).toBeLessThan(before.means().logLoss);
    expect(after.means().calibrationSlope!).toBeCloseTo(1, 1);
  });

  it('uses roles if sides have them, in whatever order they are named', () => {
    const truth = { slope: 0.8, sideAdvantage: 0.5, sideRole: 'home' };
    const matches = drawn(11, 8000, truth, { rolesOf });
    const fit = fitChances(matches, 0, matches.length)!;
    expect(fit.sideRole).toBe('home');
    expect(fit.sideAdvantage!.low!).toBeGreaterThan(0.35);
    expect(fit.sideAdvantage!.low!).toBeLessThan(truth.sideAdvantage);
    expect(fit.sideAdvantage!.high!).toBeGreaterThan(truth.sideAdvantage);
    // By position in the list, sides have no advantage here.
    const unnamed = drawn(11, 8000, truth, { rolesOf });
    const blind = new ForeseenMatches();
    unnamed.tell({ add: (chances, merits, playedAt) => blind.add(chances, merits, playedAt) }, 0, (chances) => chances);
    expect(Math.abs(fitChances(blind, 0, blind.length)!.sideAdvantage!.value)).toBeLessThan(0.1);
    const [before, after] = [new EvaluationSums(), new EvaluationSums()];
    matches.tell(before, 0, (chances) => chances);
    matches.tell(after, 0, (chances, roles) => fittedChances(fitOf(fit), chances, roles));
    expect(after.means().logLoss).toBeLessThan(before.means().logLoss - 0.01);
  });

  it.each<[what: string, matchOf: (isUpset: boolean) => [merits: [number, number], roles?: Roles]]>([
    [
      'of a role that reveals the winner',
      (wins) =>
        wins
          ? [
              [1, 0],
              ['winner', 'loser'],
            ]
          : [
              [0, 1],
              ['loser', 'winner'],
            ],
    ],
    ['if the winner is listed first', (isUpset) => [isUpset ? [0, 1] : [1, 0]]],
  ])('finds no advantage %s', (_, matchOf) => {
    const matches = new ForeseenMatches();
    for (let index = 0; index < 200; index++) {
      const chance = index % 3 === 0 ? 0.4 : 0.7;
      const [merits, roles] = matchOf(index % 20 === 0);
      matches.add([chance, 1 - chance], merits, index * DAY, roles);
    }
    expect(fitChances(matches, 0, 200)?.sideAdvantage ?? null).toBeNull();
  });

  it('gives duels the same bits as before races were supported, in intervals by stretches', () => {
    const matches = drawn(3, 900, { slope: 0.7, sideAdvantage: 0.4 });
    expect(fitChances(matches, 0, 900)).toEqual(BITS);
  });

  it('finds a fit if chances are so confident that a whole step goes too far', () => {
    for (const sides of [2, 6]) {
      const matches = drawn(1, 1000, { slope: 0.2, sideAdvantage: 0 }, { sides, spread: 15 });
      const { slope } = fitChances(matches, 0, matches.length)!;
      expect(Math.abs(slope.value - 0.2)).toBeLessThan(0.03);
      expect(slope.high! - slope.low!).toBeLessThan(0.1);
    }
  });

  it.each([
    ['chances that are all alike', [0.5, 0.5], [0, 1]],
    ['chances that are always right', [0.9, 0.1], [1, 0]],
  ])('has no result for %s', (_, chances, second) => {
    const matches = new ForeseenMatches();
    for (let index = 0; index < 20; index++) matches.add(chances, index % 2 ? second : [1, 0], index * DAY);
    expect(fitChances(matches, 0, 20)).toBeNull();
  });
});

describe('the advantage of favourites', () => {
  it.each<[truth: ChanceFit, sides: (index: number) => number]>([
    [{ slope: 1.5, sideAdvantage: 0, favouriteAdvantage: -2 }, inTurn(20)],
    [{ slope: 0.8, sideAdvantage: 0, favouriteAdvantage: 1.5 }, inTurn(3, 5, 20)],
    [{ slope: 1.2, sideAdvantage: 0.3, favouriteAdvantage: -1.5 }, inTurn(2, 2, 8)],
    [{ slope: 0.7, sideAdvantage: 0, favouriteAdvantage: -0.9, slopeBySides: 0.5 }, inTurn(3, 5, 20)],
    [{ slope: 1.4, sideAdvantage: 0, slopeBySides: -0.3 }, inTurn(3, 8, 12)],
    [{ slope: 0.8, sideAdvantage: 0.3, slopeBySides: 0.4 }, inTurn(2, 2, 8)],
  ])('and the slope by sides are found beside the other numbers: %j', (truth, sides) => {
    const matches = drawn(7, 10_000, truth, { sides, spread: 6 });
    const fit = fitChances(matches, 0, matches.length)!;
    for (const name of ['slope', 'sideAdvantage', 'favouriteAdvantage', 'slopeBySides'] as const) {
      if (!truth[name]) continue;
      const { low, high } = fit[name]!;
      expect(low!).toBeLessThan(truth[name]);
      expect(high!).toBeGreaterThan(truth[name]);
      expect(high! - low!).toBeLessThan(name === 'slopeBySides' ? 0.3 : 2);
    }
    expect(fit.sideAdvantage === null).toBe(truth.sideAdvantage === 0);
  });

  it('is found in many races, most with the same chances, however the sums are rounded', () => {
    const truth = { slope: 0.8, sideAdvantage: 0, favouriteAdvantage: 1.5 };
    const random = seededRandom(8);
    const matches = new ForeseenMatches();
    for (let index = 0; index < 200_000; index++) {
      const share = 0.7 * random.next();
      const chances = random.next() < 0.7 ? [0.9, 0.06, 0.04] : [share, 0.7 - share, 0.3];
      let left = random.next();
      const winner = fittedChances(truth, chances).findIndex((chance) => {
        left -= chance;
        return left < 0;
      });
      matches.add(chances, [+(winner === 0), +(winner === 1), +(winner === 2)], index * DAY);
    }
    expect(fitChances(matches, 0, matches.length)!.favouriteAdvantage!.value).toBeCloseTo(1.5, 0);
  });

  it('does not change the numbers for duels', () => {
    const duels = drawn(3, 900, { slope: 0.7, sideAdvantage: 0.4 });
    expect(fitChances(duels, 0, 900)!.favouriteAdvantage).toBeNull();
    const random = seededRandom(1);
    const both = new ForeseenMatches();
    duels.tell(both, 0, (chances) => chances);
    const races = drawn(9, 900, { slope: 0.7, sideAdvantage: 0, favouriteAdvantage: 3 }, { sides: 8, spread: 4 });
    races.tell(both, 0, (chances) => chances);
    const fit = fitOf(fitChances(both, 0, both.length)!);
    expect(fit.favouriteAdvantage).toBeGreaterThan(1);
    for (let duel = 0; duel < 20; duel++) {
      const chance = random.next();
      const chances = [chance, 1 - chance];
      expect(fittedChances(fit, chances)).toEqual(fittedChances({ ...fit, favouriteAdvantage: 0 }, chances));
    }
  });

  it.each([
    ['favouriteAdvantage', 6],
    ['slopeBySides', inTurn(3, 6, 12)],
  ] as const)('is none, and neither is the slope by sides, if it may be chance: %s', (which, sides) => {
    const found = Array.from({ length: 20 }, (_, seed) => {
      const matches = drawn(seed, 300, { slope: 0.8, sideAdvantage: 0 }, { sides });
      return fitChances(matches, 0, matches.length)![which];
    });
    expect(found.filter((number) => number === null).length).toBeGreaterThanOrEqual(17);
  });

  it('is omitted if races cannot separate it from the slope', () => {
    const matches = new ForeseenMatches();
    for (let index = 0; index < 40; index++) {
      matches.add([0.5, 0.25, 0.25], index % 3 === 0 ? [0, 1, 0] : [1, 0, 0], index * DAY);
    }
    const { slope, favouriteAdvantage } = fitChances(matches, 0, 40)!;
    expect(slope.value).toBeGreaterThan(1);
    expect(favouriteAdvantage).toBeNull();
  });

  it('is none for a single race', () => {
    const duels = drawn(3, 900, { slope: 0.7, sideAdvantage: 0.4 });
    duels.add([0.6, 0.3, 0.1], [0, 1, 0], 900 * DAY);
    expect(fitChances(duels, 0, 901)!.favouriteAdvantage).toBeNull();
  });

  it('is as low as allowed if no free value is certain, and that is much likelier than none', () => {
    const races = drawn(3, 300, { slope: 9, sideAdvantage: 0, favouriteAdvantage: -18 }, { sides: 5, spread: 3 });
    const { slope, favouriteAdvantage } = fitChances(races, 0, races.length)!;
    expect(slope.value).toBeCloseTo(9, 0);
    expect(favouriteAdvantage!.value).toBe(-2 * slope.value);
  });

  it('never puts another side before the favourite', () => {
    const truth = { slope: 1.5, sideAdvantage: 0, favouriteAdvantage: -7 };
    const matches = drawn(5, 2000, truth, { sides: 8, spread: 6 });
    const fit = fitChances(matches, 0, matches.length)!;
    const { value, low, high } = fit.favouriteAdvantage!;
    expect(value).toBe(-2 * fit.slope.value);
    expect([low, high]).toEqual([-2 * fit.slope.high!, -2 * fit.slope.low!]);
    const inOrder = (chances: readonly number[]) => {
      const order = [...chances.keys()].sort((one, other) => chances[one]! - chances[other]!);
      const fitted = fittedChances(fitOf(fit), chances);
      for (const [place, side] of order.slice(1).entries()) {
        expect(fitted[side]!).toBeGreaterThanOrEqual(fitted[order[place]!]!);
      }
    };
    matches.tell({ add: (chances) => inOrder(chances) }, 0, (chances) => chances);
    inOrder([0.51, 0.49, 0]);
    inOrder([0.98, 0.01, 0.01]);
  });

  it.each([
    { slope: 1.4, sideAdvantage: 0, favouriteAdvantage: -2 },
    { slope: 0.7, sideAdvantage: 0, slopeBySides: 0.5 },
  ])('and the slope by sides lower the log loss of later races: %j', (truth) => {
    const matches = drawn(8, 4000, truth, { sides: inTurn(3, 20), spread: 6 });
    const fit = fitOf(fitChances(matches, 0, 2000)!);
    const lossBy = (chanceFit: ChanceFit) => {
      const sums = new EvaluationSums();
      matches.tell(sums, 2000, (chances) => fittedChances(chanceFit, chances));
      return sums.means().logLoss;
    };
    const slopes = Array.from({ length: 30 }, (_, index) => 0.5 + index / 10);
    const bestSlope = Math.min(...slopes.map((slope) => lossBy({ slope, sideAdvantage: 0 })));
    expect(lossBy(fit)).toBeLessThan(bestSlope - 0.01);
  });
});

describe('the slope by sides', () => {
  it('is none if all fields have one size, and the other numbers keep their bits', () => {
    const matches = drawn(7, 2000, { slope: 0.8, sideAdvantage: 0, favouriteAdvantage: 1.5 }, { sides: 8, spread: 6 });
    expect(fitChances(matches, 0, 2000)).toEqual(BITS_OF_EIGHT);
  });

  it('is none if it would be beyond its bound', () => {
    const matches = drawn(2, 4000, { slope: 0.3, sideAdvantage: 0, slopeBySides: 1.6 }, { sides: inTurn(3, 6, 9) });
    expect(fitChances(matches, 0, matches.length)!.slopeBySides).toBeNull();
  });

  it('keeps sides in their order', () => {
    const truth = { slope: 1.5, sideAdvantage: 0, favouriteAdvantage: -4, slopeBySides: 0.7 };
    const matches = drawn(5, 6000, truth, { sides: inTurn(3, 20), spread: 6 });
    const { slope, favouriteAdvantage, slopeBySides } = fitChances(matches, 0, matches.length)!;
    expect(slopeBySides!.low).toBeGreaterThan(0);
    expect(favouriteAdvantage!.value).toBe(-2 * slope.value);
  });
});
