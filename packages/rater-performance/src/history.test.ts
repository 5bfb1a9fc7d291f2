import { seededRandom } from '@openladder/rating/random';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { longHistories } from '../test/arbitrary.js';
import { inColumns, type PlayedGame } from './games.js';
import { type History, NOTHING_PLAYED, type Played, playedOf, solvedOf, stabilityIn, withPlayed } from './history.js';
import { performance, stabilityOf } from './performance.js';
import { type Settings, SOURCE_WEIGHTS, VARIANTS } from './settings.js';

/** The tolerated error of a rating of a long history, in points. */
const EXACTNESS = 1e-6;
/** So short that the histories of a property are long ones. */
const SHORT = 4;
const LONGEST_LIST = 32;
const GAMES = 700;
const HOUR = 3_600_000;

const defaults = { ...SOURCE_WEIGHTS, unratedOpponentRating: 1500, multiplayer: 'reject' } as const;

/** Plays the games one by one, and stops after each. */
function* playing(games: readonly PlayedGame[], settings: Settings, longest: number) {
  let history: History = { value: null, ...NOTHING_PLAYED };
  for (const game of games) {
    const played: Played = withPlayed(history, game, settings, longest);
    history = { value: solvedOf(played, history.value, settings).rating, ...played };
    yield history;
  }
}

/** By the list, with p1's infinite ratings as in a league. */
function exactly(games: readonly PlayedGame[], settings: Settings): number | null {
  const { rating } = performance(inColumns(games), games.at(-1)!.playedAt, settings);
  return rating !== null && Number.isFinite(rating) ? rating : null;
}

function expectClose(actual: number | null, exact: number | null, exactness = EXACTNESS): void {
  if (actual === null || exact === null) expect(actual).toBe(exact);
  else expect(Math.abs(actual - exact)).toBeLessThanOrEqual(exactness);
}

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
  test('has the rating of its list after every game', () => {
    fc.assert(
      fc.property(longHistories, ({ games, weights }) => {
        const settings: Settings = { ...defaults, ...weights, variant };
        let count = 0;
        for (const { value } of playing(games, settings, SHORT)) {
          count++;
          if (count > SHORT && (count % 7 === 0 || count === games.length)) {
            expectClose(value, exactly(games.slice(0, count), settings));
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  test('moves by +/- like its list', () => {
    fc.assert(
      fc.property(longHistories, ({ games, weights }) => {
        const settings: Settings = { ...defaults, ...weights, variant };
        const history = [...playing(games, settings, SHORT)].at(-1)!;
        const moves = stabilityIn(history, settings);
        const exact = stabilityOf(inColumns(games), games.at(-1)!.playedAt, settings);
        expectClose(moves?.plus ?? null, exact?.plus ?? null);
        expectClose(moves?.minus ?? null, exact?.minus ?? null);
      }),
      { numRuns: 30 },
    );
  });

  test('is the same to the bit, played game by game or all at once', () => {
    fc.assert(
      fc.property(longHistories, ({ games, weights }) => {
        const settings: Settings = { ...defaults, ...weights, variant };
        const { value, ...played } = [...playing(games, settings, SHORT)].at(-1)!;
        expect(JSON.stringify(playedOf(games, settings, SHORT))).toBe(JSON.stringify(played));
      }),
      { numRuns: 20 },
    );
  });

  test.each(Object.keys(HISTORIES))('%s, is rated like its list', (name) => {
    const games = HISTORIES[name]!;
    for (const decay of [0.98, 0.92, 1]) {
      const settings: Settings = { ...defaults, decay, variant };
      for (const [index, { value }] of [...playing(games, settings, LONGEST_LIST)].entries()) {
        if (index % 53 !== 0 && index !== GAMES - 1) continue;
        // Under p6 the list itself is solved.
        expectClose(value, exactly(games.slice(0, index + 1), settings), variant === 'p6' ? 0 : EXACTNESS);
      }
    }
  });
});

describe('a history by p5, most of which is long past', () => {
  const settings: Settings = { ...defaults, decay: 0.9, variant: 'p5' };
  const random = seededRandom(5);
  const games = Array.from({ length: 1500 }, (_, index): PlayedGame => {
    // Ten games a day for months, then one every two days for years.
    const playedAt = index < 700 ? index * 8_640_000 : 700 * 8_640_000 + (index - 700) * 172_800_000;
    const opponent = random.integer(1, 4) === 1 ? `once${index}` : random.integer(1, 3);
    return { opponent, rating: 3000 * random.next(), result: random.chance(0.3) ? 1 : 0, playedAt };
  });

  test('has the rating of its list, and is as small as a short one', () => {
    let size = 0;
    for (const [index, history] of [...playing(games, settings, SHORT)].entries()) {
      if (index % 50 !== 0) continue;
      expectClose(history.value, exactly(games.slice(0, index + 1), settings));
      if (index === 1000) size = JSON.stringify(history).length;
      if (index > 1000) expect(JSON.stringify(history).length).toBeLessThan(1.5 * size);
    }
  });
});

// Under p6 a history is the list of its games.
test.each(VARIANTS.filter((variant) => variant !== 'p6'))(
  'a long history by %s does not grow with games that only repeat the newer ones',
  (variant) => {
    const settings: Settings = { ...defaults, variant };
    const regulars = (count: number) =>
      Array.from({ length: count }, (_, index): PlayedGame => {
        return { opponent: index % 8, rating: 1500 + (index % 200), result: index % 3 === 0 ? 1 : 0, playedAt: index };
      });
    const size = (count: number) => JSON.stringify(playedOf(regulars(count), settings, LONGEST_LIST)).length;
    // By p5 a game is dropped after 1,481 others, and as many again may be spent.
    expect(size(12_000)).toBeLessThan(1.5 * size(6000));
  },
);

test.each(['p4', 'p7', 'p8'] as const)('a single opponent takes by %s about 80 bytes', (variant) => {
  const settings: Settings = { ...defaults, variant };
  const strangers = gamesBy((_, index) => ({ opponent: index }));
  const played = playedOf(strangers, settings, LONGEST_LIST);
  expect(numbersIn(played) / GAMES).toBeLessThan(10);
});

/** Numbers in a state, with each array and object counting as six more. */
function numbersIn(data: unknown): number {
  if (typeof data !== 'object' || data === null) return 1;
  return Object.values(data).reduce((sum: number, value) => sum + numbersIn(value), 6);
}
