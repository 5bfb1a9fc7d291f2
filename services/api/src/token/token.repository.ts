import type { EntityManager } from 'typeorm';
import { OWN_ACTORS, type Scope } from '../access/access.js';
import { fieldsBut } from '../kit/sql/table.js';
import { expectRows, type Sql } from '../kit/sql/transaction.js';
import { FormerSecretTable, TokenLeagueTable, TokenTable } from './token.table.js';

/** A token as shown to clients, without its secret. */
export type Token = Omit<TokenTable, 'secretHash' | 'scopes'> & {
  readonly scopes: readonly Scope[];
  /** Ids of the leagues to which the league scopes apply. */
  readonly leagueIds: readonly number[];
};

/** The actor of a service start in the audit log. */
export const START = OWN_ACTORS.start;

export type NewToken = Omit<Token, 'id' | 'revokedAt' | 'lastUsedAt'> & { readonly secretHash: Buffer };

/** Versions before this one store the last use in the token's row. */
const TOKENS = `
  SELECT ${fieldsBut(TokenTable, 'secretHash', 'lastUsedAt')},
         greatest(token.last_used_at, used.last_used_at) AS "lastUsedAt", leagues AS "leagueIds"
  FROM token LEFT JOIN token_use AS used ON used.token_id = id CROSS JOIN LATERAL (
    SELECT coalesce(array_agg(league_id ORDER BY league_id), '{}') AS leagues FROM token_league WHERE token_id = id
  ) AS own`;

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

/** Valid platform admins with a name, created by a start of the service, oldest first. */
export async function listTokensOfStart(sql: Sql, name: string, now: Date): Promise<Token[]> {
  return sql.query(
    `${TOKENS}
     WHERE name = $1 AND created_by = $2 AND created_by_id IS NULL AND 'platform:admin' = ANY(scopes)
       AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $3) ORDER BY id`,
    [name, START, now],
  );
}

/** When a token expires; null if it has been revoked. Until the transaction ends, it cannot be revoked. */
export async function lockUnrevokedToken(tx: Sql, id: number): Promise<Pick<Token, 'expiresAt'> | null> {
  const rows: Pick<Token, 'expiresAt'>[] = await tx.query(
    'SELECT expires_at AS "expiresAt" FROM token WHERE id = $1 AND revoked_at IS NULL FOR KEY SHARE',
    [id],
  );
  return rows[0] ?? null;
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
  /** The token that created them; null: any. */
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

/** The part of a token that is shown to everybody except its managers. */
export type NamedToken = Pick<Token, 'id' | 'name' | 'scopes'>;

/** Tokens by id. */
export function listNamedTokens(sql: Sql, ids: readonly number[]): Promise<NamedToken[]> {
  return sql.query('SELECT id, name, scopes FROM token WHERE id = ANY($1::integer[])', [ids]);
}

/** A secret's token. */
export interface KnownSecret {
  readonly token: Token;
  /** When the secret ends, if another one has replaced it; otherwise null. */
  readonly endsAt: Date | null;
}

/** Finds a token by its current or a former secret, even after that has ended. */
export async function findSecret(manager: EntityManager, secretHash: Buffer): Promise<KnownSecret | null> {
  const [token]: Token[] = await manager.query(`${TOKENS} WHERE secret_hash = $1`, [secretHash]);
  if (token) return { token, endsAt: null };
  const former = await manager.findOneBy(FormerSecretTable, { secretHash });
  return former && { token: (await findToken(manager, former.tokenId))!, endsAt: former.endsAt };
}

/** The token of a secret that is valid now; null if there is none, or the secret or the token has ended. */
export async function findGoodToken(manager: EntityManager, secretHash: Buffer, now: Date): Promise<Token | null> {
  const known = await findSecret(manager, secretHash);
  if (!known || (known.endsAt && known.endsAt <= now)) return null;
  const { token } = known;
  return token.revokedAt || (token.expiresAt && token.expiresAt <= now) ? null : token;
}

/** Gives a token another secret. Its former secrets end at the given time, or earlier if that was decided before. */
export async function replaceSecret(tx: Sql, tokenId: number, secretHash: Buffer, endsAt: Date): Promise<void> {
  const former: unknown[] = await tx.query(
    `INSERT INTO former_secret (secret_hash, token_id, ends_at)
     SELECT secret_hash, id, $2::timestamptz FROM token WHERE id = $1 RETURNING 1`,
    [tokenId, endsAt],
  );
  expectRows('replaceSecret', former.length, 1);
  await tx.query('UPDATE former_secret SET ends_at = $2 WHERE token_id = $1 AND ends_at > $2', [tokenId, endsAt]);
  await tx.query('UPDATE token SET secret_hash = $2 WHERE id = $1', [tokenId, secretHash]);
}

/** Why a secret is no longer valid. */
export type SecretEnd = 'revoked' | 'expired' | 'replaced';

/** The secrets among these that are no longer valid, by hash. */
export async function listEndedSecrets(
  sql: Sql,
  secretHashes: readonly Buffer[],
  now: Date,
): Promise<{ readonly secretHash: Buffer; readonly end: SecretEnd }[]> {
  return sql.query(
    `SELECT asked.secret_hash AS "secretHash",
            CASE WHEN token.expires_at <= $2 THEN 'expired'
                 WHEN token.id IS NULL OR token.revoked_at IS NOT NULL THEN 'revoked' ELSE 'replaced' END AS end
     FROM unnest($1::bytea[]) AS asked (secret_hash)
     LEFT JOIN former_secret AS former ON former.secret_hash = asked.secret_hash
     LEFT JOIN token ON token.id = coalesce(
       former.token_id, (SELECT id FROM token AS own WHERE own.secret_hash = asked.secret_hash))
     WHERE token.id IS NULL OR token.revoked_at IS NOT NULL OR token.expires_at <= $2 OR former.ends_at <= $2`,
    [secretHashes, now],
  );
}
