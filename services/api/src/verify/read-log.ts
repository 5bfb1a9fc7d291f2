import type { Match, Participant } from '@openladder/rating';
import type { Sql } from '../kit/sql/transaction.js';
import { rowsOf, type TotalOrderPlace } from './snapshot.js';

/** A match of the log: arrays by participant, or by side. */
export interface CountedMatch extends TotalOrderPlace {
  readonly player_ids: readonly number[];
  readonly sides: readonly number[] | null;
  readonly guests: readonly boolean[] | null;
  readonly scores: readonly (number | null)[] | null;
  readonly minutes_played: readonly (number | null)[] | null;
  readonly scores_against: readonly (readonly (number | null)[])[] | null;
  readonly placements: readonly number[] | null;
  readonly side_scores: readonly (number | null)[] | null;
  readonly side_roles: readonly (string | null)[] | null;
  /** Null: 1. */
  readonly weight: number | null;
}

/** An expired wait; `playedAt` is the time when it expired. */
export interface LoggedWait extends TotalOrderPlace {
  readonly player: number;
}

/** Ids of merged handles, each with the id of the player they count as. */
export type Persons = ReadonlyMap<number, number>;

/** The counting matches, in the total order, page by page. */
export function loggedMatches(tx: Sql, leagueId: number): AsyncGenerator<readonly CountedMatch[]> {
  return rowsOf(
    tx,
    'logged_matches',
    `SELECT sequence, played_at AS "playedAt", player_ids, sides, guests, scores, minutes_played, scores_against,
            placements, side_scores, side_roles, weight
     FROM match WHERE league_id = $1 AND status <> 'VOID' ORDER BY played_at, sequence`,
    [leagueId],
  );
}

/** The expired waits, in the total order, page by page. */
export function loggedWaits(tx: Sql, leagueId: number): AsyncGenerator<readonly LoggedWait[]> {
  return rowsOf(
    tx,
    'logged_waits',
    'SELECT sequence, at AS "playedAt", player_id AS player FROM log_wait WHERE league_id = $1 ORDER BY at, sequence',
    [leagueId],
  );
}

/** Reads the merges of a league, and follows chains of merges to their end. */
export async function readPersons(tx: Sql, leagueId: number): Promise<Persons> {
  const rows: { player_id: number; into_id: number }[] = await tx.query(
    'SELECT player_id, into_id FROM player_merge WHERE league_id = $1',
    [leagueId],
  );
  const into = new Map(rows.map((row) => [row.player_id, row.into_id]));
  return new Map(
    rows.map((row) => {
      let person = row.into_id;
      // Damaged merges may form a circle.
      for (let steps = 0; into.has(person) && steps < into.size; steps++) person = into.get(person)!;
      return [row.player_id, person];
    }),
  );
}

/**
 * The match for the rater, with merged handles as one player.
 * @throws RangeError if a side has no participants
 */
export function matchOf(row: CountedMatch, persons: Persons): Match {
  const players = row.player_ids.map((player) => persons.get(player) ?? player);
  const sides: { placement?: number; score?: number; role?: string; participants: Participant[] }[] = [];
  for (const [place, player] of players.entries()) {
    const side = row.sides ? row.sides[place]! : place;
    sides[side] ??= {
      placement: row.placements?.[side] ?? undefined,
      score: row.side_scores?.[side] ?? undefined,
      role: row.side_roles?.[side] ?? undefined,
      participants: [],
    };
    const against = row.scores_against?.[place] ?? [];
    sides[side].participants.push({
      player,
      isGuest: row.guests?.[place] ?? false,
      score: row.scores?.[place] ?? undefined,
      minutesPlayed: row.minutes_played?.[place] ?? undefined,
      scoresAgainst: players.flatMap((opponent, other) => {
        const score = against[other] ?? null;
        return score === null ? [] : [{ opponent, score }];
      }),
    });
  }
  if (sides.includes(undefined as never)) throw new RangeError('nobody stands on a side');
  return { playedAt: row.playedAt.getTime(), weight: row.weight ?? 1, sides };
}
