import { isStorable } from '../kit/sql/columns.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { UNRATED } from '../match-log/merges-and-waits.repository.js';
import { handleKey } from '../player/handle.js';

/** What two players have in common. */
export type DuplicateReason = 'SIMILAR_HANDLES' | 'SAME_DISPLAY_NAME' | 'SHARED_ACCOUNT' | 'INITIAL';

/** Two players of a league who may be one person. */
export interface AlikePair {
  readonly one: number;
  readonly other: number;
  readonly reasons: readonly DuplicateReason[];
}

/** The evidence from the matches of two players. */
export interface SharedHistory {
  /** Matches with both, including void ones and matches with guests. */
  readonly meetings: number;
  /** Days of the league on which both played. */
  readonly days: number;
}

/** Players that one request compares. */
export const MAX_LOOKED_AT = 50_000;
/** The most pairs that are found at once. */
const MAX_PAIRS = 100;
/** The newest matches of each player that are compared. */
export const MAX_COMPARED = 1000;
/** Names that more players share are popular, and prove nothing. */
const MAX_ALIKE = 5;
/** Shorter names prove nothing. */
const MIN_LETTERS = 3;
/** Characters that people add to a handle that is taken. */
const ADDED = '0123456789_.-';

/** A plain name without the second letter of umlauts: `mueller` as `muller`, but neither `sue` nor the Chinese `yuexin`. */
const spelledAlike = (name: string) =>
  `CASE WHEN ${name} ~ '[aou]e' THEN regexp_replace(${name}, '(?<![qxy])([aou])e(?=[a-z])', '\\1', 'g') ELSE ${name} END`;

/**
 * Pairs of players of a league whose names or accounts are alike, the most similar first. Merged players are omitted.
 * @param from handle after which at most MAX_LOOKED_AT players are compared; null: from the first one on
 * @returns the pairs, and the handle up to which players were compared; null if that was the last
 */
export async function listAlikePairs(
  sql: Sql,
  { id }: Pick<League, 'id'>,
  from: string | null,
): Promise<{ readonly pairs: readonly AlikePair[]; readonly searchedTo: string | null }> {
  if (!isStorable(from ?? '')) return { pairs: [], searchedTo: null };
  const rows: (AlikePair & { end: string | null })[] = await sql.query(
    `WITH looked AS MATERIALIZED (
       SELECT player_id, handle, handle_key, name_key FROM membership AS own
       WHERE league_id = $1 AND handle_key > $2
         AND NOT EXISTS (SELECT FROM player_merge WHERE league_id = $1 AND player_merge.player_id = own.player_id)
       ORDER BY handle_key LIMIT ${MAX_LOOKED_AT}
     ), marked AS (
       SELECT player_id, 'SIMILAR_HANDLES' AS reason, translate(${spelledAlike('plain_name(handle_key)')}, '${ADDED}', '') AS mark, false AS is_short
       FROM looked
       UNION ALL
       SELECT player_id, 'SAME_DISPLAY_NAME', ${spelledAlike('plain_name(name_key)')}, false FROM looked WHERE name_key IS NOT NULL
       UNION ALL
       SELECT player_id, 'SHARED_ACCOUNT', account, false FROM looked JOIN account USING (player_id) WHERE league_id IN (0, $1)
       UNION ALL
       SELECT player_id, 'INITIAL', left(first, 1) || ' ' || last, length(first) = 1
       FROM looked, translate(plain_name(name_key), '.', '') AS name,
         LATERAL (VALUES (split_part(name, ' ', 1), split_part(name, ' ', 2)), (split_part(name, ' ', 2), split_part(name, ' ', 1))) AS word (first, last)
       WHERE name_key LIKE '% %' AND name_key NOT LIKE '% % %' AND first <> '' AND length(last) > 1
     ), alike AS (
       SELECT reason, array_agg(DISTINCT player_id) AS players, array_agg(player_id) FILTER (WHERE is_short) AS short FROM marked
       WHERE length(mark) >= ${MIN_LETTERS} GROUP BY reason, mark HAVING count(DISTINCT player_id) BETWEEN 2 AND ${MAX_ALIKE}
     ), pairs AS (
       SELECT one, other, array_agg(DISTINCT reason ORDER BY reason DESC) AS reasons
       FROM alike, unnest(players) AS one, unnest(players) AS other
       WHERE one < other AND (reason <> 'INITIAL' OR (one = ANY (short)) <> (other = ANY (short))) GROUP BY one, other
       ORDER BY count(DISTINCT reason) DESC, one, other LIMIT ${MAX_PAIRS}
     )
     SELECT pairs.*, (SELECT handle FROM looked ORDER BY handle_key OFFSET ${MAX_LOOKED_AT - 1}) AS end
     FROM (VALUES (1)) AS asked LEFT JOIN pairs ON true`,
    [id, from ? handleKey(from) : ''],
  );
  return {
    pairs: rows.flatMap(({ one, other, reasons }) => (reasons === null ? [] : [{ one, other, reasons }])),
    searchedTo: rows[0]!.end,
  };
}

/** The evidence from the newest matches of each pair, in the order of the pairs. */
export async function listSharedHistories(
  sql: Sql,
  { id, generation, timeZone }: Pick<League, 'id' | 'generation' | 'timeZone'>,
  pairs: readonly AlikePair[],
): Promise<SharedHistory[]> {
  const lines = (player: string) =>
    `(SELECT sequence, (played_at AT TIME ZONE $3)::date AS day FROM rating_change
      WHERE league_id = $1 AND generation = $2 AND player_id = pair.${player}
      ORDER BY played_at DESC, sequence DESC LIMIT ${MAX_COMPARED})`;
  return sql.query(
    `SELECT meetings::integer, days::integer
     FROM unnest($4::integer[], $5::integer[]) WITH ORDINALITY AS pair (one, other, place) CROSS JOIN LATERAL (
       WITH own AS MATERIALIZED ${lines('one')}, theirs AS MATERIALIZED ${lines('other')}
       SELECT (SELECT count(*) FROM (SELECT sequence FROM own UNION ALL ${UNRATED('pair.one')}) AS all_own
               JOIN (SELECT sequence FROM theirs UNION ALL ${UNRATED('pair.other')}) AS all_theirs USING (sequence)) AS meetings,
              (SELECT count(*) FROM (SELECT day FROM own INTERSECT SELECT day FROM theirs) AS common) AS days
     ) AS shared ORDER BY place`,
    [id, generation, timeZone, pairs.map(({ one }) => one), pairs.map(({ other }) => other)],
  );
}
