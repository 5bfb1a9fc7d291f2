import { RaterFault } from '@openladder/rating';
import { shown } from '../kit/refusal.js';
import type { Sql } from '../kit/sql/transaction.js';
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
async function remedyFor(sql: Sql, leagueId: number, { rater, settings }: RaterChoice): Promise<string | undefined> {
  // Few values change what can be rated, and the league's matches are many.
  const tried = new Set([JSON.stringify(rater.formats(settings))]);
  for (const [name, schema] of Object.entries(rater.settings.properties)) {
    for (const value of schema.enum ?? (schema.type === 'boolean' ? [false, true] : [])) {
      const formats = formatsWith({ rater, settings: { ...settings, [name]: value } });
      const key = JSON.stringify(formats);
      if (!formats || tried.has(key)) continue;
      tried.add(key);
      if ((await listUnratable(sql, leagueId, formats)).count === 0) return `${name}: ${value}`;
    }
  }
  return undefined;
}

/** Undefined where the settings do not go together, or a third party's rater fails on them. */
function formatsWith({ rater, settings }: RaterChoice): ReturnType<RaterChoice['rater']['formats']> | undefined {
  try {
    return (rater.checkSettings?.(settings) ?? []).length > 0 ? undefined : rater.formats(settings);
  } catch (error) {
    if (error instanceof RaterFault) return undefined;
    throw error;
  }
}
