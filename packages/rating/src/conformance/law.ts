import type { Match, PlayerId } from '../match.js';
import type { Rater } from '../rater.js';

/** The matches for checking a law. */
export interface Subject {
  readonly rater: Rater<unknown, unknown>;
  readonly settings: unknown;
  /** Made-up matches in their total order. */
  readonly log: readonly Match[];
}

/** A match with the states of its players just before it. */
export interface Contest {
  readonly match: Match;
  readonly states: ReadonlyMap<PlayerId, unknown>;
}

/** A rule that every rater obeys. Its check throws a Violation if the rater breaks it. */
export type Law = {
  readonly law: string;
  /** Whether the law applies to this rater. If omitted, it applies to every rater. */
  applies?(subject: Subject): boolean;
} & ({ check(subject: Subject): void } | { each(subject: Subject, contest: Contest): void });

/** A breach of a law, and the matches that show it. */
export class Violation extends Error {
  constructor(
    message: string,
    /** The counterexample: named pieces of data. */
    readonly evidence: object = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Data as JSON, for a message. Maps become their entries; numbers that JSON cannot express become their names. */
export function show(data: unknown): string {
  return JSON.stringify(data, (_, value) => showable(value)) ?? 'nothing';
}

function showable(value: unknown): unknown {
  if (value instanceof Map) return [...value];
  return typeof value === 'number' && !Number.isFinite(value) ? `${value}` : value;
}
