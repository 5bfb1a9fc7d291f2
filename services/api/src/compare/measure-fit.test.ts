import { ForeseenMatches } from '@openladder/rating';
import { expect, test } from 'vitest';
import { measureFit } from './measure-fit.js';

const DAY = 86_400_000;

/** Duels of one kind: what the favourite's chance is said to be, and which of 200 they lose. */
interface Kind {
  readonly chance: number;
  loses(turn: number): boolean;
}

/** A hundred duels a day, one of 61 of the second kind; favourites are listed first in every other one. */
function duels(often: Kind, seldom: Kind): ForeseenMatches {
  const matches = new ForeseenMatches();
  const turns = new Map<Kind, number>();
  for (let index = 0; index < 24_400; index++) {
    const kind = index % 61 === 0 ? seldom : often;
    const turn = turns.get(kind) ?? 0;
    turns.set(kind, turn + 1);
    const chances = [kind.chance, 1 - kind.chance];
    const merits = kind.loses(turn % 200) ? [0, 1] : [1, 0];
    if (turn % 2 === 1) matches.add(chances.reverse(), merits.reverse(), Math.floor(index / 100) * DAY);
    else matches.add(chances, merits, Math.floor(index / 100) * DAY);
  }
  return matches;
}

const sure: Kind = { chance: 0.9, loses: (turn) => turn % 20 === 0 || turn % 20 === 11 };
const measured = (often: Kind, seldom: Kind) => {
  const matches = duels(often, seldom);
  return measureFit(matches, 0, 0.6 * matches.length)!;
};

test('a fit that helps is recommended', () => {
  const fit = measured({ chance: 0.65, loses: (turn) => turn < 90 }, { chance: 0.9, loses: (turn) => turn % 10 < 4 });
  expect(fit.gain.high).toBeLessThan(0);
  expect(fit.isRecommended).toBe(true);
});

test('a fit that helps is not recommended if it adds a miscalibrated tenth', () => {
  // The frequent kind misses by just 0.045, but a slope that corrects it turns the 0.9 of the rare kind into 0.74.
  const fit = measured({ chance: 0.55, loses: (turn) => turn < 99 }, sure);
  expect(fit.gain.high).toBeLessThan(0);
  expect(fit.isRecommended).toBe(false);
});
