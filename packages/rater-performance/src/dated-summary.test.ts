import { seededRandom } from '@openladder/rating/random';
import { describe, expect, test } from 'vitest';
import { type DatedSummary, emptyDated, withDated } from './dated-summary.js';
import { inColumns, type PlayedGame } from './games.js';
import { performance } from './performance.js';
import { rootIn } from './root.js';
import { SOURCE_WEIGHTS } from './settings.js';

/** The tolerated error of a rating, in points. */
const EXACTNESS = 1e-6;
const GAMES = 900;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type Random = ReturnType<typeof seededRandom>;

/** How long after the game before the next one is played. */
const PAUSES: Readonly<Record<string, (random: Random, index: number) => number>> = {
  'many a day': () => HOUR / 2,
  'five a day': () => 5 * HOUR,
  'one a day': () => DAY,
  'about one a day': (random) => 2 * DAY * random.next(),
  'one a week': () => 7 * DAY,
  'bursts, and pauses that make up for them': (_, index) => (index % 20 === 0 ? 20 * DAY : HOUR / 4),
  'bursts, and pauses of months': (_, index) => (index % 100 === 0 ? 200 * DAY : HOUR),
  'many a day, then one a month, then many a day': (_, index) => (index > 300 && index < 600 ? 30 * DAY : HOUR),
  'pauses of decades': (random) => (random.chance(0.02) ? 9000 * DAY : 9 * HOUR),
};

const OPPONENTS: Readonly<Record<string, (random: Random, index: number) => number>> = {
  'one opponent': () => 1,
  'three opponents': (random) => random.integer(1, 3),
  regulars: (random) => random.integer(1, 40),
  'a new opponent each time': (_, index) => index,
  'regulars among strangers': (random, index) => (random.chance(0.3) ? 1000 + index : random.integer(1, 3)),
};

function gamesBy(pause: keyof typeof PAUSES, against: keyof typeof OPPONENTS): PlayedGame[] {
  const random = seededRandom(3);
  let playedAt = 1_600_000_000_000;
  return Array.from({ length: GAMES }, (_, index): PlayedGame => {
    playedAt += PAUSES[pause]!(random, index);
    const opponent = OPPONENTS[against]!(random, index);
    const result = random.chance(0.1) ? 0.5 : random.chance(0.6) ? 1 : 0;
    return { opponent, rating: 1000 + 12 * (opponent % 60) + 200 * random.next(), result, playedAt };
  });
}

describe.each(Object.keys(PAUSES))('a long history by p6 of %s', (pause) => {
  test.each(Object.keys(OPPONENTS))('against %s amounts to what its list amounts to', (against) => {
    const games = gamesBy(pause, against);
    for (const decay of [0.98, 0.9, 1]) {
      const settings = { ...SOURCE_WEIGHTS, decay };
      let summary = emptyDated(settings);
      for (const [index, game] of games.entries()) {
        summary = withDated(summary, game, settings);
        if (index % 89 !== 0 && index !== GAMES - 1) continue;
        const exact = performance(inColumns(games.slice(0, index + 1)), game.playedAt, 'p6', settings).rating!;
        expect(Math.abs(rootIn(summary.sums.polynomial, null) - exact)).toBeLessThanOrEqual(EXACTNESS);
      }
    }
  });
});

test.each(Object.keys(PAUSES))('a summary by p6 of %s goes on to the bit from what JSON keeps of it', (pause) => {
  let kept = emptyDated(SOURCE_WEIGHTS);
  let restored = kept;
  for (const [index, game] of gamesBy(pause, 'regulars among strangers').entries()) {
    if (index % 60 === 0) restored = JSON.parse(JSON.stringify(restored)) as DatedSummary;
    kept = withDated(kept, game, SOURCE_WEIGHTS);
    restored = withDated(restored, game, SOURCE_WEIGHTS);
  }
  expect(restored).toEqual(kept);
});
