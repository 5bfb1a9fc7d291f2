import type { Metrics } from '../metrics/metrics.js';
import type { SubmitResult } from './submission-result.js';

/** Counts the matches of a submission by what became of them. */
export function countSubmission(metrics: Metrics, results: readonly SubmitResult[]): void {
  const count = { accepted: 0, replayed: 0, rejected: 0 };
  for (const result of results) {
    if (result.kind === 'rejected') {
      count.rejected++;
      metrics.rejectedMatches.inc({ code: result.refusal.code });
    } else if (result.replayed) count.replayed++;
    else count.accepted++;
  }
  for (const [result, matches] of Object.entries(count)) {
    if (matches > 0) metrics.submittedMatches.inc({ result }, matches);
  }
}
