import {
  arrayLiteral,
  type Columns,
  columnCount,
  columnNames,
  columnParameters,
  columnRows,
  columnValues,
  gatedBy,
  type Row,
} from '../kit/sql/columns.js';
import { typedColumns } from '../kit/sql/table.js';
import { expectRows, type Sql } from '../kit/sql/transaction.js';
import type { MatchDetails, MatchKey, MatchStatus, StoredMatch, StoredParticipant, StoredSide } from './match.js';
import { MatchTable } from './match.table.js';

/** A match to be written to the log; its players as submitted, regardless of merges. */
export type NewMatch = Omit<StoredMatch, 'status' | 'version'> & { readonly contentHash: Buffer };

/** Values that every match has are packed; values that most matches lack are text, as one parameter instead of three. */
const MATCH = typedColumns(
  MatchTable,
  [
    ...(['sequence', 'externalId', 'playedAt', 'playerIds', 'sides', 'guests', 'scores', 'minutesPlayed'] as const),
    ...(['scoresAgainst', 'placements', 'sideScores', 'sideNames', 'sideRoles', 'reported', 'contentHash'] as const),
    ...(['submittedAt', 'submittedBy', 'weight', 'details'] as const),
  ],
  ['playerIds', 'placements'],
);

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
      content_hash: match.contentHash,
      submitted_at: match.submittedAt,
      submitted_by: match.submittedBy,
      weight: weightColumn(match.weight),
      details: match.details && JSON.stringify(match.details),
      ...sideColumns(match.sides),
    }),
  );
  return columnParameters(MATCH, rows);
}

/** Writes a batch of matches in two statements, however many there are. */
export async function insertMatches(tx: Sql, leagueId: number, matches: readonly NewMatch[]): Promise<void> {
  const rows: unknown[] = await tx.query(`${insertMatchesSql(2)} RETURNING 1`, [leagueId, ...matchParameters(matches)]);
  expectRows('insertMatches', rows.length, matches.length);
  const unrated = unratedRows(matches);
  if (unrated.length === 0) return;
  const statement = `${insertUnratedSql(2)} RETURNING 1`;
  const written: unknown[] = await tx.query(statement, [leagueId, ...unratedParameters(unrated)]);
  expectRows('insertMatches', written.length, unrated.length);
}

/** Changes whether matches count. @param sequences of the matches whose status changes, each once */
export async function updateMatchStatus(
  tx: Sql,
  leagueId: number,
  sequences: readonly number[],
  status: MatchStatus,
): Promise<void> {
  await deleteUnrated(tx, leagueId, sequences);
  const [, touched] = await tx.query(
    `UPDATE match SET status = $3, version = version + 1
     WHERE league_id = $1 AND sequence = ANY($2::integer[]) AND status <> $3`,
    [leagueId, sequences, status],
  );
  expectRows('updateMatchStatus', touched, sequences.length);
  await insertUnratedAnew(tx, leagueId, sequences);
}

/** Changes of a match by a correction. */
export interface NewContent {
  readonly playedAt: Date;
  /** Null: unchanged. */
  readonly sides: readonly StoredSide[] | null;
  readonly weight: number;
  readonly details: MatchDetails | null;
}

/** Corrects a match's time, weight and details and, if given, its sides. */
export async function updateMatchContent(
  tx: Sql,
  key: MatchKey,
  { playedAt, sides, weight, details }: NewContent,
): Promise<void> {
  const [, touched] = await tx.query(
    `UPDATE match SET played_at = $3, details = $4, weight = $5, version = version + 1
     WHERE league_id = $1 AND sequence = $2`,
    [key.leagueId, key.sequence, playedAt, details && JSON.stringify(details), weightColumn(weight)],
  );
  expectRows('updateMatchContent', touched, 1);
  if (!sides) return;
  await deleteUnrated(tx, key.leagueId, [key.sequence]);
  const columns = sideColumns(sides);
  const assignments = Object.keys(columns).map((name, n) => `${name} = $${n + 3}`);
  await tx.query(`UPDATE match SET ${assignments.join(', ')} WHERE league_id = $1 AND sequence = $2`, [
    key.leagueId,
    key.sequence,
    ...Object.values(columns),
  ]);
  await insertUnratedAnew(tx, key.leagueId, [key.sequence]);
}

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

/** Players of a counting match who are not rated: guests, or all of them if fewer than two sides have rated players. */
function unratedOf(sides: StoredMatch['sides']): number[] {
  if (!sides.some((side) => side.participants.some(({ isGuest }) => isGuest))) return [];
  const participants = sides.flatMap((side) => side.participants);
  const guests = participants.filter(({ isGuest }) => isGuest);
  const ratedSides = sides.filter((side) => side.participants.some(({ isGuest }) => !isGuest));
  return (ratedSides.length < 2 ? participants : guests).map(({ playerId }) => playerId);
}

/** Sides in their written form: players and placements by element, the rest as literals. */
export function sideColumns(sides: readonly StoredSide[]) {
  const participants = sides.flatMap((side) => side.participants);
  const players = participants.map(({ playerId }) => playerId);
  const isAlone = participants.length === sides.length;
  return {
    player_ids: players,
    sides: isAlone ? null : arrayLiteral(sides.flatMap((side, index) => side.participants.map(() => index))),
    guests: participants.some(({ isGuest }) => isGuest) ? arrayLiteral(participants.map((p) => p.isGuest)) : null,
    scores: literal(participants, ({ score }) => score),
    minutes_played: literal(participants, ({ minutesPlayed }) => minutesPlayed),
    scores_against: scoresAgainst(participants, players),
    placements: sides.every(({ placement }) => placement === null) ? null : sides.map(({ placement }) => placement),
    side_scores: literal(sides, ({ score }) => score),
    side_names: literal(sides, ({ name }) => name),
    side_roles: literal(sides, ({ role }) => role ?? null),
    reported: sides[0]?.reported ? JSON.stringify(sides.map(({ reported }) => reported)) : null,
  };
}

/** The weight of a match in its written form: null for 1, so that most rows have none. */
export function weightColumn(weight: number): number | null {
  return weight === 1 ? null : weight;
}

/** Null if no one has a value, which is nearly always. */
function literal<Part>(parts: readonly Part[], read: (part: Part) => number | string | null): string | null {
  return parts.every((part) => read(part) === null) ? null : arrayLiteral(parts.map(read));
}

/** A row for each participant, with a score against each opponent. */
function scoresAgainst(participants: readonly StoredParticipant[], players: readonly number[]): string | null {
  if (participants.every((participant) => participant.scoresAgainst.length === 0)) return null;
  const rows = participants.map((participant) => {
    const scores = new Map(participant.scoresAgainst.map(({ opponentId, score }) => [opponentId, score]));
    return arrayLiteral(players.map((player) => scores.get(player) ?? null));
  });
  return `{${rows.join(',')}}`;
}
