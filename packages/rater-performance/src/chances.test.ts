import {
  defaultSettings,
  EvaluationSums,
  expectedScore,
  type Match,
  type PlayerId,
  rateMatch,
  scoreLog,
} from '@openladder/rating';
import { seededRandom } from '@openladder/rating/random';
import { describe, expect, test } from 'vitest';
import type { History } from './history.js';
import { rater, raterWith } from './rater.js';
import { SCALE, type Settings, VARIANTS } from './settings.js';

const defaults = defaultSettings<Settings>(rater.settings);
const pairwise: Settings = { ...defaults, multiplayer: 'pairwise' };
const DAY = 86_400_000;

/** Matches among random players, with independent strengths and luck. */
function* season(sides: number, size: number, matches: number, seed: number, spread = 1): Generator<Match> {
  const random = seededRandom(seed);
  const strengths = Array.from({ length: 100 }, () => spread * random.normal());
  const everybody = [...strengths.keys()];
  for (let match = 0; match < matches; match++) {
    const drawn = random.shuffle([...everybody]).slice(0, sides * size);
    yield {
      playedAt: (match * DAY) / 50,
      sides: Array.from({ length: sides }, (_, side) => {
        const team = drawn.slice(side * size, (side + 1) * size);
        const score = team.reduce((sum, player) => sum + strengths[player]! + random.normal(), 0);
        return { score, participants: team.map((player) => ({ player: `p${player}` })) };
      }),
    };
  }
}

function statesAfter(log: Iterable<Match>, settings: Settings, longestList?: number): Map<PlayerId, History> {
  const states = new Map<PlayerId, History>();
  const rated = longestList === undefined ? rater : raterWith(longestList);
  for (const match of log) rateMatch(rated, settings, match, states);
  return states;
}

test.each(VARIANTS)('by %s follow the evidence of the games, however they are stored', (variant) => {
  const settings: Settings = { ...pairwise, variant };
  const log = [...season(4, 1, 250, 5)];
  const [lists, summaries] = [1000, 8].map((longest) => statesAfter(log, settings, longest));
  for (const size of [1, 2]) {
    const sides = Array.from({ length: 3 }, (_, side) =>
      Array.from({ length: size }, (__, player) => `p${side * size + player}`),
    );
    const [ofLists, ofSummaries] = [lists!, summaries!].map((states) =>
      rater.predict(
        sides.map((side) => side.map((player) => states.get(player)!)),
        settings,
      ),
    );
    // Beyond its end, a summary is assumed to continue.
    for (const [side, chance] of ofLists!.entries()) expect(ofSummaries![side]).toBeCloseTo(chance, 3);
  }
});

test('of a newcomer who won once are far less certain than the rating', () => {
  const states = statesAfter(
    [{ playedAt: 0, sides: [1, 2].map((placement) => ({ placement, participants: [{ player: `p${placement}` }] })) }],
    defaults,
  );
  const [winner, loser] = [states.get('p1')!, states.get('p2')!];
  expect(expectedScore(winner.value! - loser.value!, SCALE)).toBeGreaterThan(0.99);
  const [chance, rest] = rater.predict([[winner], [loser]], defaults);
  expect(chance).toBeGreaterThan(0.53);
  expect(chance).toBeLessThan(0.75);
  expect(rest).toBe(1 - chance!);
});

describe.each([10, 31, 32, 33, 60, 200])('after %i duels, all but some of them won', (games) => {
  test.each(VARIANTS.filter((variant) => variant !== 'p1'))('grow with each won game, by %s', (variant) => {
    const settings: Settings = { ...defaults, variant };
    // The first ones are lost: with decay, they then count less.
    const chances = [3, 2, 1, 0].map((lost) => {
      const log = Array.from({ length: games }, (_, game): Match => {
        const places = game < lost ? [2, 1] : [1, 2];
        const players = ['ann', `p${game}`];
        return {
          playedAt: game * DAY,
          sides: places.map((placement, side) => ({ placement, participants: [{ player: players[side]! }] })),
        };
      });
      return rater.predict([[statesAfter(log, settings).get('ann')!], [rater.initial(settings)]], settings)[0]!;
    });
    for (const [index, chance] of chances.slice(1).entries()) expect(chance).toBeGreaterThan(chances[index]!);
  });
});

test('are even among unknown players', () => {
  for (const variant of VARIANTS) {
    const settings = { ...pairwise, variant };
    const newcomer = rater.initial(settings);
    expect(rater.predict([[newcomer], [newcomer]], settings)).toEqual([0.5, 0.5]);
  }
});

// 250 points in duels are 1.25 times as much as their luck.
test.each([
  ['in duels', 1, 1.25],
  ['between teams of two', 2, 1],
])('chances equal the observed frequencies: %s', (_, size, spread) => {
  const sums = new EvaluationSums();
  for (const seed of [1, 2]) scoreLog(rater, pairwise, season(2, size, 2000, seed, spread), sums);
  const full = sums.means().calibration.filter(({ count }) => count >= 100);
  expect(full.length).toBeGreaterThan(7);
  for (const { predicted, actual } of full) expect(Math.abs(predicted - actual)).toBeLessThan(0.06);
});
