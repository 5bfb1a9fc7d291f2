import { arrayLiteral } from '../kit/sql/columns.js';
import type { ReportedSide, StoredParticipant, StoredSide } from './match.js';

/** Sides and participants in the row of a match; see `MatchTable`. */
export interface SideColumns {
  readonly player_ids: readonly number[];
  readonly sides: readonly number[] | null;
  readonly guests: readonly boolean[] | null;
  readonly scores: readonly (number | null)[] | null;
  readonly minutes_played: readonly (number | null)[] | null;
  readonly scores_against: readonly (readonly (number | null)[])[] | null;
  readonly placements: readonly number[] | null;
  readonly side_scores: readonly (number | null)[] | null;
  readonly side_names: readonly (string | null)[] | null;
  readonly side_roles: readonly (string | null)[] | null;
  readonly reported: readonly ReportedSide[] | null;
}

export const SIDE_COLUMNS = `player_ids, sides, guests, scores, minutes_played, scores_against, placements, side_scores,
  side_names, side_roles, reported`;

/** Sides as they are written: players and placements by element, the rest as literals. */
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

/** The weight of a match as it is written: null for 1, so that most rows have none. */
export function weightColumn(weight: number): number | null {
  return weight === 1 ? null : weight;
}

/** The sides of a match's row. */
export function toSides(row: SideColumns): StoredSide[] {
  const { player_ids: players } = row;
  const sides: (StoredSide & { participants: StoredParticipant[] })[] = [];
  for (const [position, playerId] of players.entries()) {
    const side = row.sides ? row.sides[position]! : position;
    sides[side] ??= {
      name: row.side_names?.[side] ?? null,
      role: row.side_roles?.[side] ?? null,
      placement: row.placements?.[side] ?? null,
      score: row.side_scores?.[side] ?? null,
      participants: [],
      reported: row.reported?.[side] ?? null,
    };
    sides[side].participants.push({
      playerId,
      isGuest: row.guests?.[position] ?? false,
      score: row.scores?.[position] ?? null,
      minutesPlayed: row.minutes_played?.[position] ?? null,
      scoresAgainst: (row.scores_against?.[position] ?? []).flatMap((score, opponent) =>
        score === null ? [] : [{ opponentId: players[opponent]!, score }],
      ),
    });
  }
  return sides;
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
