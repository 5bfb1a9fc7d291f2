import type { Sql } from '../kit/sql/transaction.js';
import { type Account, parseAccount } from './handle.js';

/** Accounts of players by player id, if the audience may see them. @param audience leagues as in `membership`; null: all accounts */
export async function listAccounts(
  sql: Sql,
  audience: readonly number[] | null,
  ids: readonly number[],
): Promise<Map<number, readonly Account[]>> {
  const rows: { player_id: number; accounts: string[] }[] = await sql.query(
    `SELECT player_id, array_agg(DISTINCT account ORDER BY account) AS accounts FROM account
     WHERE player_id = ANY($1::integer[]) ${audience ? 'AND league_id = ANY($2::integer[])' : ''} GROUP BY player_id`,
    audience ? [ids, audience] : [ids],
  );
  return new Map(rows.map(({ player_id, accounts }) => [player_id, accounts.map(parseAccount)]));
}

/**
 * Shows an account to the leagues of an audience that know its player, and to everybody if everybody knows the player.
 * @returns whether no one else has it, as far as the audience can see
 */
export async function insertAccount(
  tx: Sql,
  audience: readonly number[] | null,
  { account, playerId, linkedAt }: { account: string; playerId: number; linkedAt: Date },
): Promise<boolean> {
  const isOurs = (league: string) => `($3::integer[] IS NULL OR ${league} = ANY($3::integer[]))`;
  // Always in the same order, so that concurrent requests for the same account wait for each other without a deadlock.
  await tx.query(
    `INSERT INTO account (league_id, account, player_id, linked_at)
     SELECT league_id, $1, player_id, $4 FROM membership WHERE player_id = $2 AND ${isOurs('league_id')}
     ORDER BY league_id ON CONFLICT (league_id, account) DO NOTHING`,
    [account, playerId, audience, linkedAt],
  );
  const others: unknown[] = await tx.query(
    `SELECT FROM account WHERE account = $1 AND player_id <> $2 AND ${isOurs('league_id')} LIMIT 1`,
    [account, playerId, audience],
  );
  return others.length === 0;
}

/**
 * Links accounts to players known only to this league, and to everybody if it is public.
 * @param ids of the players by account
 * @returns accounts that another player has by now, in the league or for everybody
 */
export async function insertAccounts(
  tx: Sql,
  leagueId: number,
  ids: ReadonlyMap<string, number>,
  linkedAt: Date,
): Promise<string[]> {
  if (ids.size === 0) return [];
  // Always in the same order, so that concurrent requests for the same account wait for each other without a deadlock.
  await tx.query(
    `INSERT INTO account (league_id, account, player_id, linked_at)
     SELECT league_id, given.account, player_id, $4
     FROM unnest($2::text[], $3::integer[]) AS given (account, player_id) JOIN membership USING (player_id)
     WHERE league_id IN (0, $1) ORDER BY given.account, league_id ON CONFLICT (league_id, account) DO NOTHING`,
    [leagueId, [...ids.keys()], [...ids.values()], linkedAt],
  );
  const rows: { account: string }[] = await tx.query(
    `SELECT DISTINCT account FROM unnest($2::text[], $3::integer[]) AS given (account, own)
     JOIN account USING (account) WHERE league_id IN (0, $1) AND player_id <> own`,
    [leagueId, [...ids.keys()], [...ids.values()]],
  );
  return rows.map(({ account }) => account);
}

/** Takes an account from a player in the leagues of an audience. @returns the number of leagues in which they had it */
export async function deleteAccount(
  tx: Sql,
  audience: readonly number[] | null,
  { account, playerId }: { account: string; playerId: number },
): Promise<number> {
  const [, deleted] = await tx.query(
    `DELETE FROM account WHERE account = $1 AND player_id = $2
       AND ($3::integer[] IS NULL OR league_id = ANY($3::integer[]))`,
    [account, playerId, audience],
  );
  return deleted as number;
}
