import { changeLine, defaultSettings, type Match, type PlayerId, rateMatch } from '@openladder/rating';
import { testRater } from '@openladder/rating/conformance';
import { seededRandom } from '@openladder/rating/random';
import { describe, expect, test } from 'vitest';
import { type PlackettLuceSettings, type PlackettLuceState, rater } from './index.js';
import { evidenceOf } from './plackett-luce.js';

const defaults = defaultSettings<PlackettLuceSettings>(rater.settings);
const DAY = 86_400_000;

testRater(rater, {
  test,
  settings: [
    { emphasis: 0, dropOutLuck: 0 },
    { deviationGrowth: 3, dropOutLuck: 1 },
  ],
});

/** A race of single players, in the order of their places; players with one placement are tied. */
function race(players: readonly string[], placements = players.map((_, index) => index + 1), playedAt = 0): Match {
  return {
    playedAt,
    sides: players.map((player, index) => ({ placement: placements[index]!, participants: [{ player }] })),
  };
}

describe('the evidence of a race', () => {
  const strengths = [0.4, -0.2, 1.1, 0.7];
  const plain = { emphasis: 0, dropOutLuck: 0 };
  const runners = (merits: readonly number[]) =>
    strengths.map((strength, index) => ({ strength, merit: merits[index]! }));

  /** ln of the chance of the order, each place to the power of its weight. */
  function logLikelihood(at: readonly number[], order: readonly number[], emphasis: number): number {
    let [sum, place] = [0, 1];
    for (let first = 0; first < order.length; first++, place++) {
      const left = order.slice(first).reduce((total, runner) => total + Math.exp(at[runner]!), 0);
      sum += place ** -emphasis * (at[order[first]!]! - Math.log(left));
    }
    return sum;
  }

  test.each([0, 1])('is the derivative of the likelihood, with an emphasis of %d', (emphasis) => {
    const order = [2, 0, 3, 1];
    const evidence = evidenceOf(runners(strengths.map((_, runner) => -order.indexOf(runner))), { ...plain, emphasis });
    for (const [runner, { gradient, information }] of evidence.entries()) {
      const moved = (by: number) =>
        logLikelihood(
          strengths.map((value, index) => (index === runner ? value + by : value)),
          order,
          emphasis,
        );
      const step = 1e-4;
      expect(gradient).toBeCloseTo((moved(step) - moved(-step)) / (2 * step), 7);
      expect(information).toBeCloseTo(-(moved(step) - 2 * moved(0) + moved(-step)) / step ** 2, 5);
    }
  });

  test('of a race with two drop-outs by luck alone is that of the others', () => {
    const all = evidenceOf(runners([3, 1, 2, 1]), { emphasis: 1, dropOutLuck: 1 });
    const finishers = evidenceOf(
      [strengths[0]!, strengths[2]!].map((strength, index) => ({ strength, merit: -index })),
      { emphasis: 1, dropOutLuck: 1 },
    );
    expect([all[0], all[2]]).toEqual(finishers);
    expect(all[1]).toEqual({ gradient: 0, information: 0 });
    expect(all[3]).toEqual({ gradient: 0, information: 0 });
  });

  test('of a race with only a known winner counts everybody they beat', () => {
    const merits = runners([1, 2, 1, 1]);
    expect(evidenceOf(merits, { emphasis: 1, dropOutLuck: 1 })).toEqual(evidenceOf(merits, { ...plain, emphasis: 1 }));
  });

  test('of a draw of two is the loss of the stronger', () => {
    const [strong, weak] = evidenceOf(
      [
        { strength: 1, merit: 0 },
        { strength: 0, merit: 0 },
      ],
      plain,
    );
    expect(strong!.gradient).toBeCloseTo(0.5 - 1 / (1 + Math.exp(-1)), 12);
    expect(weak!.gradient).toBeCloseTo(-strong!.gradient, 12);
  });
});

test('a first race of three agrees with a calculation by hand', () => {
  const states = new Map<PlayerId, PlackettLuceState>();
  rateMatch(rater, defaults, race(['ann', 'ben', 'cid']), states);
  // The prior variance is (250 ln 10 / 400)^2 = 2.071; ann: 2/3 by information 2/9; ben: -1/3 + (1/2) / 2 by 2/9 + (1/4) / 2.
  const scale = 400 / Math.LN10;
  const after = (gradient: number, information: number) => {
    const variance = 1 / ((scale / 250) ** 2 + information);
    return { rating: 1500 + scale * variance * gradient, deviation: scale * Math.sqrt(variance) };
  };
  for (const [player, expected] of [
    ['ann', after(2 / 3, 2 / 9)],
    ['ben', after(-1 / 3 + 1 / 4, 2 / 9 + 1 / 8)],
    ['cid', after(-1 / 3 - 1 / 4, 2 / 9 + 1 / 8)],
  ] as const) {
    expect(states.get(player)!.rating).toBeCloseTo(expected.rating, 9);
    expect(states.get(player)!.deviation).toBeCloseTo(expected.deviation, 9);
  }
  expect(states.get('ann')!.rating).toBeCloseTo(1664.256, 3);
});

test('chances are in proportion to strengths: 400 points are odds of 10 to 1', () => {
  const known = (rating: number) => [{ rating, deviation: 1e-6, at: 0 }];
  expect(rater.predict([known(1900), known(1500), known(1500)], defaults)).toEqual(
    [10 / 12, 1 / 12, 1 / 12].map((chance) => expect.closeTo(chance, 12)),
  );
});

test('a lead is the less decisive for chances, the less is known', () => {
  const side = (rating: number, deviation: number) => [{ rating, deviation, at: 0 }];
  // By MacKay's factor, 1 / sqrt(1 + pi variance / 8), where the variance of the lead is that of both sides: 0.617 here.
  expect(rater.predict([side(1900, 250), side(1500, 250)], defaults)[0]).toBeCloseTo(0.8054564227, 9);
  // By its integral over both strengths: 0.844.
  expect(rater.predict([side(1900, 40), side(1500, 250)], defaults)[0]).toBeCloseTo(0.8455616862, 9);
  const ofNewcomer = (field: number) => {
    const others = Array.from({ length: field - 1 }, () => side(1500, 250));
    const [own, other] = rater.predict([side(1900, 250), ...others], defaults);
    return own! / other!;
  };
  expect(ofNewcomer(2)).toBeLessThan(ofNewcomer(20));
  expect(ofNewcomer(20)).toBeLessThan(10);
});

test('a rating grows uncertain with time, up to that of a newcomer', () => {
  const state = { rating: 1700, deviation: 60, at: 0 };
  expect(rater.idle!(state, 100 * DAY, defaults).deviation).toBeCloseTo(Math.sqrt(3600 + 100 * 9.5 ** 2), 9);
  expect(rater.idle!(state, 1e6 * DAY, defaults).deviation).toBe(250);
});

test('explains a race by places', () => {
  const states = new Map<PlayerId, PlackettLuceState>();
  const [first, , , last] = rateMatch(rater, defaults, race(['ann', 'ben', 'cid', 'dee'], [1, 2, 3, 3]), states).map(
    changeLine,
  );
  expect(rater.explain!(first!, defaults, 'en')).toMatch(
    /^Beat all 3 opponents: \+[\d.]+, to [\d.]+ ± [\d.]+\. The result as a whole counts, not each opponent\.$/,
  );
  expect(rater.explain!(last!, defaults, 'de')).toMatch(
    /^Geteilter letzter Platz mit 1 von 3 Gegnern: \u2212[\d,]+ auf [\d,]+ ± [\d,]+\. Es zählt das Ergebnis im Ganzen, nicht jeder einzelne Gegner\. Ein geteilter letzter Platz zählt als Ausfall/,
  );
});

test('nearly everybody with ten races keeps a rank from one monthly race to the next, and loses it within 400 days', () => {
  const [eves, later]: [boolean[], boolean[]] = [[], []];
  for (let seed = 1; seed <= 5; seed++) {
    const random = seededRandom(seed);
    const strengths = Array.from({ length: 24 }, () => random.normal());
    const states = new Map<PlayerId, PlackettLuceState>();
    const raced = strengths.map(() => 0);
    const ranks = (at: number) =>
      [...states.entries()]
        .filter(([player]) => raced[Number(player)]! >= 10)
        .map(([, state]) => !rater.rating(rater.idle!(state, at, defaults), defaults).isProvisional);
    for (let month = 0; month < 60; month++) {
      const at = month * 30 * DAY;
      eves.push(...ranks(at));
      const field = random.shuffle([...strengths.keys()]).slice(0, 16);
      const reached = field.map((player) =>
        random.chance(0.2) ? Number.NEGATIVE_INFINITY : strengths[player]! - Math.log(-Math.log(random.next())),
      );
      const places = reached.map((one) => 1 + reached.filter((other) => other > one).length);
      rateMatch(rater, defaults, race(field.map(String), places, at), states);
      for (const player of field) raced[player]!++;
    }
    later.push(...ranks(59 * 30 * DAY + 400 * DAY));
  }
  const share = (all: readonly boolean[]) => all.filter(Boolean).length / all.length;
  expect(eves.length).toBeGreaterThan(4000);
  expect(share(eves)).toBeGreaterThan(0.96);
  expect(share(later)).toBeLessThan(0.05);
});
