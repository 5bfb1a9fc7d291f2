import type { Access } from '../access/access.js';
import type { NeedsDatabase } from '../kit/needs.js';
import { Refused, refuse } from '../kit/refusal.js';
import { closeOnAbort, pause } from '../kit/until-caller-leaves.js';
import type { Analysis, AnalysisKind } from './analysis.js';
import { findAnalysisOf } from './request-analysis.js';

/** How often an analysis is read again, in milliseconds: people watch it. */
const INTERVAL = 500;

/**
 * An analysis and its progress: once now, then after each change, until it is over or the caller stops listening.
 * @param field that names it
 * @throws Refused if there is none that the caller may read
 */
export function watchAnalysis(
  needs: NeedsDatabase,
  access: Access,
  id: number,
  kinds: readonly AnalysisKind[],
  field: string,
): AsyncIterableIterator<Analysis> {
  return closeOnAbort((left) => changesOf(needs, access, id, kinds, field, left));
}

async function* changesOf(
  needs: NeedsDatabase,
  access: Access,
  id: number,
  kinds: readonly AnalysisKind[],
  field: string,
  left: AbortSignal,
): AsyncGenerator<Analysis> {
  for (let last: Analysis | undefined; !left.aborted; ) {
    const analysis = await findAnalysisOf(needs, access, id, kinds);
    if (!analysis) {
      throw new Refused(refuse('READABLE_ID', [field], { field }));
    }
    if (analysis.status !== last?.status || analysis.progress !== last.progress) yield analysis;
    if (analysis.finishedAt) return;
    last = analysis;
    await pause(INTERVAL, left);
  }
}
