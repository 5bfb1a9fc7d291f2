import type { Sql } from '../kit/sql/transaction.js';
import { type Findings, MAX_FINDINGS } from './findings.js';

/**
 * A league knows the players who are on its board, were merged or have another's history, took part otherwise, wait in its queue, or were
 * named by an amendment or a merge for a job, even a failed one. It knows no one else, and knows each player by a name of theirs.
 */
export async function checkMemberships(tx: Sql, leagueId: number, findings: Findings): Promise<void> {
  const rows: { player_id: number; expected: boolean }[] = await tx.query(
    `SELECT player_id, seen.player_id IS NOT NULL AS expected
     FROM (SELECT player_id FROM rating WHERE league_id = $1
           UNION SELECT player_id FROM unrated_appearance WHERE league_id = $1
           UNION SELECT player_id FROM player_merge WHERE league_id = $1) AS seen
     FULL JOIN (SELECT player_id FROM membership WHERE league_id = $1
                  AND NOT EXISTS (SELECT FROM queue_ticket AS ticket
                                  WHERE ticket.league_id = $1 AND ticket.player_id = membership.player_id)
                  AND NOT EXISTS (SELECT FROM player_merge WHERE league_id = $1 AND into_id = membership.player_id)
                  AND player_id NOT IN (
                    SELECT name.player_id FROM recompute
                    CROSS JOIN jsonb_path_query(correction, '$.sides[*].participants[*].key') AS key
                    JOIN player_name AS name ON name.handle_key = key #>> '{}' WHERE recompute.league_id = $1
                    UNION ALL SELECT (correction ->> 'intoId')::integer FROM recompute
                    WHERE recompute.league_id = $1 AND correction ? 'intoId')) AS kept
       USING (player_id)
     WHERE (seen.player_id IS NULL OR kept.player_id IS NULL)
       AND NOT EXISTS (SELECT FROM membership WHERE league_id = $1 AND membership.player_id = seen.player_id)
     ORDER BY player_id LIMIT $2`,
    [leagueId, MAX_FINDINGS],
  );
  for (const { player_id, expected } of rows) {
    findings.add('ratings', `membership of player ${player_id}`, expected, !expected);
  }
  await checkKnownNames(tx, leagueId, findings);
  await checkShownNames(tx, leagueId, findings);
}

/** A league can find a player by display name if it knew the player when they got the name. */
async function checkShownNames(tx: Sql, leagueId: number, findings: Findings): Promise<void> {
  const rows: { player_id: number; expected: string | null; found: string | null }[] = await tx.query(
    `SELECT player_id, expected, found
     FROM (SELECT player_id, membership.name_key AS found, CASE WHEN since <= named_at THEN player.name_key END AS expected
           FROM membership JOIN player ON player.id = player_id WHERE league_id = $1) AS shown
     WHERE expected IS DISTINCT FROM found ORDER BY player_id LIMIT $2`,
    [leagueId, MAX_FINDINGS],
  );
  for (const { player_id, expected, found } of rows) {
    findings.add('names', `display name of player ${player_id}, key`, expected, found);
  }
}

async function checkKnownNames(tx: Sql, leagueId: number, findings: Findings): Promise<void> {
  const rows: { player_id: number; handle: string; owner: number | null }[] = await tx.query(
    `SELECT known.player_id, known.handle, name.player_id AS owner
     FROM (SELECT player_id, handle, handle_key FROM membership WHERE league_id = $1
           UNION ALL SELECT player_id, handle, handle_key FROM former_name WHERE league_id = $1) AS known
     LEFT JOIN player_name AS name USING (handle_key)
     WHERE name.player_id IS DISTINCT FROM known.player_id ORDER BY known.player_id LIMIT $2`,
    [leagueId, MAX_FINDINGS],
  );
  for (const { player_id, handle, owner } of rows) {
    findings.add('ratings', `name of player ${player_id}, ${JSON.stringify(handle)}`, `theirs`, `player ${owner}`);
  }
}

/** Problems of the rows that say whom everyone knows. */
const EVERYBODY = 0;

/** Everyone knows the players of public leagues, since the first such league knew them, by the name in one of these leagues. */
export async function checkPublicPlayers(tx: Sql, findings: Findings): Promise<void> {
  const rows: { player_id: number; expected: Date | null; found: Date | null }[] = await tx.query(
    `SELECT player_id, open.since AS expected, kept.since AS found
     FROM (SELECT player_id, min(since) AS since, array_agg(handle) AS names
           FROM membership JOIN league_slug USING (league_id) WHERE visibility = 'PUBLIC' GROUP BY player_id) AS open
     FULL JOIN (SELECT player_id, since, handle FROM membership WHERE league_id = 0) AS kept USING (player_id)
     WHERE open.since IS DISTINCT FROM kept.since OR kept.handle <> ALL (names) ORDER BY player_id LIMIT $1`,
    [MAX_FINDINGS],
  );
  for (const { player_id, expected, found } of rows) {
    findings.add('names', `player ${player_id}, public name`, expected, found);
  }
  await checkShownNames(tx, EVERYBODY, findings);
}
