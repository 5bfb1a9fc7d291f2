import { shown } from '../kit/refusal.js';
import type { Sql } from '../kit/sql/transaction.js';
import { listUnratable } from '../match-log/unratable.repository.js';
import type { RaterChoice } from '../raters/rating-system.js';

/** Why a rating system is not for a league: it can't rate matches that the league has. Undefined where it can rate all. */
export async function misfit(
  sql: Sql,
  leagueId: number,
  { rater, settings }: RaterChoice,
): Promise<string | undefined> {
  const { externalIds, count } = await listUnratable(sql, leagueId, rater.formats(settings));
  if (count === 0) return undefined;
  const some = [...externalIds.map(shown), ...(count > externalIds.length ? ['…'] : [])].join(', ');
  return `${rater.key} must be able to rate every match, but cannot rate ${count} of this league: ${some}`;
}
