import { type Refusal, refuse, shown } from '../kit/refusal.js';
import type { Sql } from '../kit/sql/transaction.js';
import { listUnratable } from '../match-log/match.repository.js';
import { otherFormats, type RaterChoice } from '../raters/rating-system.js';

/** Rules by the purpose of the rating system: for matches that it cannot rate, and for the same if another setting helps. */
const RULES = {
  any: ['UNRATABLE', 'UNRATABLE_UNLESS_SET'],
  duels: ['ONLY_DUELS', 'ONLY_DUELS_UNLESS_SET'],
} as const;

/** Why a comparison omits a rating system, which may have been added by default; undefined if it can rate all matches. Otherwise like `incompatibility`. */
export async function whyLeftOut(sql: Sql, leagueId: number, system: RaterChoice): Promise<Refusal | undefined> {
  const { maxSides, maxPlayersPerSide } = system.rater.formats(system.settings);
  const isForDuels = maxSides === 2 && maxPlayersPerSide === 1;
  return incompatibility(sql, leagueId, system, [], 1, isForDuels ? 'duels' : 'any');
}

/**
 * Why a rating system cannot rate all matches of a league; undefined if it can. Names another value of one setting that would allow it.
 * @param most matches to name
 */
export async function incompatibility(
  sql: Sql,
  leagueId: number,
  system: RaterChoice,
  path: readonly string[],
  most = Number.POSITIVE_INFINITY,
  kind: keyof typeof RULES = 'any',
): Promise<Refusal | undefined> {
  const { rater, settings } = system;
  const { externalIds, count } = await listUnratable(sql, leagueId, rater.formats(settings));
  if (count === 0) return undefined;
  const named = externalIds.slice(0, most);
  const matches = [...named.map(shown), ...(count > named.length ? ['…'] : [])];
  const values = { ratingSystem: rater.key, count, matches };
  const remedy = await remedyFor(sql, leagueId, system);
  const [rule, unlessSet] = RULES[kind];
  return remedy === undefined ? refuse(rule, path, values) : refuse(unlessSet, path, { ...values, setting: remedy });
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
