import type { Games } from './games.js';
import type { Variant, Weighing, WeightSettings } from './settings.js';

/** The place of a game in a player's history. */
export interface Place {
  /** How many games there are from the newest back to this one, inclusive. */
  i: number;
  /** The same among the games against this opponent. */
  j: number;
  /** All games against this opponent. */
  n: number;
  /** How many other opponents there are in newer games, each counted once. */
  others: number;
  /** Days since the game was played. */
  days: number;
}

/** Tables that depend on the settings alone: decay^m by m, and others. */
export interface Decay {
  readonly base: number;
  /** `scaleCap` of the settings. */
  readonly cap: number;
  /** The natural logarithm of `base`. */
  readonly log: number;
  /** See `horizonOf`. */
  readonly horizon: number;
  readonly power: Float64Array;
  /** By n, for p7 and p8: the total weight of n games against an opponent, divided by the sum of what each has faded to. */
  readonly scale: Float64Array;
  /** 1 / sqrt(n) by n. */
  readonly perRoot: Float64Array;
}

/**
 * The weight of a game under each variant. The formulas of p1 to p4 are those of the source ("Arimaa performance ratings"). The source
 * calls p5 and p6 "various attempts", and describes p7 and p8 in words. The formulas of these four are ours, following those words.
 */
export const WEIGHT: Readonly<Record<Variant, (place: Place, decay: Decay) => number>> = {
  p1: () => 1,
  p2: () => 1,
  p3: ({ i }, { power }) => power[i - 1]!,
  p4: ({ i, n }, { power }) => power[i - 1]! / Math.sqrt(n),
  p5: ({ i, j }, { power }) => power[i - 1]! / Math.sqrt(j),
  p6: ({ i, j, days }, decay) => powerOf(decay, Math.max(j - 1, Math.min(i - 1, days))) / Math.sqrt(j),
  p7: byOpponent,
  p8: byOpponent,
};

/** The games against an opponent share a scale that grows with their number. They fade as other opponents are met. */
function byOpponent({ j, n, others }: Place, { power, scale }: Decay): number {
  return power[j - 1]! * scale[n]! * power[others]!;
}

/** Days may be fractions. Powers with whole exponents are in the table. */
function powerOf({ log, power }: Decay, exponent: number): number {
  return Number.isInteger(exponent) ? power[exponent]! : Math.exp(log * exponent);
}

export const DAY = 24 * 60 * 60 * 1000;

/**
 * The weights k_i of a history, in one pass.
 * @param now the time from which p6 counts days back, on the clock of the games
 * @returns the weight of each game, in games, oldest first; above 0 (or 0 if a power of `decay` is too small for a
 * number)
 */
export function gameWeights(games: Games, now: number, settings: Weighing): Float64Array {
  const { opponents, opponent, playedAt } = games;
  const length = opponent.length;
  const weights = new Float64Array(length);
  const matchWeight = WEIGHT[settings.variant];
  const decay = decayTable(length, settings);
  const counts = new Int32Array(opponents.length);
  for (let game = 0; game < length; game++) counts[opponent[game]!]!++;
  const met = new Int32Array(opponents.length);
  const place: Place = { i: 0, j: 0, n: 0, others: 0, days: 0 };
  let distinct = 0;

  for (let game = length - 1; game >= 0; game--) {
    const index = opponent[game]!;
    const j = ++met[index]!;
    place.i = length - game;
    place.j = j;
    place.n = counts[index]!;
    place.others = j === 1 ? distinct++ : distinct - 1;
    place.days = Math.max(0, now - playedAt[game]!) / DAY;
    weights[game] = matchWeight(place, decay);
  }
  return weights;
}

/** Leagues use few different settings. The limit bounds memory if somebody tries many. */
const MAX_TABLES = 32;

/**
 * Results of `tableOf`. They only save time: a table depends on its settings alone, and a longer one begins with the same numbers, so
 * earlier calls never change a result.
 */
const tables = new Map<string, Decay>();
let latest: Decay | undefined;

/**
 * The weights of a history by the settings.
 * @param length games in it
 */
export function decayTable(length: number, { decay, scaleCap }: WeightSettings): Decay {
  if (latest?.base === decay && latest.cap === scaleCap && latest.power.length > length) return latest;
  const key = `${decay} ${scaleCap}`;
  const known = tables.get(key);
  latest = known && known.power.length > length ? known : tableOf(decay, scaleCap, 2 * length + 64);
  if (tables.size >= MAX_TABLES && !known) tables.clear();
  tables.set(key, latest);
  return latest;
}

/** Games are dropped if they weigh less than this times the newest game, and their weight cannot grow again. */
export const NEGLIGIBLE = 1e-13;

/**
 * The exponent beyond which decay^exponent is negligible; Infinity if nothing fades. All games that are dropped beyond it weigh at most
 * NEGLIGIBLE / (1 - decay) together, which is 5e-12 games with a decay of 0.98. In tests they moved no rating by 1e-7
 * points. A bound for every history is not proved.
 */
function horizonOf(base: number): number {
  return base < 1 ? Math.log(NEGLIGIBLE) / Math.log(base) : Number.POSITIVE_INFINITY;
}

/** By products instead of powers: they are fast, and exact enough (each loses half a unit in the last place). */
function tableOf(base: number, cap: number, length: number): Decay {
  const power = new Float64Array(length + 1);
  const scale = new Float64Array(length + 1);
  const perRoot = new Float64Array(length + 1);
  power[0] = 1;
  let sum = 0;
  for (let n = 1; n <= length; n++) {
    power[n] = power[n - 1]! * base;
    sum += power[n - 1]!;
    scale[n] = Math.min(Math.sqrt(n), cap) / sum;
    perRoot[n] = 1 / Math.sqrt(n);
  }
  return { base, cap, log: Math.log(base), horizon: horizonOf(base), power, scale, perRoot };
}
