import type { Sql } from '../persistence/transaction.js';
import { listMerges } from '../recompute/merge.repository.js';
import { findPlayerIds } from './player.repository.js';

/** The id under which a handle counts in a league: of the player whose history it shares. Null for no player's handle. */
export async function findLeaguePlayerId(sql: Sql, leagueId: number, handle: string): Promise<number | null> {
  const [id] = (await findPlayerIds(sql, [handle])).values();
  if (id === undefined) return null;
  return (await listMerges(sql, leagueId)).get(id) ?? id;
}
