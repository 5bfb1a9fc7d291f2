import { expect, test } from 'vitest';
import { emptyDated, withDated } from './dated-summary.js';
import { DAYS, GAMES, MEETINGS } from './decay-mode.js';
import type { PlayedGame } from './games.js';
import { FIRST, INVERSE_ROOT, MOST_DECAY } from './inverse-root.js';
import { SOURCE_WEIGHTS } from './settings.js';

const DAY = 24 * 3_600_000;

test('1 / sqrt(j) is the sum of its terms, as exactly as the games of that j weigh', () => {
  for (let k = 0; k < 5000; k++) {
    const sum = INVERSE_ROOT.reduce((all, [share, fade]) => all + share * fade ** k, 0);
    expect(MOST_DECAY ** k * Math.abs(sum - 1 / Math.sqrt(FIRST + k))).toBeLessThanOrEqual(1.2e-10);
  }
});

/** What the old games against each opponent fade by, after games of so many days' pause. */
function oldAfter(pause: number, opponents: number, decay = 0.98) {
  const settings = { ...SOURCE_WEIGHTS, decay };
  let summary = emptyDated(settings);
  for (let index = 0; index < 400; index++) {
    const result: PlayedGame['result'] = index % 2 === 0 ? 1 : 0;
    const game = { opponent: index % opponents, rating: 1500 + (index % 7), result, playedAt: index * pause * DAY };
    summary = withDated(summary, game, settings);
  }
  return summary.opponents.old.map((old) => old?.mode);
}

test('old games against an opponent are summed up, whatever they fade by', () => {
  expect(oldAfter(0.2, 1)).toEqual([MEETINGS]);
  expect(oldAfter(0.9, 3)).toEqual([DAYS, DAYS, DAYS]);
  expect(oldAfter(7, 3)).toEqual([GAMES, GAMES, GAMES]);
});

test('few games against an opponent are not summed up, nor those that hardly fade', () => {
  expect(oldAfter(0.9, 20)).toEqual([]);
  expect(oldAfter(0.9, 3, 0.99)).toEqual([]);
});
