import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { longHistories } from '../test/arbitrary.js';
import type { PlayedGame } from './games.js';
import { inColumns } from './games.js';
import { type History, NOTHING_PLAYED, type Played, playedOf, ratingOf, stabilityIn, withPlayed } from './history.js';
import { performance, stabilityOf } from './performance.js';
import { type Settings, SOURCE_WEIGHTS, VARIANTS } from './settings.js';

/** What a rating of a long history may be off by, in points. */
const EXACTNESS = 1e-6;
const LONGEST_LIST = 4;

const defaults = { ...SOURCE_WEIGHTS, unratedOpponentRating: 1500, multiplayer: 'reject' } as const;

/** Plays the games one by one, and stops after each. */
function* playing(games: readonly PlayedGame[], settings: Settings) {
  let history: History = { value: null, ...NOTHING_PLAYED };
  for (const game of games) {
    const played: Played = withPlayed(history, game, settings, LONGEST_LIST);
    history = { value: ratingOf(played, history.value, settings).rating, ...played };
    yield history;
  }
}

/** By the list, with p1's infinite ratings as a league has them. */
function exactly(games: readonly PlayedGame[], settings: Settings): number | null {
  const { rating } = performance(inColumns(games), games.at(-1)!.playedAt, settings.variant, settings);
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
        const exact = stabilityOf(inColumns(games), games.at(-1)!.playedAt, variant, settings);
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
