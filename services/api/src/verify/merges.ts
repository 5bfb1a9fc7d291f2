import type { Sql } from '../kit/sql/transaction.js';
import { type Findings, MAX_FINDINGS } from './findings.js';

/** No player is merged into a merged player, and no match has two handles of one player. */
export async function checkMerges(tx: Sql, leagueId: number, findings: Findings): Promise<void> {
  const chains: { player: number; into: number; next: number }[] = await tx.query(
    `SELECT first.player_id AS player, first.into_id AS into, second.into_id AS next
     FROM player_merge AS first
     JOIN player_merge AS second ON second.league_id = first.league_id AND second.player_id = first.into_id
     WHERE first.league_id = $1 ORDER BY 1 LIMIT $2`,
    [leagueId, MAX_FINDINGS],
  );
  for (const { player, into, next } of chains) {
    findings.add('merges', `player ${player}`, `player ${into}, who is merged into nobody`, `player ${next}`);
  }
  const meetings: { sequence: number; person: number; players: number[] }[] = await tx.query(
    `SELECT sequence, COALESCE(into_id, own.player_id) AS person, array_agg(own.player_id ORDER BY number) AS players
     FROM match CROSS JOIN LATERAL unnest(player_ids) WITH ORDINALITY AS own (player_id, number)
     LEFT JOIN player_merge AS merge ON merge.league_id = $1 AND merge.player_id = own.player_id
     WHERE match.league_id = $1 AND player_ids && ARRAY(SELECT player_id FROM player_merge WHERE league_id = $1)
     GROUP BY sequence, COALESCE(into_id, own.player_id) HAVING count(*) > 1 ORDER BY 1, 2 LIMIT $2`,
    [leagueId, MAX_FINDINGS],
  );
  for (const { sequence, person, players } of meetings) {
    findings.add('merges', `match ${sequence}, player ${person}`, 'one handle', players);
  }
}
