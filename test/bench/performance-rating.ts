import performance, { type PlayedGame, type Settings, VARIANTS } from '@openladder/rater-performance';
import { type Played, playedOf, solvedOf, withPlayed } from '@openladder/rater-performance/history';
import { defaultSettings, expectedScore } from '@openladder/rating';
import { seededRandom } from '@openladder/rating/random';
import { atLeast, atMost, type BenchContext, defineBenchmark } from './benchmark.js';
import { interleaved, type Rounds, seconds } from './interleaved.js';

/** Regulars of a busy player, from 1000 to 2000 points. */
const OPPONENTS = 60;
const STRENGTH = 1500;
const SEED = 7;
const SCALE = 400 / Math.LN10;
/** A list that is never too long: all of it is weighed and solved by Newton's method. */
const ALL = Number.POSITIVE_INFINITY;
const LONGEST_LIST = 32;
/** Games that are tried as the next one, each against the same history and when the first of them is played. */
const TRIED = 200;
/** Games of a history at which the rating is compared with that of its list. */
const COMPARED_EVERY = 97;

/** p6 is solved over the list of its games. */
const SUMMARISED = VARIANTS.filter((variant) => variant !== 'p6');

/** The cost of one more game for a player with a long history, in the rater alone. */
export const performanceRating = defineBenchmark({
  name: 'performance-rating',
  isAlone: true,
  targets: {
    ...perVariant('', faster),
    ...perVariant('Longer', flat),
    error: atMost(1e-6, 'points', 'performance ratings p1 to p8 over 2,000 games', 'exact Newton over the list'),
  },
  run: async (context) => {
    const error = Math.max(...VARIANTS.map((variant) => greatestError(variant, context)));
    const times = new Map<Settings['variant'], Times>();
    for (const variant of SUMMARISED) times.set(variant, await measure(variant, context));
    return {
      ...perVariant('', (variant) => speed(times.get(variant)!)),
      ...perVariant('Longer', (variant) => flatness(times.get(variant)!)),
      error: { value: error, detail: `${VARIANTS.join(', ')}; every ${COMPARED_EVERY}th game` },
    };
  },
});

/** An entry for each variant, under its name and a suffix. */
function perVariant<T>(suffix: string, of: (variant: Settings['variant']) => T): Record<string, T> {
  return Object.fromEntries(SUMMARISED.map((variant) => [variant + suffix, of(variant)]));
}

function faster(variant: Settings['variant']) {
  const what = `performance rating ${variant}, one more game for a player with 1,000`;
  return atLeast(40, 'x', what, 'exact Newton over the list');
}

function flat(variant: Settings['variant']) {
  const what = `performance rating ${variant}, one more game for a player with 10,000`;
  return atMost(1.5, 'x', what, 'for a player with 1,000');
}

type Times = Rounds<'exact' | 'ours' | 'longer'>;

function speed(times: Times) {
  const { detail } = times.compared('ours', 'exact', micros);
  return { value: times.ratio('exact', 'ours'), detail };
}

function flatness(times: Times) {
  return times.compared('longer', 'ours', micros);
}

function micros(time: number): string {
  return `${(time * 1e6).toFixed(2)} µs`;
}

/** Seconds a game, of a history of 1,000 games as a list and as it is kept, and of one of 10,000. */
async function measure(variant: Settings['variant'], context: BenchContext): Promise<Times> {
  context.log(`one more game by ${variant}`);
  const settings = settingsOf(variant);
  const games = gamesOf(10_000 + TRIED);
  const exact = playedOf(games.slice(0, 1000), settings, ALL);
  const ours = playedOf(games.slice(0, 1000), settings, LONGEST_LIST);
  const longer = playedOf(games.slice(0, 10_000), settings, LONGEST_LIST);
  const play = async (played: Played, count: number, longestList: number, times: number) => {
    const { playedAt } = games[count]!;
    const next = games.slice(count, count + TRIED).map((game) => ({ ...game, playedAt }));
    const near = solvedOf(played, null, settings).rating;
    const time = await seconds(() => {
      for (let repeat = 0; repeat < times; repeat++) {
        for (const game of next) solvedOf(withPlayed(played, game, settings, longestList), near, settings);
      }
    });
    return time / (times * next.length);
  };
  const often = context.size(100, 5);
  return interleaved(context.rounds, {
    exact: () => play(exact, 1000, ALL, context.size(5, 1)),
    ours: () => play(ours, 1000, LONGEST_LIST, often),
    longer: () => play(longer, 10_000, LONGEST_LIST, often),
  });
}

/** How far ratings get from those of the list, in points, as a history grows. */
function greatestError(variant: Settings['variant'], context: BenchContext): number {
  const settings = settingsOf(variant);
  const games = gamesOf(context.size(2000, 300));
  let played = playedOf([], settings, LONGEST_LIST);
  let rating: number | null = null;
  let error = 0;
  for (const [index, game] of games.entries()) {
    played = withPlayed(played, game, settings, LONGEST_LIST);
    rating = solvedOf(played, rating, settings).rating;
    if (index % COMPARED_EVERY !== 0) continue;
    const exact = solvedOf(playedOf(games.slice(0, index + 1), settings, ALL), null, settings).rating;
    if ((rating === null) !== (exact === null)) throw new Error(`${variant} rates ${rating}, not ${exact}`);
    error = Math.max(error, Math.abs((rating ?? 0) - (exact ?? 0)));
  }
  return error;
}

function settingsOf(variant: Settings['variant']): Settings {
  return { ...defaultSettings<Settings>(performance.settings), variant };
}

/** Games against regulars, oldest first, five hours apart; the same ones every time. */
function gamesOf(count: number): PlayedGame[] {
  const random = seededRandom(SEED);
  return Array.from({ length: count }, (_, index): PlayedGame => {
    const opponent = random.integer(0, OPPONENTS - 1);
    const rating = 1000 + (1000 * opponent) / OPPONENTS + 50 * random.next();
    const result = random.chance(expectedScore(STRENGTH - rating, SCALE)) ? 1 : 0;
    return { opponent, rating, result, playedAt: index * 5 * 3_600_000 };
  });
}
