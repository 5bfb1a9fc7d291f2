import type { Sql } from '../kit/sql/transaction.js';
import { linesOf, parametersOf } from './past.repository.js';
import type { PastLines } from './past-lines.js';

export type NotableKind = 'best wins' | 'worst defeats';

/** The matches of a player that stand out. */
export interface NotableMatches {
  /** Sequences, the most notable first. */
  readonly sequences: readonly number[];
  /** Lines of opponents that were read to know it. */
  readonly read: number;
}

const VERDICTS: Readonly<Record<NotableKind, 1 | -1>> = { 'best wins': 1, 'worst defeats': -1 };

/** Who somebody of `match` counts as in the league of $1. Most leagues have no merged players, and look none up. */
const PERSON = `SELECT CASE WHEN (SELECT EXISTS (SELECT FROM player_merge WHERE league_id = $1))
    THEN COALESCE((SELECT into_id FROM player_merge AS merge WHERE merge.league_id = $1 AND merge.player_id = own.player_id), own.player_id)
    ELSE own.player_id END AS player_id, COALESCE(sides[number], number) AS side
  FROM unnest(player_ids) WITH ORDINALITY AS own (player_id, number)`;

/**
 * The wins of some players against the strongest opponents, or their defeats against the weakest ones, by the players' ids. Opponents are
 * as strong as the mean of their values after their match before it; of matches that are alike the newer comes first.
 */
export async function listNotableMatches(
  sql: Sql,
  lines: PastLines,
  kind: NotableKind,
  most: number,
  playerIds: readonly number[],
): Promise<Map<number, NotableMatches>> {
  const rows: (NotableMatches & { playerId: number })[] = await sql.query(
    `SELECT who.player_id AS "playerId", notable.* FROM unnest($6::integer[]) AS who (player_id)
     CROSS JOIN LATERAL (
       SELECT array_agg(sequence ORDER BY place) FILTER (WHERE place <= $8) AS sequences, sum(read)::integer AS read
       FROM (
         SELECT sequence, read, row_number() OVER (ORDER BY strength * verdict DESC, played_at DESC, sequence DESC) AS place
         FROM (
           SELECT line.*, opponents.* FROM ${linesOf(lines, 'verdict', 'who.player_id')} AS line
           JOIN match ON match.league_id = $1 AND match.sequence = line.sequence
           CROSS JOIN LATERAL (
             SELECT avg(other.before_value) AS strength, count(*) AS read
             FROM (${PERSON}) AS person
             CROSS JOIN LATERAL (
               SELECT before_value FROM ${linesOf(lines, 'before_value', 'person.player_id')} AS own_line
               WHERE own_line.played_at = line.played_at AND own_line.sequence = line.sequence OFFSET 0
             ) AS other
             WHERE CASE WHEN sides IS NULL THEN person.player_id <> who.player_id
                   ELSE person.side <> (SELECT side FROM (${PERSON}) AS own WHERE player_id = who.player_id LIMIT 1) END
           ) AS opponents
           WHERE verdict = $7::integer
         ) AS strong WHERE strength IS NOT NULL
       ) AS placed HAVING count(*) > 0
     ) AS notable`,
    [...parametersOf(lines), playerIds, VERDICTS[kind], most],
  );
  return new Map(rows.map(({ playerId, ...notable }) => [playerId, notable]));
}
