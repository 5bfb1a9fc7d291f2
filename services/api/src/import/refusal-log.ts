import type { RefusedReading } from './reading.js';

/** How often a rule was broken. */
export interface RefusalCount {
  readonly count: number;
  /** The first of them in the file. */
  readonly first: RefusedReading;
  /** Lines of the first few. */
  readonly lines: readonly number[];
}

/** How many lines are kept for each rule, and how many complete refusals. */
const FIRST_LINES = 5;
const FIRST_REFUSALS = 20;
/** How many rules are counted separately. Those of JSON Lines name places in a match, and there are many. */
const MOST_GROUPS = 1_000;
/** Letters of a received value that are kept. */
const KEPT_LETTERS = 1_000;

/** Refusals of a file: counted by rule, the first few kept, and all of them passed to a listener. */
export class RefusalLog {
  readonly #groups = new Map<string, { count: number; readonly first: RefusedReading; readonly lines: number[] }>();
  readonly #first: RefusedReading[] = [];
  #count = 0;

  /** @param listener called with every refusal, as it comes */
  constructor(private readonly listener: (refusal: RefusedReading) => void = () => {}) {}

  add(refusal: RefusedReading): void {
    this.#count++;
    if (this.#first.length < FIRST_REFUSALS) this.#first.push(kept(refusal));
    const key = refusal.code ?? JSON.stringify([refusal.field, refusal.rule]);
    const group = this.#groups.get(key);
    if (!group) {
      if (this.#groups.size < MOST_GROUPS) {
        this.#groups.set(key, { count: 1, first: kept(refusal), lines: [refusal.line] });
      }
    } else {
      group.count++;
      if (group.lines.length < FIRST_LINES) group.lines.push(refusal.line);
    }
    this.listener(refusal);
  }

  get count(): number {
    return this.#count;
  }

  /** By rule, the most frequent first. Of very many rules, the first thousand. */
  get groups(): readonly RefusalCount[] {
    return [...this.#groups.values()].sort((a, b) => b.count - a.count);
  }

  /** The first twenty, in the order in which they came. */
  get first(): readonly RefusedReading[] {
    return this.#first;
  }
}

/** The refusal without the rest of a long value, which may be a whole line of the file. */
function kept(refusal: RefusedReading): RefusedReading {
  const { value } = refusal;
  if (value.length <= KEPT_LETTERS) return refusal;
  // A copy: a part of a string keeps all of it in memory.
  return { ...refusal, value: Buffer.from(value.slice(0, KEPT_LETTERS)).toString() };
}
