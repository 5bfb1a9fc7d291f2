import { fieldsOf } from '../kit/sql/fields.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { LeagueChances } from '../raters/league-chances.js';
import type { SettingValues } from '../raters/rating-system.js';
import { LeagueRevisionTable } from './league.table.js';

/** An official derivation of a league's ratings. */
export interface LeagueRevision {
  readonly revision: number;
  /** Key of the rater. */
  readonly rater: string;
  readonly raterVersion: string;
  readonly settings: SettingValues;
  /** What the league did with its chances. */
  readonly chanceFit: LeagueChances | null;
  /** When it became official. */
  readonly appliedAt: Date;
}

const FIELDS = fieldsOf(LeagueRevisionTable, [
  'revision',
  'rater',
  'raterVersion',
  'settings',
  'chanceFit',
  'appliedAt',
]);

/** One page of a league's revisions, newest first. */
export async function listRevisions(
  sql: Sql,
  leagueId: number,
  page: { readonly limit: number; readonly before: number | null },
): Promise<LeagueRevision[]> {
  return sql.query(
    `SELECT ${FIELDS} FROM league_revision
     WHERE league_id = $1 AND ($2::integer IS NULL OR revision < $2) ORDER BY revision DESC LIMIT $3`,
    [leagueId, page.before, page.limit],
  );
}
