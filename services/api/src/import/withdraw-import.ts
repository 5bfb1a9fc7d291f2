import type { Access } from '../access/access.js';
import { checkReason } from '../audit/check-reason.js';
import { type Corrected, type CorrectNeeds, correct } from '../correction/correct.js';
import type { CorrectionRequest } from '../correction/correction-request.js';
import type { Correction } from '../replay/correction.js';
import type { MatchImport } from './match-import.js';
import { findImport, type ImportKey } from './match-import.repository.js';
import { conflict, getImport } from './request-import.js';

/** A correction of all matches that an import has added. */
export interface ImportCorrection extends CorrectionRequest {
  /** Null if the given id is not that of an import. */
  readonly import: ImportKey | null;
  /** How many matches the caller expects to change; null or omitted: any number. */
  readonly expectedMatches?: number | null;
}

export type CorrectedImport = Corrected & { readonly import: MatchImport };

/**
 * Withdraws all matches that an import has added and that count, in one correction.
 * @throws Refused if it is under way, or nobody knows which matches it has added
 */
export function withdrawImport(needs: CorrectNeeds, access: Access, input: ImportCorrection): Promise<CorrectedImport> {
  return change(needs, access, input, 'voidMatches');
}

/** Makes those count again that were withdrawn so. Matches that were withdrawn by themselves stay withdrawn. */
export function restoreImport(needs: CorrectNeeds, access: Access, input: ImportCorrection): Promise<CorrectedImport> {
  return change(needs, access, input, 'restoreMatches');
}

async function change(
  needs: CorrectNeeds,
  access: Access,
  input: ImportCorrection,
  kind: 'voidMatches' | 'restoreMatches',
): Promise<CorrectedImport> {
  const { found, league } = await getImport(needs, access, input.import);
  checkReason(input.reason);
  const { status, accepted, begunAfter, id } = found;
  if (status === 'CHECKING' || status === 'IMPORTING') throw conflict(`import must be over, but is ${status}`);
  if (accepted > 0 && begunAfter === null) {
    throw conflict('import must have begun after it was recorded which matches an import adds, but began before');
  }
  const correction: Correction = { kind, ofImport: id, expected: input.expectedMatches ?? null };
  const corrected = await correct(needs, access, league.id, correction, input);
  return { import: (await findImport(needs.database, found)) ?? found, ...corrected };
}
