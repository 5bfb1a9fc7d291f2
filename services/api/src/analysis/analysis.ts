import type { TuningRequest } from '../compare/tune-rating-system.js';
import type { IntegrityReport } from '../integrity/check-integrity.js';
import type { ComparisonRequest, KeptTuning, StoredComparison } from './kept-comparison.js';

export type AnalysisStatus = 'QUEUED' | 'RUNNING' | 'DONE' | 'CANCELLED' | 'FAILED';

/** Request and result of each kind. */
export interface Analyses {
  INTEGRITY: { readonly request: object; readonly result: IntegrityReport };
  COMPARE: { readonly request: ComparisonRequest; readonly result: StoredComparison };
  /** A search for settings, whose result is a comparison with what it found. */
  TUNE: { readonly request: TuningRequest; readonly result: KeptTuning };
}

export type AnalysisKind = keyof Analyses;

/** A long calculation over the log of a league. It changes nothing, and only admins of the league see it. */
export interface Analysis<Kind extends AnalysisKind = AnalysisKind> {
  readonly id: number;
  readonly leagueId: number;
  readonly kind: Kind;
  readonly status: AnalysisStatus;
  readonly request: Analyses[Kind]['request'];
  /** The token that requested it; null for the command line. */
  readonly actorId: number | null;
  readonly actor: string;
  /** How many processes started it and died. */
  readonly attempts: number;
  /** The share that is done, 0 to 1. */
  readonly progress: number;
  /** The newest arrival in the log as it was read; null until it is done. */
  readonly sequence: number | null;
  /** The league's revision then; null until it is done. */
  readonly revision: number | null;
  /** Null until it is done. */
  readonly result: Analyses[Kind]['result'] | null;
  /** Why it failed; null otherwise. */
  readonly error: string | null;
  readonly requestedAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

/** Those whose result is a comparison. */
export const COMPARISONS = ['COMPARE', 'TUNE'] as const satisfies readonly AnalysisKind[];
export type ComparisonKind = (typeof COMPARISONS)[number];

export function isOver({ finishedAt }: Pick<Analysis, 'finishedAt'>): boolean {
  return finishedAt !== null;
}
