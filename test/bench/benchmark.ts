import type { BenchDatabase } from './database.js';

/** The limit that a figure must reach. */
export interface Target {
  /** The measured quantity, as the table names it. */
  readonly what: string;
  /** Its limit or its peer in the same run. */
  readonly beside: string;
  /** Of the value and the target: "x" for ratios, "ms", "MB", "matches/s" … */
  readonly unit: string;
  readonly holds: 'at least' | 'at most';
  readonly target: number;
}

/** The result. The detail says in words what stands behind a ratio: "12,300/s against 4,900/s". */
export interface Figure {
  readonly value: number;
  readonly detail?: string;
}

/** A target that could not be measured here counts as one that does not hold. */
export interface NotMeasured {
  /** Why, for the person who wants it measured: "there is no Chromium on this machine". */
  readonly notMeasured: string;
}

/** Measures the figures of one thing. */
export interface Benchmark<Name extends string = string> {
  /** kebab-case, for `--only`. */
  readonly name: string;
  readonly targets: Readonly<Record<Name, Target>>;
  /** Whether it has a process of its own, and no database: V8 makes slower code of what it saw others use as well. */
  readonly isAlone?: boolean;
  /** Checks that the answers are right, then measures. @returns one figure for each target */
  run(context: BenchContext): Promise<Readonly<Record<Name, Figure | NotMeasured>>>;
}

/** The tools of a benchmark. */
export interface BenchContext {
  /** A figure from a quick run says whether things work, not whether a target holds. */
  readonly isQuick: boolean;
  /** Whether its answers alone are judged: each side is asked once, at the smallest size, and no figure counts. */
  readonly isCheck: boolean;
  /** How often each side of a comparison is measured; 0: once, without a round that warms up. */
  readonly rounds: number;
  /** A size that fits the run. @param check the smallest that shows whether answers are right; default: the quick one */
  size(full: number, quick: number, check?: number): number;
  /** How long a load goes on, in seconds. */
  seconds(full: number, quick: number): number;
  /** Tells in one line what happens. */
  log(message: string): void;
  /**
   * A database of the benchmark's own, dropped after it.
   * @param isMigrated whether it has the tables of the service, empty; a peer brings its own. Default true
   */
  createDatabase(isMigrated?: boolean): Promise<BenchDatabase>;
  /** Has something done when the benchmark is over, however it ends; what was asked for last comes first. */
  atEnd(work: () => unknown): void;
}

/** A benchmark whose figures are held to the names of its targets. */
export function defineBenchmark<Name extends string>(benchmark: Benchmark<Name>): Benchmark {
  return benchmark;
}

/** A target that a figure must not exceed. @param beside its limit or its peer */
export function atMost(target: number, unit: string, what: string, beside: string): Target {
  return { what, beside, unit, holds: 'at most', target };
}

/** A target that a figure must reach. @param beside its limit or its peer */
export function atLeast(target: number, unit: string, what: string, beside: string): Target {
  return { what, beside, unit, holds: 'at least', target };
}
