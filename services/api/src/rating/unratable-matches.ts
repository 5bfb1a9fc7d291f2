import { type Refusal, refuse, shown } from '../kit/refusal.js';
import type { Sql } from '../kit/sql/transaction.js';
import { otherFormats } from '../match-log/checks.js';
import { listUnratable } from '../match-log/match.repository.js';
import type { RaterChoice } from '../raters/rating-system.js';

/** Why a comparison leaves a rating system out, which nobody may have asked for; undefined if it can rate all matches. As `incompatibility` otherwise. */
export async function whyLeftOut(sql: Sql, leagueId: number, system: RaterChoice): Promise<string | undefined> {
  const { rater, settings } = system;
  const formats = rater.formats(settings);
  const { externalIds, count } = await listUnratable(sql, leagueId, formats);
  if (count === 0) return undefined;
  const isForDuels = formats.maxSides === 2 && formats.maxPlayersPerSide === 1;
  const matches = `${count} ${count === 1 ? 'match' : 'matches'} of this league, such as ${shown(externalIds[0]!)}`;
  const problem = isForDuels
    ? `${rater.key} is for duels and cannot rate ${matches}`
    : `${rater.key} cannot rate ${matches}`;
  const remedy = await remedyFor(sql, leagueId, system);
  return remedy === undefined ? problem : `${problem}; with ${remedy} it can`;
}

/**
 * Why a rating system cannot rate all matches of a league; undefined if it can. Names another value of one setting with which it could.
 */
export async function incompatibility(
  sql: Sql,
  leagueId: number,
  system: RaterChoice,
  path: readonly string[],
): Promise<Refusal | undefined> {
  const { rater, settings } = system;
  const { externalIds, count } = await listUnratable(sql, leagueId, rater.formats(settings));
  if (count === 0) return undefined;
  const matches = [...externalIds.map(shown), ...(count > externalIds.length ? ['…'] : [])];
  const values = { ratingSystem: rater.key, count, matches };
  const remedy = await remedyFor(sql, leagueId, system);
  return remedy === undefined
    ? refuse('UNRATABLE', path, values)
    : refuse('UNRATABLE_UNLESS_SET', path, { ...values, setting: remedy });
}

/** The first setting, and its value, with which the rating system can rate all matches of the league. */
async function remedyFor(sql: Sql, leagueId: number, system: RaterChoice): Promise<string | undefined> {
  // There are few such values, and many matches.
  const tried = new Set([JSON.stringify(system.rater.formats(system.settings))]);
  for (const { setting, formats } of otherFormats(system)) {
    const key = JSON.stringify(formats);
    if (tried.has(key)) continue;
    tried.add(key);
    if ((await listUnratable(sql, leagueId, formats)).count === 0) return setting;
  }
  return undefined;
}
