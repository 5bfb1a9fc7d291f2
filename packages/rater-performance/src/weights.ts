import type { Games } from './games.js';
import type { Variant, WeightSettings } from './settings.js';

/** The place of a game in a player's history. */
export interface Place {
  /** Games from the newest down to this one, itself included. */
  i: number;
  /** The same, among the games against this opponent. */
  j: number;
  /** All games against this opponent. */
  n: number;
  /** Distinct other opponents in strictly newer games. */
  others: number;
  /** Days since the game was played. */
  days: number;
}

/** Tables of the weights by the settings: decay^m by m, and more. */
export interface Decay {
  readonly base: number;
  /** `scaleCap` of the settings. */
  readonly cap: number;
  /** The natural logarithm of `base`. */
  readonly log: number;
  /** See `horizonOf`. */
  readonly horizon: number;
  readonly power: Float64Array;
  /** By p7 and p8, by n: what n games against an opponent weigh together, over the sum of what each has faded to. */
  readonly scale: Float64Array;
  /** 1 / sqrt(n) by n. */
  readonly perRoot: Float64Array;
}

/**
 * The weight of a game in each variant. p1 to p4 are the source's ("Arimaa performance ratings"); p5 and p6 are
 * "various attempts" there, and p7 and p8 are described in words: their formulas are ours, after those words.
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

/** An opponent's games share a scale that grows with their number, and fade as other opponents are met. */
function byOpponent({ j, n, others }: Place, { power, scale }: Decay): number {
  return power[j - 1]! * scale[n]! * power[others]!;
}

/** Days come in fractions; whole exponents are at hand. */
function powerOf({ base, power }: Decay, exponent: number): number {
  return Number.isInteger(exponent) ? power[exponent]! : base ** exponent;
}

export const DAY = 24 * 60 * 60 * 1000;

/**
 * The weights k_i of a history, in one pass.
 * @param now what p6 counts days back from, on the clock of the games
 * @returns one weight for each game, oldest first as they stand: in games, above 0 (or 0 if a power of `decay` is too
 * small for a number)
 */
export function gameWeights(games: Games, now: number, variant: Variant, settings: WeightSettings): Float64Array {
  const { opponents, opponent, playedAt } = games;
  const length = opponent.length;
  const weights = new Float64Array(length);
  const weightOf = WEIGHT[variant];
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
    weights[game] = weightOf(place, decay);
  }
  return weights;
}

/** Leagues differ little in their settings; who tries out many must not fill the memory. */
const MOST_TABLES = 32;

/** Remembers tables of decay. What it answers depends on nothing but the question; it only answers sooner. */
class DecayTables {
  readonly #tables: Decay[] = [];
  #latest: Decay | undefined;

  /** A table of more than `length` powers. */
  get(length: number, base: number, cap: number): Decay {
    const latest = this.#latest;
    if (latest && latest.base === base && latest.cap === cap && latest.power.length > length) return latest;
    this.#latest = this.#find(length, base, cap);
    return this.#latest;
  }

  #find(length: number, base: number, cap: number): Decay {
    const known = this.#tables.findIndex((table) => table.base === base && table.cap === cap);
    if (known >= 0 && this.#tables[known]!.power.length > length) return this.#tables[known]!;
    if (known >= 0) this.#tables.splice(known, 1);
    if (this.#tables.length >= MOST_TABLES) this.#tables.shift();
    const table = tableOf(base, cap, 2 * length + 64);
    this.#tables.push(table);
    return table;
  }
}

const TABLES = new DecayTables();

/**
 * The weights of a history by the settings.
 * @param length games in it
 */
export function decayTable(length: number, { decay, scaleCap }: WeightSettings): Decay {
  return TABLES.get(length, decay, scaleCap);
}

/** Games that weigh less than this times the newest one are let go, where their weight can't grow again. */
export const NEGLIGIBLE = 1e-13;

/**
 * The exponent beyond which decay^exponent is negligible; Infinity where nothing fades. All that are let go after so
 * many games weigh at most NEGLIGIBLE / (1 - decay) together, 5e-12 games with 0.98, and moved no tried rating by 1e-7
 * points; a bound for every history is not proved.
 */
function horizonOf(base: number): number {
  return base < 1 ? Math.log(NEGLIGIBLE) / Math.log(base) : Number.POSITIVE_INFINITY;
}

/** Products instead of powers: cheap, and exact enough (each loses half a unit in the last place). */
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
