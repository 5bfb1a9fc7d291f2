import { type Access, canSubmit, isPlatformAdmin } from '../access/access.js';
import type { Sql } from '../kit/sql/transaction.js';
import { type Account, parseAccount } from './account.js';
import { isAccount } from './handle.js';
import { audienceOf } from './known-players.js';

/** The players whom a league, or else everybody, knows by accounts. @param names accounts as they are stored; handles are ignored */
export async function findAccountOwners(
  sql: Sql,
  leagueId: number,
  names: readonly string[],
): Promise<Map<string, number>> {
  const accounts = names.filter(isAccount);
  if (accounts.length === 0) return new Map();
  const rows: { account: string; player_id: number }[] = await sql.query(
    `SELECT DISTINCT ON (account) account, player_id FROM account
     WHERE account = ANY($2::text[]) AND league_id IN (0, $1) ORDER BY account, league_id DESC`,
    [leagueId, accounts],
  );
  return new Map(rows.map(({ account, player_id }) => [account, player_id]));
}

/** Accounts of players by player id, as far as an audience knows them. @param audience leagues as in `membership`; null: all accounts */
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
 * Accounts of players by player id, for callers who may link accounts: platform admins, and tokens that submit to or administer a league that
 * knows the player. Nobody else sees them, because they tell who a player is elsewhere.
 */
export async function listShownAccounts(
  sql: Sql,
  access: Access,
  ids: readonly number[],
): Promise<Map<number, readonly Account[]>> {
  if (isPlatformAdmin(access)) return listAccounts(sql, null, ids);
  const leagues = access.leagueIds.filter((id) => canSubmit(access, { id }));
  if (leagues.length === 0) return new Map();
  const rows: { id: number }[] = await sql.query(
    `SELECT DISTINCT player_id AS id FROM membership
     WHERE player_id = ANY($1::integer[]) AND league_id = ANY($2::integer[])`,
    [ids, leagues],
  );
  const known = rows.map(({ id }) => id);
  return listAccounts(sql, audienceOf(access), known);
}

/**
 * Makes an account known to the leagues of an audience that know its player, and to everybody if everybody knows the player.
 * @returns whether no one else has it, as far as the audience can know
 */
export async function insertAccount(
  tx: Sql,
  audience: readonly number[] | null,
  { account, playerId, linkedAt }: { account: string; playerId: number; linkedAt: Date },
): Promise<boolean> {
  const isOurs = (league: string) => `($3::integer[] IS NULL OR ${league} = ANY($3::integer[]))`;
  // Always in the same order, so that a concurrent request for the same account is waited for without a deadlock.
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
