import { arrayLiteral } from '../kit/sql/columns.js';
import type { RowOf } from '../kit/sql/fields.js';
import type { StoredParticipant, StoredSide } from './match.js';
import type { MatchTable } from './match.table.js';

/** Sides and participants in the row of a match; see `MatchTable`. */
export const SIDE_FIELDS = [
  ...(['playerIds', 'sides', 'guests', 'scores', 'minutesPlayed', 'scoresAgainst', 'placements'] as const),
  ...(['sideScores', 'sideNames', 'sideRoles', 'reported'] as const),
] as const;
export type SideColumns = RowOf<MatchTable, (typeof SIDE_FIELDS)[number]>;

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
