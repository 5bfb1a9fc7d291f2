import {
  type Columns,
  columnCount,
  columnNames,
  columnParameters,
  columnRows,
  columnValues,
  gatedBy,
  type Row,
} from '../kit/sql/columns.js';
import { expectRows, type Sql } from '../kit/sql/transaction.js';
import type { StoredMatch } from './match.js';
import type { MatchKey } from './match.repository.js';

const UNRATED = { player_id: 'integer', sequence: 'integer' } as const satisfies Columns;

export const UNRATED_PARAMETERS = columnCount(UNRATED);

/** Writes appearances in the league $1. @param gate a relation that must have a row, else nothing is written */
export function insertUnratedSql(first: number, gate?: string): string {
  return `INSERT INTO unrated_appearance (league_id, ${columnNames(UNRATED)})
    SELECT $1::integer, ${columnValues(UNRATED, first)} FROM ${columnRows(UNRATED, first)} ${gatedBy(gate)}`;
}

/** Those of new matches; the players as they were submitted. */
export function unratedRows(matches: readonly Pick<StoredMatch, 'sequence' | 'sides'>[]): Row<typeof UNRATED>[] {
  return matches.flatMap(({ sequence, sides }) => unratedOf(sides).map((player_id) => ({ player_id, sequence })));
}

export function unratedParameters(rows: readonly Row<typeof UNRATED>[]): Buffer[] {
  return columnParameters(UNRATED, rows);
}

export async function insertUnrated(
  tx: Sql,
  leagueId: number,
  matches: readonly Pick<StoredMatch, 'sequence' | 'sides'>[],
): Promise<void> {
  const rows = unratedRows(matches);
  if (rows.length === 0) return;
  const written: unknown[] = await tx.query(`${insertUnratedSql(2)} RETURNING 1`, [
    leagueId,
    ...unratedParameters(rows),
  ]);
  expectRows('insertUnrated', written.length, rows.length);
}

/** Takes back the appearances of a match, before it is corrected. */
export async function deleteUnrated(tx: Sql, { leagueId, sequence }: MatchKey): Promise<void> {
  await tx.query(
    `DELETE FROM unrated_appearance AS unrated USING match
     WHERE match.league_id = $1 AND match.sequence = $2
       AND unrated.league_id = $1 AND unrated.player_id = ANY(match.player_ids) AND unrated.sequence = $2`,
    [leagueId, sequence],
  );
}

/** Writes the appearances of a match anew, after it was corrected. */
export async function insertUnratedAnew(tx: Sql, { leagueId, sequence }: MatchKey): Promise<void> {
  await tx.query(
    `INSERT INTO unrated_appearance (league_id, player_id, sequence)
     SELECT league_id, player_ids[number], sequence FROM match CROSS JOIN LATERAL generate_subscripts(player_ids, 1) AS number
     WHERE league_id = $1 AND sequence = $2
       AND (status = 'VOID' OR guests[number] OR 2 > (
         SELECT count(DISTINCT COALESCE(sides[rated], rated)) FROM generate_subscripts(player_ids, 1) AS rated
         WHERE guests[rated] IS NOT TRUE))`,
    [leagueId, sequence],
  );
}

/** Players of a match that counts whom it does not rate: guests, or all where rated ones are on fewer than two sides. */
function unratedOf(sides: StoredMatch['sides']): number[] {
  if (!sides.some((side) => side.participants.some(({ isGuest }) => isGuest))) return [];
  const participants = sides.flatMap((side) => side.participants);
  const guests = participants.filter(({ isGuest }) => isGuest);
  const ratedSides = sides.filter((side) => side.participants.some(({ isGuest }) => !isGuest));
  return (ratedSides.length < 2 ? participants : guests).map(({ playerId }) => playerId);
}
