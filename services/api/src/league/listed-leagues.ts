import { type Access, isPlatformAdmin } from '../access/access.js';

/** Of which leagues lists over all leagues are made. */
export interface ListedLeagues {
  readonly access: Access;
  /** Only these, those that can be reached; null: all. */
  readonly among: readonly number[] | null;
}

/**
 * SQL that holds for rows of `league` that lists over all leagues show: those that the caller may read, without archived ones. Its parameters
 * are the first ones of the statement, see `listedParameters`.
 */
export const isListed = ({ among }: ListedLeagues) => `league.archived_at IS NULL
  AND ($1::boolean OR league.visibility = 'PUBLIC' OR league.id = ANY($2::integer[]))
  AND ${among ? 'league.id = ANY($3::integer[])' : '$3::integer[] IS NULL'}`;

export function listedParameters({
  access,
  among,
}: ListedLeagues): [boolean, readonly number[], readonly number[] | null] {
  return [isPlatformAdmin(access), access.leagueIds, among];
}
