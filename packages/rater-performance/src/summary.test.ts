import { seededRandom } from '@openladder/rating/random';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { longHistories } from '../test/arbitrary.js';
import { addGameAt, addSumsAt, BLOCK, type Blocks, type BlocksDraft, noBlocks, sumsOf } from './blocks.js';
import { inColumns, type PlayedGame } from './games.js';
import { type Played, playedOf, ratingOf, withPlayed } from './history.js';
import { viewFrom } from './local-polynomial.js';
import { eachGame } from './opponents.js';
import { performance } from './performance.js';
import { rootIn } from './root.js';
import { type Settings, SOURCE_WEIGHTS } from './settings.js';
import { addDrawsTo } from './summary.js';
import { decayTable, WEIGHT } from './weights.js';
import { zeros } from './zeros.js';

const SUMMARISED = ['p4', 'p5', 'p7', 'p8'] as const;
const LONGEST_LIST = 4;
const HOUR = 3_600_000;
/** The tolerated error of a rating, in points. */
const EXACTNESS = 1e-6;
const defaults = { ...SOURCE_WEIGHTS, unratedOpponentRating: 1500, multiplayer: 'reject' } as const;

/** The summaries after each game. */
function* summarising(games: readonly PlayedGame[], settings: Settings) {
  let played: Played = playedOf([], settings, LONGEST_LIST);
  for (const game of games) {
    played = withPlayed(played, game, settings, LONGEST_LIST);
    if ('summary' in played) yield played.summary;
  }
}

/** A history of which each game is made of a random source and its place. */
function historyOf(
  count: number,
  game: (random: ReturnType<typeof seededRandom>, index: number) => Partial<PlayedGame>,
) {
  const random = seededRandom(23);
  return Array.from({ length: count }, (_, index): PlayedGame => {
    const usual = { opponent: random.integer(1, 30), rating: 1000 + 1000 * random.next(), playedAt: index * 5 * HOUR };
    return { ...usual, result: random.chance(0.5) ? 1 : 0, ...game(random, index) };
  });
}

const HISTORIES: Readonly<Record<string, readonly PlayedGame[]>> = {
  'in bursts against one opponent after the other': historyOf(900, (_, index) => ({
    opponent: Math.floor(index / 40) % 12,
  })),
  'against 500 opponents, once each': historyOf(500, (_, index) => ({ opponent: index })),
  'against 60 regulars and one who was never met again': historyOf(1200, (random, index) => ({
    opponent: index === 40 ? 'gone' : random.integer(1, 60),
  })),
  'against one opponent, and strangers now and then': historyOf(900, (random, index) => ({
    opponent: random.chance(0.1) ? `stranger${index}` : 'ben',
  })),
  'that rises and falls by thousands of points': historyOf(900, (random, index) => {
    const isUp = Math.floor(index / 150) % 2 === 0;
    return { rating: (isUp ? 2600 : 300) + 300 * random.next(), result: random.chance(isUp ? 0.8 : 0.2) ? 1 : 0 };
  }),
};

describe.each(SUMMARISED)('a summary by %s', (variant) => {
  test.each(Object.keys(HISTORIES))('of a history %s amounts to what its list does', (name) => {
    const games = HISTORIES[name]!;
    for (const decay of [0.98, 0.9]) {
      const settings: Settings = { ...defaults, decay, variant };
      let count = LONGEST_LIST;
      for (const summary of summarising(games, settings)) {
        count++;
        if (count % 37 !== 0) continue;
        const list = inColumns(games.slice(0, count));
        const exact = performance(list, games[count - 1]!.playedAt, variant, settings).rating!;
        expect(Math.abs(rootIn(summary.polynomial, null) - exact)).toBeLessThanOrEqual(EXACTNESS);
      }
    }
  });

  test('goes on to the bit as it would have when it has been JSON', () => {
    fc.assert(
      fc.property(longHistories, ({ games, weights }) => {
        const settings: Settings = { ...defaults, ...weights, variant };
        let [kept, restored] = [playedOf([], settings, LONGEST_LIST), playedOf([], settings, LONGEST_LIST)];
        for (const { rating, ...rest } of games) {
          // + 0, for JSON has no word for -0.
          const game = { ...rest, rating: rating + 0 };
          kept = withPlayed(kept, game, settings, LONGEST_LIST);
          restored = JSON.parse(JSON.stringify(withPlayed(restored, game, settings, LONGEST_LIST)));
        }
        expect(restored).toEqual(kept);
        expect(ratingOf(restored, null, settings)).toEqual(ratingOf(kept, null, settings));
      }),
      { numRuns: 20 },
    );
  });
});

describe.each(['p7', 'p8'] as const)('the blocks of a summary by %s', (variant) => {
  test.each(Object.keys(HISTORIES))('of a history %s are what their games add, weighed anew', (name) => {
    const settings: Settings = { ...defaults, variant };
    let summaries = 0;
    for (const { count, polynomial, opponents, blocks } of summarising(HISTORIES[name]!, settings)) {
      expect(markedIn(blocks)).toEqual(opponents.newest.toSorted((a, b) => a - b));
      if (summaries++ % 37 !== 0) continue;
      const decay = decayTable(count, settings);
      const empty = noBlocks(viewFrom(polynomial));
      const anew: BlocksDraft = { ...empty, first: blocks.first, sums: zeros(blocks.sums.length) };
      eachGame(opponents, count, (place, { position, odds, result, old }) => {
        const weight = WEIGHT[variant](place, decay);
        if (old) addSumsAt(anew, position, old.sums, weight);
        else addGameAt(anew, position, odds, result, weight);
      });
      addDrawsTo(anew, 1, variant, settings);
      const sums = sumsOf(anew);
      blocks.sums.forEach((sum, index) => {
        expect(Math.abs(sum - sums[index]!)).toBeLessThan(1e-11);
      });
    }
  });
});

/** The positions of the games that are marked. */
function markedIn({ first, marks }: Blocks): number[] {
  const bits = Array.from({ length: BLOCK }, (_, bit) => bit);
  return marks.flatMap((marked, row) =>
    bits.filter((bit) => (marked & (1 << bit)) !== 0).map((bit) => (first + row - 1) * BLOCK + bit),
  );
}
