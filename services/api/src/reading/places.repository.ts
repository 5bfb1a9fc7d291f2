import type { Sql } from '../kit/sql/transaction.js';
import type { AsOfLines } from '../rating/rating.js';
import { linesOf, parametersOf } from './past.repository.js';

/** How a player came off in one race: a match of more than two sides. */
export interface Placing {
  /** From 1; equal is a tie. */
  readonly place: number;
  /** Sides of the race, 3 or more. */
  readonly sides: number;
  /** The other sides that shared the place. */
  readonly tied: number;
  /** Whether the side started and did not reach the end: it was reported so, with or without a place. */
  readonly isUnfinished: boolean;
}

const NEWEST_FIRST = 'ORDER BY played_at DESC, sequence DESC';
const OF_LINE = 'ORDER BY line.played_at DESC, line.sequence DESC';

/** How many sides a row of `match` has. */
const SIDES = `CASE WHEN match.sides IS NULL THEN cardinality(player_ids) ELSE (SELECT max(side) + 1 FROM unnest(match.sides) AS side) END`;

/** How well each side of a row of `match` did, as `sideMerits` has it. */
const MERITS = `SELECT side, CASE WHEN placements IS NOT NULL THEN -placements[side + 1]::double precision
    ELSE coalesce(side_scores[side + 1], sum(scores[number] ORDER BY number)) END AS merit,
    bool_or(coalesce((SELECT into_id FROM player_merge AS merge
      WHERE merge.league_id = $1 AND merge.player_id = player_ids[number]), player_ids[number]) = who.player_id) AS is_own
  FROM (SELECT number, coalesce(match.sides[number], number - 1) AS side FROM generate_subscripts(player_ids, 1) AS number) AS own
  GROUP BY side`;

/**
 * How some players came off in their races, the newest first, by the players' ids.
 * @param most the newest of their matches to look at; null: all
 */
export async function listPlacings(
  sql: Sql,
  lines: AsOfLines,
  most: number | null,
  playerIds: readonly number[],
): Promise<Map<number, readonly Placing[]>> {
  const limit = most === null ? '' : `${NEWEST_FIRST} LIMIT ${Number(most)}`;
  const rows: { playerId: number; places: number[]; sides: number[]; tied: number[]; unfinished: boolean[] }[] =
    await sql.query(
      `SELECT who.player_id AS "playerId", race.* FROM unnest($6::integer[]) AS who (player_id) CROSS JOIN LATERAL (
       SELECT array_agg(finish.place ${OF_LINE}) AS places, array_agg(finish.sides ${OF_LINE}) AS sides,
              array_agg(finish.tied ${OF_LINE}) AS tied, array_agg(finish.unfinished ${OF_LINE}) AS unfinished
       FROM (SELECT * FROM ${linesOf(lines, 'verdict', 'who.player_id', most ?? undefined)} AS line ${limit}) AS line
       JOIN match ON match.league_id = $1 AND match.sequence = line.sequence AND ${SIDES} > 2
       CROSS JOIN LATERAL (
         SELECT (1 + count(*) FILTER (WHERE merit > own))::integer AS place, count(*)::integer AS sides,
                (count(*) FILTER (WHERE merit = own) - 1)::integer AS tied,
                coalesce(bool_or(reported -> side::integer ->> 'status' = 'DID_NOT_FINISH') FILTER (WHERE is_own), false) AS unfinished
         FROM (SELECT side, is_own, merit, max(merit) FILTER (WHERE is_own) OVER () AS own FROM (${MERITS}) AS side) AS other
       ) AS finish HAVING count(*) > 0
     ) AS race`,
      [...parametersOf(lines), playerIds],
    );
  return new Map(
    rows.map(({ playerId, places, sides, tied, unfinished }) => [
      playerId,
      places.map((place, index) => ({
        place,
        sides: sides[index]!,
        tied: tied[index]!,
        isUnfinished: unfinished[index]!,
      })),
    ]),
  );
}

/** The usual matches of a league. */
export interface UsualMatch {
  /** The middle number of sides of the newest matches; null if there are none. */
  readonly sides: number | null;
  /** Whether a player has a draw. */
  readonly hasDraws: boolean;
}

/** So many of the newest matches show what is usual. */
const NEWEST = 20;

export async function findUsualMatch(sql: Sql, leagueId: number): Promise<UsualMatch> {
  const [row] = await sql.query(
    `SELECT (SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY sides)::integer FROM (
         SELECT ${SIDES} AS sides FROM match WHERE league_id = $1 AND status = 'RATED' ${NEWEST_FIRST} LIMIT ${NEWEST}
       ) AS newest) AS sides,
       EXISTS (SELECT FROM rating WHERE league_id = $1 AND draws > 0) AS "hasDraws"`,
    [leagueId],
  );
  return row;
}
