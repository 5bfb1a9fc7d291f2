import type { EntityManager } from 'typeorm';
import type { Scope } from '../access/access.js';
import { fieldsBut } from '../kit/sql/fields.js';
import { expectRows, type Sql } from '../kit/sql/transaction.js';
import { TokenLeagueTable, TokenTable } from './token.table.js';

/** A token as it is shown, without its secret. */
export interface Token {
  readonly id: number;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Ids of the leagues to which the league scopes apply. */
  readonly leagueIds: readonly number[];
  readonly createdAt: Date;
  /** Who created it, by their name in the audit log: a token, the command line or the start of the service. */
  readonly createdBy: string;
  /** Id of the token that created it; null if none did. */
  readonly createdById: number | null;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  /** Exact to the minute. */
  readonly lastUsedAt: Date | null;
}

export type NewToken = Omit<Token, 'id' | 'revokedAt' | 'lastUsedAt'> & { readonly secretHash: Buffer };

/** Versions before this one keep the last use in the token's row. */
const TOKENS = `
  SELECT ${fieldsBut(TokenTable, 'secretHash', 'lastUsedAt')},
         greatest(token.last_used_at, used.last_used_at) AS "lastUsedAt", leagues AS "leagueIds"
  FROM token LEFT JOIN token_use AS used ON used.token_id = id CROSS JOIN LATERAL (
    SELECT coalesce(array_agg(league_id ORDER BY league_id), '{}') AS leagues FROM token_league WHERE token_id = id
  ) AS own`;

export async function findTokenByHash(sql: Sql, secretHash: Buffer): Promise<Token | null> {
  const rows: Token[] = await sql.query(`${TOKENS} WHERE secret_hash = $1`, [secretHash]);
  return rows[0] ?? null;
}

export async function findToken(sql: Sql, id: number): Promise<Token | null> {
  return (await listTokensById(sql, [id]))[0] ?? null;
}

/** Reads a token and locks it until the transaction ends. */
export async function lockToken(tx: Sql, id: number): Promise<Token | null> {
  await tx.query('SELECT FROM token WHERE id = $1 FOR UPDATE', [id]);
  return findToken(tx, id);
}

/** Whether there is a valid token with platform:admin. */
export async function hasPlatformAdmin(manager: EntityManager): Promise<boolean> {
  return manager
    .createQueryBuilder(TokenTable, 'token')
    .where(`'platform:admin' = ANY(token.scopes) AND token.revokedAt IS NULL AND token.expiresAt IS NULL`)
    .getExists();
}

export async function insertToken(tx: EntityManager, token: NewToken): Promise<Token> {
  const { leagueIds, scopes, ...row } = token;
  const inserted = await tx.insert(TokenTable, { ...row, scopes: [...scopes] });
  const id = inserted.identifiers[0]!.id as number;
  if (leagueIds.length > 0) {
    await tx.insert(
      TokenLeagueTable,
      leagueIds.map((leagueId) => ({ tokenId: id, leagueId })),
    );
  }
  return (await findToken(tx, id))!;
}

export async function updateTokenRevoked(tx: EntityManager, id: number, revokedAt: Date): Promise<void> {
  const updated = await tx.update(TokenTable, { id }, { revokedAt });
  expectRows('updateTokenRevoked', updated.affected ?? 0, 1);
}

/** Records the use of a token, unless another replica has recorded one since. */
export async function updateTokenUsed(sql: Sql, id: number, lastUsedAt: Date, unusedSince: Date): Promise<void> {
  await sql.query(
    `INSERT INTO token_use AS kept (token_id, last_used_at) VALUES ($1, $2)
     ON CONFLICT (token_id) DO UPDATE SET last_used_at = excluded.last_used_at WHERE kept.last_used_at <= $3`,
    [id, lastUsedAt, unusedSince],
  );
}

/** Whether a token is not revoked; it cannot be revoked until the transaction ends. */
export async function lockUnrevokedToken(tx: Sql, id: number): Promise<boolean> {
  const rows: { isGood: boolean }[] = await tx.query(
    'SELECT revoked_at IS NULL AS "isGood" FROM token WHERE id = $1 FOR KEY SHARE',
    [id],
  );
  return rows[0]?.isGood ?? false;
}

/** Ids of the tokens that these tokens created. */
export async function listMadeBy(tx: Sql, ids: readonly number[]): Promise<number[]> {
  const rows: { id: number }[] = await tx.query(
    'SELECT id FROM token WHERE created_by_id = ANY($1::integer[]) ORDER BY id',
    [ids],
  );
  return rows.map(({ id }) => id);
}

export interface TokenPage {
  readonly limit: number;
  readonly beforeId: number | null;
  /** Only tokens for no leagues but these; null: all tokens. */
  readonly within: readonly number[] | null;
  readonly leagueId: number | null;
  readonly createdById: number | null;
}

export async function listTokensById(sql: Sql, ids: readonly number[]): Promise<Token[]> {
  return sql.query(`${TOKENS} WHERE id = ANY($1::integer[])`, [ids]);
}

/** One page of tokens, newest first. */
export async function listTokens(sql: Sql, page: TokenPage): Promise<Token[]> {
  return sql.query(
    `${TOKENS}
     WHERE ($1::integer[] IS NULL OR (leagues <> '{}' AND leagues <@ $1 AND NOT 'platform:admin' = ANY(scopes)))
       AND ($2::integer IS NULL OR $2 = ANY(leagues))
       AND ($3::integer IS NULL OR created_by_id = $3)
       AND ($4::integer IS NULL OR id < $4)
     ORDER BY id DESC LIMIT $5`,
    [page.within, page.leagueId, page.createdById, page.beforeId, page.limit],
  );
}

/** Names of tokens by id. */
export async function listTokenNames(sql: Sql, ids: readonly number[]): Promise<Map<number, string>> {
  const tokens: { id: number; name: string }[] = await sql.query(
    'SELECT id, name FROM token WHERE id = ANY($1::integer[])',
    [ids],
  );
  return new Map(tokens.map((token) => [token.id, token.name]));
}
