import { refuse, shown } from '../kit/refusal.js';
import type { Sql } from '../kit/sql/transaction.js';
import { contentHash } from '../match-log/content.js';
import { findByExternalIds, type LoggedMatch } from '../match-log/match.repository.js';
import { type Candidate, pathOf, type Results, reject } from './batch.js';

/**
 * Answers matches that are already in the log: with the recorded match if the content is the same, otherwise with a refusal. It
 * compares with the content as first submitted, so a retry after an amendment is still a replay.
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
    if (original.contentHash.equals(contentHash(candidate.match))) {
      const { sequence } = original;
      results.set(candidate, { kind: 'accepted', replayed: true, leagueId, sequence, stored: null });
    } else {
      const message = `externalId ${shown(externalId)} was already submitted with different content${otherField(candidate, original)}`;
      reject(candidate, refuse('IDEMPOTENCY_MISMATCH', [...pathOf(candidate), 'externalId'], message), results);
    }
    return false;
  });
}

/** What differs, as far as the log tells it without another query. Of a corrected match it has what was corrected, too. */
function otherField({ match }: Candidate, { playedAt, version }: LoggedMatch): string {
  if (version > 1) return '';
  if (playedAt.getTime() === match.playedAt.getTime()) return ': the same playedAt, but other sides, weight or details';
  return `: playedAt was ${playedAt.toISOString()}, and is ${match.playedAt.toISOString()}`;
}
