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
const LONGEST_LIST = 4;

const defaults = { ...SOURCE_WEIGHTS, unratedOpponentRating: 1500, multiplayer: 'reject' } as const;

/** Plays the games one by one, and stops after each. */
function* playing(games: readonly PlayedGame[], settings: Settings) {
  let history: History = { value: null, ...NOTHING_PLAYED };
  for (const game of games) {
    const played: Played = withPlayed(history, game, settings, LONGEST_LIST);
    history = { value: solvedOf(played, history.value, settings).rating, ...played };
    yield history;
  }
}

/** By the list, with p1's infinite ratings as a league has them. */
function exactly(games: readonly PlayedGame[], settings: Settings): number | null {
  const { rating } = performance(inColumns(games), games.at(-1)!.playedAt, settings);
  return rating !== null && Number.isFinite(rating) ? rating : null;
}

function expectClose(actual: number | null, exact: number | null): void {
  if (actual === null || exact === null) expect(actual).toBe(exact);
  else expect(Math.abs(actual - exact)).toBeLessThanOrEqual(EXACTNESS);
}

describe.each(VARIANTS)('a long history by %s', (variant) => {
  test('amounts to the rating that its list amounts to, after every game', () => {
    fc.assert(
      fc.property(longHistories, ({ games, weights }) => {
        const settings: Settings = { ...defaults, ...weights, variant };
        let count = 0;
        for (const { value } of playing(games, settings)) {
          count++;
          if (count > LONGEST_LIST && (count % 7 === 0 || count === games.length)) {
            expectClose(value, exactly(games.slice(0, count), settings));
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  test('moves by +/- as its list does', () => {
    fc.assert(
      fc.property(longHistories, ({ games, weights }) => {
        const settings: Settings = { ...defaults, ...weights, variant };
        const history = [...playing(games, settings)].at(-1)!;
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
        const { value, ...played } = [...playing(games, settings)].at(-1)!;
        expect(JSON.stringify(playedOf(games, settings, LONGEST_LIST))).toBe(JSON.stringify(played));
      }),
      { numRuns: 20 },
    );
  });
});

describe('a history by p5 of which most is long past', () => {
  const settings: Settings = { ...defaults, decay: 0.9, variant: 'p5' };
  const random = seededRandom(5);
  const games = Array.from({ length: 1500 }, (_, index): PlayedGame => {
    // Ten games a day for months, then one in two days for years.
    const playedAt = index < 700 ? index * 8_640_000 : 700 * 8_640_000 + (index - 700) * 172_800_000;
    const opponent = random.integer(1, 4) === 1 ? `once${index}` : random.integer(1, 3);
    return { opponent, rating: 3000 * random.next(), result: random.chance(0.3) ? 1 : 0, playedAt };
  });

  test('amounts to what its list amounts to, and is as small as a short one', () => {
    let size = 0;
    for (const [index, history] of [...playing(games, settings)].entries()) {
      if (index % 50 !== 0) continue;
      expectClose(history.value, exactly(games.slice(0, index + 1), settings));
      if (index === 1000) size = JSON.stringify(history).length;
      if (index > 1000) expect(JSON.stringify(history).length).toBeLessThan(1.5 * size);
    }
  });
});
