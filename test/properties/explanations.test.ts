import elo from '@openladder/rater-elo';
import glicko2 from '@openladder/rater-glicko2';
import margin from '@openladder/rater-margin';
import openskill from '@openladder/rater-openskill';
import performance from '@openladder/rater-performance';
import plackettLuce from '@openladder/rater-plackett-luce';
import timedGlicko from '@openladder/rater-timed-glicko';
import zoneStats from '@openladder/rater-zonestats';
import {
  type ChangeLine,
  changeLine,
  defaultSettings,
  explanationOf,
  type Match,
  type Rater,
  type RatingValue,
} from '@openladder/rating';
import { type Random, seededRandom } from '@openladder/rating/random';
import { expect, test } from 'vitest';

const DAY = 86_400_000;
const SEED = 20;

/** Duels, teams and races, with scores and weights, days apart, of whom some are rated again and again. */
function match(random: Random, playedAt: number, sizes: readonly number[]): Match {
  const players = random.shuffle(Array.from({ length: 24 }, (_, player) => `p${player}`));
  let from = 0;
  const sides = sizes.map((size) => {
    const participants = players.slice(from, from + size).map((player) => ({ player }));
    from += size;
    return { score: random.integer(0, 5), participants };
  });
  return { playedAt, sides, weight: random.pick([1, 1, 0.5, 2]) };
}

function* changes(rater: Rater, settings: unknown, sizes: readonly number[]): Generator<ChangeLine> {
  const random = seededRandom(SEED);
  const states = new Map<string, unknown>();
  for (let count = 0; count < 300; count++) {
    const played = match(random, Date.UTC(2020, 0) + count * random.integer(0, 3) * DAY, sizes);
    const players = played.sides.flatMap(({ participants }) => participants.map(({ player }) => player as string));
    const now = (player: string) => {
      const state = states.get(player) ?? rater.initial(settings);
      return rater.idle?.(state, played.playedAt, settings) ?? state;
    };
    const before = new Map(players.map((player) => [player, states.get(player) ?? rater.initial(settings)]));
    const values = new Map(
      players.map((player): [string, RatingValue] => [player, rater.rating(now(player), settings)]),
    );
    for (const [player, { state, contributions }] of rater.rate(played, before, settings)) {
      states.set(player as string, state);
      yield changeLine({
        before: values.get(player as string)!,
        after: rater.rating(state, settings),
        contributions,
      });
    }
  }
}

/** Hundredths, as a number with its sign is shown; the least that any rater shows. */
function hundredths(text: string): number {
  return rounded(Number(text.replace('\u2212', '-')), 2);
}

/** Hundredths, and no negative zero. */
function rounded(value: number, digits: number): number {
  return Math.round(100 * Number(value.toFixed(digits))) + 0;
}

const NUMBER = '[+\u2212]?\\d+(?:\\.\\d+)?';
const EARNED = new RegExp(`: (${NUMBER})[.,] `);
const PARTS = new RegExp(`(took back|gave back|took|added) (${NUMBER})\\.`, 'g');
const TOTAL = new RegExp(`(${NUMBER}), to (${NUMBER})`);

/** The last says whether more than opponents may move a rating. */
test.each<[string, Rater, object, readonly number[], boolean]>([
  ['elo with a floor', elo, { floor: 1480, marginOfVictory: 'goals', newcomerMatches: 10 }, [1, 1], true],
  ['elo of teams', elo, { floor: 1490 }, [2, 2], true],
  ['glicko2', glicko2, {}, [1, 1], false],
  ['glicko2 with margins', glicko2, { marginScale: 2 }, [1, 1], false],
  ['glicko2 by periods', glicko2, { timing: 'periods' }, [1, 1], true],
  ['glicko2 of races', glicko2, { multiplayer: 'pairwise' }, [1, 1, 1, 1, 1], false],
  ['timed-glicko', timedGlicko, {}, [1, 1], true],
  ['timed-glicko of teams', timedGlicko, { multiplayer: 'pairwise' }, [2, 2, 2], true],
  ['openskill', openskill, {}, [1, 1, 1, 1, 1, 1], false],
  ['openskill of duels', openskill, {}, [1, 1], false],
  ['plackett-luce', plackettLuce, {}, [1, 1, 1, 1, 1, 1], false],
  ['margin', margin, {}, [1, 1], false],
  ['margin of teams', margin, {}, [3, 3], false],
  ['performance', performance, {}, [1, 1], true],
  ['performance of races', performance, { multiplayer: 'pairwise' }, [1, 1, 1, 1], true],
  ['zonestats', zoneStats, {}, [1, 1, 1, 1], true],
])('the shown parts of a change add up to the change and to the rating: %s', (_, rater, given, sizes, hasOthers) => {
  const settings = { ...defaultSettings(rater.settings), ...given };
  let adjusted = 0;
  let seen = 0;
  for (const line of changes(rater, settings, sizes)) {
    const sentence = explanationOf(rater, line, settings, 'en');
    if (line.delta === null || line.after.value === null) continue;
    seen++;
    const unchanged = /no change from/.test(sentence);
    const [, delta = '0', value = null] = TOTAL.exec(sentence) ?? [];
    expect(unchanged || value !== null, `seed ${SEED}: ${sentence}`).toBe(true);
    const digits = rater === openskill ? 2 : 1;
    expect(hundredths(delta), sentence).toBe(rounded(line.delta, digits));
    if (value !== null) expect(hundredths(value), sentence).toBe(rounded(line.after.value, digits));
    const parts = [...sentence.matchAll(PARTS)].map(
      ([, verb, size]) => (verb!.startsWith('took') ? -1 : 1) * hundredths(size!),
    );
    if (parts.length === 0) continue;
    adjusted++;
    const earned = hundredths(EARNED.exec(sentence)![1]!);
    expect(earned + parts.reduce((sum, points) => sum + points, 0), sentence).toBe(hundredths(delta));
  }
  expect(seen).toBeGreaterThan(400);
  expect(adjusted > 0).toBe(hasOthers);
});
