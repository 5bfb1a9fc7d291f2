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

const UNRATED = { player_id: 'integer', sequence: 'integer' } as const satisfies Columns;

export const UNRATED_PARAMETERS = columnCount(UNRATED);

/** Writes appearances to the league $1. @param gate a relation that must have a row, or nothing is written */
export function insertUnratedSql(first: number, gate?: string): string {
  return `INSERT INTO unrated_appearance (league_id, ${columnNames(UNRATED)})
    SELECT $1::integer, ${columnValues(UNRATED, first)} FROM ${columnRows(UNRATED, first)} ${gatedBy(gate)}`;
}

/** Appearances of new matches; the players as submitted. */
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

/** Removes the appearances of matches before they are corrected. */
export async function deleteUnrated(tx: Sql, leagueId: number, sequences: readonly number[]): Promise<void> {
  await tx.query(
    `DELETE FROM unrated_appearance AS unrated USING match
     WHERE match.league_id = $1 AND match.sequence = ANY($2::integer[])
       AND unrated.league_id = $1 AND unrated.player_id = ANY(match.player_ids) AND unrated.sequence = match.sequence`,
    [leagueId, sequences],
  );
}

/** Writes the appearances of matches again after they were corrected. */
export async function insertUnratedAnew(tx: Sql, leagueId: number, sequences: readonly number[]): Promise<void> {
  await tx.query(
    `INSERT INTO unrated_appearance (league_id, player_id, sequence)
     SELECT league_id, player_ids[number], sequence FROM match CROSS JOIN LATERAL generate_subscripts(player_ids, 1) AS number
     WHERE league_id = $1 AND sequence = ANY($2::integer[])
       AND (status = 'VOID' OR guests[number] OR 2 > (
         SELECT count(DISTINCT COALESCE(sides[rated], rated)) FROM generate_subscripts(player_ids, 1) AS rated
         WHERE guests[rated] IS NOT TRUE))`,
    [leagueId, sequences],
  );
}

/** Players of a match that counts who are not rated: guests, or all of them if fewer than two sides have rated players. */
function unratedOf(sides: StoredMatch['sides']): number[] {
  if (!sides.some((side) => side.participants.some(({ isGuest }) => isGuest))) return [];
  const participants = sides.flatMap((side) => side.participants);
  const guests = participants.filter(({ isGuest }) => isGuest);
  const ratedSides = sides.filter((side) => side.participants.some(({ isGuest }) => !isGuest));
  return (ratedSides.length < 2 ? participants : guests).map(({ playerId }) => playerId);
}
