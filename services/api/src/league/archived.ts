import { type Refusal, Refused, refuse } from '../kit/refusal.js';
import type { League } from './league.js';

/** Why nothing may be written to a league that is archived. @param path of what would be written */
export function checkArchived(
  { slug, archivedAt }: Pick<League, 'slug' | 'archivedAt'>,
  path: readonly (string | number)[],
): Refusal | undefined {
  if (!archivedAt) return undefined;
  const message = `league must not be archived, but ${slug} has been since ${archivedAt.toISOString()}; restoreLeague opens it again`;
  return refuse('ARCHIVED', path, message);
}

/** @throws Refused where the league is archived */
export function refuseArchived(league: Pick<League, 'slug' | 'archivedAt'>): void {
  const refusal = checkArchived(league, ['input', 'league']);
  if (refusal) throw new Refused(refusal);
}
