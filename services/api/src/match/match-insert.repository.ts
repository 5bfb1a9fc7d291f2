import { arrayLiteral } from '../persistence/array-literal.js';
import {
  type Columns,
  columnCount,
  columnNames,
  columnParameters,
  columnRows,
  columnValues,
  gated,
  type Row,
} from '../persistence/columns.js';
import { expectRows, type Sql } from '../persistence/transaction.js';
import type { Match, Participant, Side } from './match.js';

/** A match on its way into the log. */
export type NewMatch = Omit<Match, 'status' | 'version'> & { readonly contentHash: Buffer };

const MATCH = {
  sequence: 'integer',
  external_id: 'text',
  played_at: 'timestamptz',
  placements: 'integer[]',
  side_scores: 'double precision[]',
  side_names: 'text[]',
  content_hash: 'bytea',
  submitted_at: 'timestamptz',
  submitted_by: 'integer',
} as const satisfies Columns;

export const MATCH_PARAMETERS = columnCount(MATCH);

/** Writes matches into the league $1. @param gate a relation that must have a row, else nothing is written */
export function insertMatchesSql(first: number, gate?: string): string {
  return `INSERT INTO match (league_id, ${columnNames(MATCH)})
    SELECT $1::integer, ${columnValues(MATCH, first)} FROM ${gated(gate)}${columnRows(MATCH, first)} RETURNING 1`;
}

export function matchParameters(matches: readonly NewMatch[]): Buffer[] {
  const rows = matches.map((match): Row<typeof MATCH> => {
    const { placements, scores, names } = sideColumns(match.sides);
    return {
      sequence: match.sequence,
      external_id: match.externalId,
      played_at: match.playedAt,
      placements,
      side_scores: scores,
      side_names: names,
      content_hash: match.contentHash,
      submitted_at: match.submittedAt,
      submitted_by: match.submittedBy,
    };
  });
  return columnParameters(MATCH, rows);
}

/** Writes a batch of matches with their participants: two statements, however many matches there are. */
export async function insertMatches(tx: Sql, leagueId: number, matches: readonly NewMatch[]): Promise<void> {
  const rows: unknown[] = await tx.query(insertMatchesSql(2), [leagueId, ...matchParameters(matches)]);
  expectRows('insertMatches', rows.length, matches.length);
  await insertParticipants(tx, leagueId, matches);
}

/** What a match's row holds of its sides, as array literals. */
export function sideColumns(sides: readonly Side[]) {
  return {
    placements: nullableLiteral(sides.map((side) => side.placement)),
    scores: nullableLiteral(sides.map((side) => side.score)),
    names: nullableLiteral(sides.map((side) => side.name)),
  };
}

const PARTICIPANT = {
  sequence: 'integer',
  position: 'smallint',
  side: 'smallint',
  player_id: 'integer',
  is_guest: 'boolean',
  score: 'double precision',
  minutes_played: 'double precision',
  scores_against: 'double precision[]',
} as const satisfies Columns;

export const PARTICIPANT_PARAMETERS = columnCount(PARTICIPANT);

/** Writes participants into the league $1. @param gate see insertMatchesSql */
export function insertParticipantsSql(first: number, gate?: string): string {
  return `INSERT INTO participant (league_id, ${columnNames(PARTICIPANT)})
    SELECT $1::integer, ${columnValues(PARTICIPANT, first)} FROM ${gated(gate)}${columnRows(PARTICIPANT, first)} RETURNING 1`;
}

/** The participants of matches; the players as they were submitted, whoever they are merged into. */
export function participantRows(matches: readonly Pick<Match, 'sequence' | 'sides'>[]): Row<typeof PARTICIPANT>[] {
  return matches.flatMap(({ sequence, sides }) => {
    const players = sides.flatMap((side) => side.participants.map(({ playerId }) => playerId));
    let position = 0;
    return sides.flatMap((side, index) =>
      side.participants.map((participant) => ({
        sequence,
        position: position++,
        side: index,
        player_id: participant.playerId,
        is_guest: participant.isGuest,
        score: participant.score,
        minutes_played: participant.minutesPlayed,
        scores_against: nullableLiteral(scoresByPosition(participant, players)),
      })),
    );
  });
}

export function participantParameters(rows: readonly Row<typeof PARTICIPANT>[]): Buffer[] {
  return columnParameters(PARTICIPANT, rows);
}

export async function insertParticipants(
  tx: Sql,
  leagueId: number,
  matches: readonly Pick<Match, 'sequence' | 'sides'>[],
): Promise<void> {
  const rows = participantRows(matches);
  const written: unknown[] = await tx.query(insertParticipantsSql(2), [leagueId, ...participantParameters(rows)]);
  expectRows('insertParticipants', written.length, rows.length);
}

function scoresByPosition(participant: Participant, players: readonly number[]): (number | null)[] {
  if (participant.scoresAgainst.length === 0) return [];
  const scores = new Map(participant.scoresAgainst.map(({ opponentId, score }) => [opponentId, score]));
  return players.map((player) => scores.get(player) ?? null);
}

/** Null where every element is. */
function nullableLiteral(values: readonly (number | string | null)[]): string | null {
  return values.every((value) => value === null) ? null : arrayLiteral(values);
}
