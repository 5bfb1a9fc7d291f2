/** Ids under which matches of a player of the league of $1 were submitted: their own, and those merged into them. */
export const MERGED_IDS = (player: string) =>
  `SELECT ${player}::integer UNION ALL SELECT player_id FROM player_merge WHERE league_id = $1 AND into_id = ${player}::integer`;

/** The player that a player of the league of $1 counts as. */
export const PERSON = (player: string) =>
  `COALESCE((SELECT into_id FROM player_merge WHERE league_id = $1 AND player_id = ${player}::integer), ${player}::integer)`;

/** The journal of the league of $1. */
const JOURNAL = `rating_change WHERE league_id = $1 AND generation = (SELECT generation FROM league WHERE id = $1)`;

/**
 * Sequences of all matches of a player of the league of $1 under any id, including void ones: matches of which the journal has a line of
 * the player, and those of which it has none.
 * @param person a player who is not merged into another
 * @param times condition on `played_at` that excludes lines; nothing is excluded of matches without a line
 */
export const APPEARANCES = (person: string, times?: string) =>
  `SELECT sequence FROM ${LINES(person, times)} UNION ALL ${UNRATED(person)}`;

/**
 * Enough of `APPEARANCES` to find the newest of those matches.
 * @param count the most matches wanted; the journal has a player's lines in order of play
 */
export const NEWEST_APPEARANCES = (person: string, times: string, count: number) =>
  `(SELECT sequence FROM ${LINES(person, times)} ORDER BY played_at DESC, sequence DESC LIMIT ${count})
   UNION ALL ${UNRATED(person)}`;

const LINES = (person: string, times?: string) => `${JOURNAL} AND player_id = ${person}${times ? ` AND ${times}` : ''}`;

/** Sequences of those of which the journal has no line. */
export const UNRATED = (person: string) =>
  `SELECT sequence FROM unrated_appearance WHERE league_id = $1 AND player_id IN (${MERGED_IDS(person)})`;

/** Whether one of these ids and one of those are on different sides of `match`; both are queries. */
export const OPPOSED = (ids: string, others: string) =>
  `EXISTS (SELECT FROM generate_subscripts(player_ids, 1) AS own CROSS JOIN generate_subscripts(player_ids, 1) AS other
    WHERE player_ids[own] IN (${ids}) AND player_ids[other] IN (${others})
      AND COALESCE(sides[own], own) <> COALESCE(sides[other], other))`;
