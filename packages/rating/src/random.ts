/** A seeded source of choices: the same seed makes the same choices, on every machine. */
export interface Random {
  /** A number from 0 up to, not including, 1. */
  next(): number;
  /** A whole number from `least` to `most`, both included. */
  integer(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** A normally distributed number of mean 0 and deviation 1. */
  normal(): number;
  /** A copy of the list in random order. */
  shuffle<T>(items: readonly T[]): T[];
}

/** Mulberry32, a 32-bit generator by Tommy Ettinger: small, and random enough to make up matches. */
export function seededRandom(seed: number): Random {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    integer,
    chance: (probability) => next() < probability,
    pick: (items) => items[integer(0, items.length - 1)]!,
    // Box and Muller.
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    shuffle(items) {
      const left = [...items];
      return items.map(() => left.splice(integer(0, left.length - 1), 1)[0]!);
    },
  };
}
