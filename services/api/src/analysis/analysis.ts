import { type TuningRequest } from '../compare/tune-rating-system.js';
import { type IntegrityReport } from '../integrity/check-integrity.js';
import { double, identity, integer, json, nullable, table, text, time } from '../kit/sql/table.js';
import { type ComparisonRequest, type KeptTuning, type StoredComparison } from './kept-comparison.js';

/** Long calculations over logs and their results. A league has at most one that is queued or running. */
export const AnalysisTable = table('analysis', {
  id: identity(),
  leagueId: integer(),
  kind: text(),
  status: text<'QUEUED' | 'RUNNING' | 'DONE' | 'CANCELLED' | 'FAILED'>(),
  request: json(),
  /** Id of the token; null for the command line. */
  actorId: nullable(integer()),
  actor: text(),
  /** How many processes started it and died. */
  attempts: integer({ default: 0 }),
  /** The share that is done, 0 to 1. */
  progress: double({ default: 0 }),
  /** The newest arrival in the log as it was read; null until it is done. */
  sequence: nullable(integer()),
  /** The league's revision then; null until it is done. */
  revision: nullable(integer()),
  /** Null until it is done. */
  result: nullable(json()),
  /** Why it failed; null otherwise. */
  error: nullable(text()),
  requestedAt: time(),
  startedAt: nullable(time()),
  finishedAt: nullable(time()),
});
export type AnalysisTable = InstanceType<typeof AnalysisTable>;

export type AnalysisStatus = AnalysisTable['status'];

/** Request and result of each kind. */
export interface Analyses {
  INTEGRITY: { readonly request: object; readonly result: IntegrityReport };
  COMPARE: { readonly request: ComparisonRequest; readonly result: StoredComparison };
  /** A search for settings, whose result is a comparison with the found ones. */
  TUNE: { readonly request: TuningRequest; readonly result: KeptTuning };
}

export type AnalysisKind = keyof Analyses;

/** A long calculation over the log of a league. It changes nothing, and only admins of the league see it. */
export type Analysis<Kind extends AnalysisKind = AnalysisKind> = Omit<AnalysisTable, 'kind' | 'request' | 'result'> & {
  readonly kind: Kind;
  readonly request: Analyses[Kind]['request'];
  readonly result: Analyses[Kind]['result'] | null;
};

/** Kinds whose result is a comparison. */
export const COMPARISONS = ['COMPARE', 'TUNE'] as const satisfies readonly AnalysisKind[];
export type ComparisonKind = (typeof COMPARISONS)[number];

export function isOver({ finishedAt }: Pick<Analysis, 'finishedAt'>): boolean {
  return finishedAt !== null;
}
