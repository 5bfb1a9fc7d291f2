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
import { sideColumns, weightColumn } from './side-columns.js';
import { insertUnrated } from './unrated-appearance.repository.js';

/** A match on its way into the log; its players as submitted, regardless of merges. */
export type NewMatch = Omit<StoredMatch, 'status' | 'version'> & { readonly contentHash: Buffer };

/** What every match has is packed; what most matches lack is text, as one parameter instead of three. */
const MATCH = {
  sequence: 'integer',
  external_id: 'text',
  played_at: 'timestamptz',
  player_ids: 'packed integer[]',
  sides: 'smallint[]',
  guests: 'boolean[]',
  scores: 'double precision[]',
  minutes_played: 'double precision[]',
  scores_against: 'double precision[]',
  placements: 'packed integer[]',
  side_scores: 'double precision[]',
  side_names: 'text[]',
  side_roles: 'text[]',
  reported: 'jsonb',
  content_hash: 'bytea',
  submitted_at: 'timestamptz',
  submitted_by: 'integer',
  weight: 'double precision',
  details: 'jsonb',
} as const satisfies Columns;

export const MATCH_PARAMETERS = columnCount(MATCH);

/** Writes matches to the league $1. @param gate a relation that must have a row, or nothing is written */
export function insertMatchesSql(first: number, gate?: string): string {
  return `INSERT INTO match (league_id, ${columnNames(MATCH)})
    SELECT $1::integer, ${columnValues(MATCH, first)} FROM ${columnRows(MATCH, first)} ${gatedBy(gate)}`;
}

export function matchParameters(matches: readonly NewMatch[]): Buffer[] {
  const rows = matches.map(
    (match): Row<typeof MATCH> => ({
      sequence: match.sequence,
      external_id: match.externalId,
      played_at: match.playedAt,
      ...sideColumns(match.sides),
      content_hash: match.contentHash,
      submitted_at: match.submittedAt,
      submitted_by: match.submittedBy,
      weight: weightColumn(match.weight),
      details: match.details && JSON.stringify(match.details),
    }),
  );
  return columnParameters(MATCH, rows);
}

/** Writes a batch of matches in two statements, however many there are. */
export async function insertMatches(tx: Sql, leagueId: number, matches: readonly NewMatch[]): Promise<void> {
  const rows: unknown[] = await tx.query(`${insertMatchesSql(2)} RETURNING 1`, [leagueId, ...matchParameters(matches)]);
  expectRows('insertMatches', rows.length, matches.length);
  await insertUnrated(tx, leagueId, matches);
}
