import { type Access, isPlatformAdmin } from '../access/access.js';

/** SQL that holds for rows of `league` that lists over all leagues show: those that the caller of $1 and $2 may read, without archived ones. */
export const IS_LISTED = `league.archived_at IS NULL
  AND ($1::boolean OR league.visibility = 'PUBLIC' OR league.id = ANY($2::integer[]))`;

/** The first parameters of a statement with `IS_LISTED`. */
export function readerOf(access: Access): [readsAll: boolean, own: readonly number[]] {
  return [isPlatformAdmin(access), access.leagueIds];
}
