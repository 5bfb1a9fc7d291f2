import type { EntityManager } from 'typeorm';
import type { Scope } from '../access/access.js';
import { expectRows, type Sql } from '../kit/sql/transaction.js';
import { TokenLeagueTable, TokenTable } from './token.table.js';

/** A token as it is shown: never with its secret. */
export interface Token {
  readonly id: number;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Ids of the leagues for which the league scopes hold. */
  readonly leagueIds: readonly number[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  /** Exact to the minute. */
  readonly lastUsedAt: Date | null;
}

export type NewToken = Pick<Token, 'name' | 'scopes' | 'leagueIds' | 'createdAt' | 'expiresAt'> & {
  readonly secretHash: Buffer;
};

async function withLeagues(manager: EntityManager, token: TokenTable): Promise<Token> {
  const leagues = await manager.findBy(TokenLeagueTable, { tokenId: token.id });
  return { ...token, leagueIds: leagues.map(({ leagueId }) => leagueId) };
}

export async function findTokenByHash(manager: EntityManager, secretHash: Buffer): Promise<Token | null> {
  const token = await manager.findOneBy(TokenTable, { secretHash });
  return token && withLeagues(manager, token);
}

async function findToken(manager: EntityManager, id: number): Promise<Token | null> {
  const token = await manager.findOneBy(TokenTable, { id });
  return token && withLeagues(manager, token);
}

/** The token, which nobody else can change until the transaction ends. */
export async function lockToken(tx: EntityManager, id: number): Promise<Token | null> {
  const token = await tx.findOne(TokenTable, { where: { id }, lock: { mode: 'pessimistic_write' } });
  return token && withLeagues(tx, token);
}

/** Whether anybody can administer the platform by a token now. */
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

export async function updateTokenUsed(manager: EntityManager, id: number, lastUsedAt: Date): Promise<void> {
  await manager.update(TokenTable, { id }, { lastUsedAt });
}

/** Names of tokens by id. */
export async function listTokenNames(sql: Sql, ids: readonly number[]): Promise<Map<number, string>> {
  const tokens: { id: number; name: string }[] = await sql.query(
    'SELECT id, name FROM token WHERE id = ANY($1::integer[])',
    [ids],
  );
  return new Map(tokens.map((token) => [token.id, token.name]));
}
