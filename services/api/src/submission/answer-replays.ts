import { refuse, shown } from '../kit/refusal.js';
import type { Sql } from '../kit/sql/transaction.js';
import { contentHash, unfoldedContentHash } from '../match-log/content.js';
import { findByExternalIds } from '../match-log/match.repository.js';
import { type Candidate, pathOf, type Results, reject } from './batch.js';

/**
 * Answers the matches that are in the log already: the original result for the same content, a refusal for other.
 * Content is compared with what was first submitted, so a retry after an amendment is still a replay.
 * @returns the matches that are new
 */
export async function answerReplays(
  sql: Sql,
  leagueId: number,
  candidates: readonly Candidate[],
  results: Results,
): Promise<Candidate[]> {
  const externalIds = candidates.map(({ match }) => match.externalId);
  const logged = await findByExternalIds(sql, leagueId, externalIds);
  return candidates.filter((candidate) => {
    const { externalId } = candidate.match;
    const original = logged.get(externalId);
    if (!original) return true;
    const isSame = [contentHash, unfoldedContentHash].some((hash) =>
      original.contentHash.equals(hash(candidate.match)),
    );
    if (isSame) {
      const { sequence } = original;
      results.set(candidate, { kind: 'accepted', replayed: true, leagueId, sequence, stored: null });
    } else {
      const message = `externalId ${shown(externalId)} was already submitted with different content`;
      reject(candidate, refuse('IDEMPOTENCY_MISMATCH', [...pathOf(candidate), 'externalId'], message), results);
    }
    return false;
  });
}
