import { seededRandom } from '@openladder/rating/random';
import { describe, expect, test } from 'vitest';
import { inColumns, type PlayedGame } from './games.js';
import { type History, NOTHING_PLAYED, playedOf, solvedOf, withPlayed } from './history.js';
import { performance } from './performance.js';
import { type Settings, SOURCE_WEIGHTS, VARIANTS } from './settings.js';

/** The tolerated error of a rating of a long history, in points. Under p6 the list itself is solved. */
const exactnessOf = (variant: Settings['variant']) => (variant === 'p6' ? 0 : 1e-6);
const LONGEST_LIST = 32;
const GAMES = 700;
const HOUR = 3_600_000;
const defaults = { ...SOURCE_WEIGHTS, unratedOpponentRating: 1500, multiplayer: 'reject' } as const;

type Pick = (random: ReturnType<typeof seededRandom>, index: number) => Partial<PlayedGame>;

function gamesBy(pick: Pick): PlayedGame[] {
  const random = seededRandom(11);
  return Array.from({ length: GAMES }, (_, index): PlayedGame => {
    const usual = { opponent: random.integer(1, 40), rating: 1000 + 1000 * random.next(), playedAt: index * 5 * HOUR };
    return { ...usual, result: random.chance(0.5) ? 1 : 0, ...pick(random, index) };
  });
}

const HISTORIES: Readonly<Record<string, readonly PlayedGame[]>> = {
  'won almost always, against opponents 4,000 points apart': gamesBy((random, index) => ({
    rating: -500 + 4000 * random.next(),
    result: index % 97 === 0 ? 0 : 1,
  })),
  'lost almost always, against opponents 4,000 points apart': gamesBy((random, index) => ({
    rating: -500 + 4000 * random.next(),
    result: index % 97 === 0 ? 1 : 0,
  })),
  'that won of all far below and lost to all far above': gamesBy((_, index) =>
    index % 2 === 0 ? { rating: -300.5, result: 1 } : { rating: 3311.25, result: 0 },
  ),
  'against one opponent': gamesBy((random) => ({ opponent: 'ben', rating: 1400 + 200 * random.next() })),
  'against one opponent between two grid ratings': gamesBy(() => ({ opponent: 'ben', rating: 1500 })),
  'against a new opponent each time': gamesBy((_, index) => ({ opponent: `player${index}` })),
  'against opponents in turn': gamesBy((_, index) => ({ opponent: index % 90 })),
  'against regulars among strangers': gamesBy((random, index) => ({
    opponent: random.chance(0.3) ? `player${index}` : random.integer(1, 3),
  })),
  'of many games long ago and few since': gamesBy((_, index) => ({
    playedAt: index < 600 ? index * HOUR : (600 + (index - 600) * 24 * 30) * HOUR,
  })),
  'of draws alone': gamesBy(() => ({ result: 0.5 })),
};

describe.each(VARIANTS)('a long history by %s', (variant) => {
  test.each(Object.keys(HISTORIES))('%s, is rated as its list is', (name) => {
    const games = HISTORIES[name]!;
    for (const decay of [0.98, 0.92, 1]) {
      const settings: Settings = { ...defaults, decay, variant };
      let history: History = { value: null, ...NOTHING_PLAYED };
      for (const [index, game] of games.entries()) {
        const played = withPlayed(history, game, settings, LONGEST_LIST);
        history = { value: solvedOf(played, history.value, settings).rating, ...played };
        if (index % 53 !== 0 && index !== GAMES - 1) continue;
        const exact = performance(inColumns(games.slice(0, index + 1)), game.playedAt, settings).rating;
        if (history.value === null) expect(Number.isFinite(exact ?? Number.NaN)).toBe(false);
        else expect(Math.abs(history.value - exact!)).toBeLessThanOrEqual(exactnessOf(variant));
      }
    }
  });
});

// Under p6 a history is the list of its games.
test.each(VARIANTS.filter((variant) => variant !== 'p6'))(
  'a long history by %s does not grow with games that say no more than the newer ones',
  (variant) => {
    const settings: Settings = { ...defaults, variant };
    const regulars = (count: number) =>
      Array.from({ length: count }, (_, index): PlayedGame => {
        return { opponent: index % 8, rating: 1500 + (index % 200), result: index % 3 === 0 ? 1 : 0, playedAt: index };
      });
    const size = (count: number) => JSON.stringify(playedOf(regulars(count), settings, LONGEST_LIST)).length;
    // By p5 a game is let go after 1,481 others, and as many again may be spent.
    expect(size(12_000)).toBeLessThan(1.5 * size(6000));
  },
);

test.each(['p4', 'p7', 'p8'] as const)('an opponent who was met once takes by %s about 80 bytes', (variant) => {
  const settings: Settings = { ...defaults, variant };
  const strangers = gamesBy((_, index) => ({ opponent: index }));
  const played = playedOf(strangers, settings, LONGEST_LIST);
  expect(numbersIn(played) / GAMES).toBeLessThan(10);
});

/** Numbers that a state is made of, each array and object counting as six more. */
function numbersIn(data: unknown): number {
  if (typeof data !== 'object' || data === null) return 1;
  return Object.values(data).reduce((sum: number, value) => sum + numbersIn(value), 6);
}
