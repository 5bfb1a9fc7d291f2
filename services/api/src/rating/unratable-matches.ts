import { shown } from '../kit/refusal.js';
import type { Sql } from '../kit/sql/transaction.js';
import { otherFormats } from '../match-log/formats.js';
import { listUnratable } from '../match-log/unratable.repository.js';
import type { RaterChoice } from '../raters/rating-system.js';

/**
 * Why a rating system is not for a league: it can't rate matches that the league has. Undefined where it can rate all. Where
 * another value of one setting would let it, that is named.
 */
export async function misfit(sql: Sql, leagueId: number, system: RaterChoice): Promise<string | undefined> {
  const { rater, settings } = system;
  const { externalIds, count } = await listUnratable(sql, leagueId, rater.formats(settings));
  if (count === 0) return undefined;
  const some = [...externalIds.map(shown), ...(count > externalIds.length ? ['…'] : [])].join(', ');
  const problem = `${rater.key} must be able to rate every match, but cannot rate ${count} of this league: ${some}`;
  const remedy = await remedyFor(sql, leagueId, system);
  return remedy === undefined ? problem : `${problem}; with ${remedy} it can`;
}

/** The first setting, and its value, with which the rating system can rate all matches of the league. */
async function remedyFor(sql: Sql, leagueId: number, system: RaterChoice): Promise<string | undefined> {
  // Few values change what can be rated, and the league's matches are many.
  const tried = new Set([JSON.stringify(system.rater.formats(system.settings))]);
  for (const { setting, formats } of otherFormats(system)) {
    const key = JSON.stringify(formats);
    if (tried.has(key)) continue;
    tried.add(key);
    if ((await listUnratable(sql, leagueId, formats)).count === 0) return setting;
  }
  return undefined;
}
