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

/** Refusals of a file: counted by rule, the first few kept, and all of them passed to a listener. */
export class RefusalLog {
  readonly #groups = new Map<string, { count: number; readonly first: RefusedReading; readonly lines: number[] }>();
  readonly #first: RefusedReading[] = [];
  #count = 0;

  /** @param listener called with every refusal, as it comes */
  constructor(private readonly listener: (refusal: RefusedReading) => void = () => {}) {}

  add(refusal: RefusedReading): void {
    this.#count++;
    if (this.#first.length < FIRST_REFUSALS) this.#first.push(refusal);
    const key = refusal.code ?? JSON.stringify([refusal.field, refusal.rule]);
    const group = this.#groups.get(key);
    if (!group) this.#groups.set(key, { count: 1, first: refusal, lines: [refusal.line] });
    else {
      group.count++;
      if (group.lines.length < FIRST_LINES) group.lines.push(refusal.line);
    }
    this.listener(refusal);
  }

  get count(): number {
    return this.#count;
  }

  /** By rule, the most frequent first. */
  get groups(): readonly RefusalCount[] {
    return [...this.#groups.values()].sort((a, b) => b.count - a.count);
  }

  /** The first twenty, in the order in which they came. */
  get first(): readonly RefusedReading[] {
    return this.#first;
  }
}
