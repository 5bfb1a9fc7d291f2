import type { TuningRequest } from '../compare/tune-rating-system.js';
import type { IntegrityReport } from '../integrity/check-integrity.js';
import type { AnalysisTable } from './analysis.table.js';
import type { ComparisonRequest, KeptTuning, StoredComparison } from './kept-comparison.js';

export type AnalysisStatus = AnalysisTable['status'];

/** Request and result of each kind. */
export interface Analyses {
  INTEGRITY: { readonly request: object; readonly result: IntegrityReport };
  COMPARE: { readonly request: ComparisonRequest; readonly result: StoredComparison };
  /** A search for settings, whose result is a comparison with what it found. */
  TUNE: { readonly request: TuningRequest; readonly result: KeptTuning };
}

export type AnalysisKind = keyof Analyses;

/** A long calculation over the log of a league. It changes nothing, and only admins of the league see it. */
export type Analysis<Kind extends AnalysisKind = AnalysisKind> = Omit<AnalysisTable, 'kind' | 'request' | 'result'> & {
  readonly kind: Kind;
  readonly request: Analyses[Kind]['request'];
  readonly result: Analyses[Kind]['result'] | null;
};

/** Those whose result is a comparison. */
export const COMPARISONS = ['COMPARE', 'TUNE'] as const satisfies readonly AnalysisKind[];
export type ComparisonKind = (typeof COMPARISONS)[number];

export function isOver({ finishedAt }: Pick<Analysis, 'finishedAt'>): boolean {
  return finishedAt !== null;
}
