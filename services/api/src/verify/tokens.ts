import { SEAL_KEY_BYTES } from '../kit/seal.js';
import type { Sql } from '../kit/sql/transaction.js';
import { differences, type Findings, type Violation } from './findings.js';
import type { PlatformRule } from './rules.js';

/** Tokens with each of their leagues, 0 for tokens without one. */
const OF_TOKENS = `SELECT token.id, coalesce(own.league_id, 0) AS league, slug
      FROM token LEFT JOIN token_league AS own ON own.token_id = token.id LEFT JOIN league_slug ON league_slug.league_id = own.league_id`;

/** Each token has an entry of the action in the audit log, or one in each of its leagues. @param condition SQL that selects the tokens */
const audited = (action: string, condition: string): PlatformRule => ({
  invariant: 'audit',
  statement: `
    WITH logged AS MATERIALIZED (SELECT league_id, after ->> 'id' AS token FROM audit_entry WHERE action = '${action}')
    ${OF_TOKENS} WHERE ${condition} AND NOT EXISTS (
      SELECT FROM logged WHERE logged.token = token.id::text AND logged.league_id = coalesce(own.league_id, 0))
    ORDER BY token.id, slug`,
  says: (row) => [tokenOf(row), `an entry ${action}`, 'none'],
});

const tokenOf = ({ id, slug }: Readonly<Record<string, unknown>>) =>
  `token ${id}${slug === null ? '' : ` for league ${slug}`}`;

/** Every token is in the audit log, and rows that belong to tokens belong to existing ones. */
export const TOKEN_RULES: readonly PlatformRule[] = [
  audited('createToken', 'true'),
  audited('revokeToken', 'revoked_at IS NOT NULL'),
  {
    // A token has a former secret for each rotation.
    invariant: 'audit',
    statement: `
      WITH logged AS MATERIALIZED (
        SELECT league_id, subject, count(*)::integer AS rotations FROM audit_entry WHERE action = 'rotateToken'
        GROUP BY league_id, subject
      ), secrets AS MATERIALIZED (
        SELECT token_id, count(*)::integer AS rotations FROM former_secret GROUP BY token_id
      )
      SELECT id, slug, audited, former FROM (
        SELECT token.id, slug, coalesce(logged.rotations, 0) AS audited, coalesce(secrets.rotations, 0) AS former
        FROM (${OF_TOKENS}) AS token
        LEFT JOIN logged ON logged.league_id = token.league AND logged.subject = 'Token:' || token.id
        LEFT JOIN secrets ON secrets.token_id = token.id
      ) AS own WHERE audited <> former ORDER BY id, slug`,
    says: ({ audited, former, ...row }) => [`${tokenOf(row)}, rotations`, audited, former],
  },
  {
    invariant: 'audit',
    statement: `
      SELECT DISTINCT token.id, trim(actor || ' ' || coalesce(actor_id::text, '')) AS audited,
             trim(created_by || ' ' || coalesce(created_by_id::text, '')) AS maker
      FROM token JOIN audit_entry ON action = 'createToken' AND after ->> 'id' = token.id::text
      WHERE (created_by, created_by_id) IS DISTINCT FROM (actor, actor_id) ORDER BY 1`,
    says: ({ id, audited, maker }) => [`token ${id}, maker`, audited, maker],
  },
  {
    // Each session belongs to a secret that its token has or had.
    invariant: 'audit',
    statement: `
      SELECT DISTINCT token_id FROM session
      WHERE expires_at <= created_at OR expires_at > created_at + interval '24 hours'
        OR NOT EXISTS (SELECT FROM token WHERE id = token_id AND token.secret_hash = session.secret_hash)
          AND NOT EXISTS (
            SELECT FROM former_secret AS former
            WHERE former.token_id = session.token_id AND former.secret_hash = session.secret_hash)
      ORDER BY 1`,
    says: ({ token_id }) => [`sessions of token ${token_id}`, 'a secret of the token, for a day at most', 'another'],
  },
  {
    invariant: 'ids',
    statement: 'SELECT array(SELECT length(key) FROM id_seal) AS lengths',
    says: (found) => differences('table id_seal', { lengths: [SEAL_KEY_BYTES] }, found),
  },
  {
    // The amount is an estimate and is not checked.
    invariant: 'growth',
    statement: `
      SELECT token_id, bytes FROM token_growth
      WHERE bytes < 0 OR day <> date_trunc('day', day, 'UTC') OR NOT EXISTS (SELECT FROM token WHERE id = token_id)
      ORDER BY token_id`,
    says: ({ token_id, bytes }) => [`token ${token_id}`, 'bytes of a token on a day', bytes],
  },
  {
    invariant: 'growth',
    statement: `
      SELECT token_id, last_used_at FROM token_use
      WHERE NOT EXISTS (SELECT FROM token WHERE id = token_id) ORDER BY token_id`,
    says: ({ token_id, last_used_at }) => [`use of token ${token_id}`, 'of a token', last_used_at],
  },
  {
    invariant: 'audit',
    statement: `
      SELECT key, token_id FROM idempotency_key
      WHERE outcome IS NULL OR length(input_hash) <> 32 OR NOT EXISTS (SELECT FROM token WHERE id = token_id)
      ORDER BY token_id, key`,
    says: ({ key, token_id }) => lostOutcome(key, token_id),
  },
];

const lostOutcome = (key: unknown, tokenId: unknown): Violation => [
  `Idempotency-Key ${JSON.stringify(key)} of token ${tokenId}`,
  'what it made',
  'nothing',
];

/** Keys that are read together. */
const PAGE = 10_000;

/** References in outcomes: the SQL of the id in the table and in the outcome, and the mutations. */
const NAMED = [
  { table: 'league', id: 'id', named: `outcome ->> 'league'`, of: `mutation IN ('createLeague', 'registerPlayers')` },
  { table: 'token', id: 'id', named: `outcome ->> 'token'`, of: `mutation IN ('createToken', 'rotateToken')` },
  {
    table: 'queue_ticket',
    id: `league_id || ' ' || id`,
    named: `(outcome ->> 'leagueId') || ' ' || (outcome ->> 'id')`,
    of: `mutation = 'joinQueue'`,
  },
  {
    table: 'recompute',
    id: 'id',
    named: `outcome ->> 'recompute'`,
    of: `mutation NOT IN ('createLeague', 'registerPlayers', 'createToken', 'rotateToken', 'joinQueue') AND outcome ->> 'recompute' IS NOT NULL`,
  },
] as const;

/** Objects named in the outcomes of keys exist. It takes two statements, because keys are not on the servers of leagues. */
export async function checkOutcomes(tx: Sql, findings: Findings): Promise<void> {
  for (const { table, id, named, of } of NAMED) {
    let [token, last] = [0, ''];
    for (;;) {
      const page: { key: string; tokenId: number; id: string }[] = await tx.query(
        `SELECT key, token_id AS "tokenId", ${named} AS id FROM idempotency_key
         WHERE outcome IS NOT NULL AND ${of} AND (token_id, key) > ($1::integer, $2::text) ORDER BY token_id, key LIMIT ${PAGE}`,
        [token, last],
      );
      const there: { id: string }[] = await tx.query(
        `SELECT (${id})::text AS id FROM ${table} WHERE ${id} = ANY($1::${id === 'id' ? 'integer' : 'text'}[])`,
        [page.map((each) => each.id)],
      );
      const ids = new Set(there.map((each) => each.id));
      const lost = page.filter((each) => !ids.has(each.id));
      for (const { key, tokenId } of lost) findings.add('audit', ...lostOutcome(key, tokenId));
      if (page.length < PAGE) break;
      ({ tokenId: token, key: last } = page.at(-1)!);
    }
  }
}
