import type { Sql } from '../kit/sql/transaction.js';
import { type Findings, MAX_FINDINGS } from './findings.js';

/** A key whose outcome names something. */
interface Named {
  readonly key: string;
  readonly tokenId: number;
  /** Of what it names; with that of its league, if it names a ticket. */
  readonly id: string;
}

/** Keys that are looked at together. */
const PAGE = 10_000;

/** What outcomes name: by the SQL of its id there and in the outcome, and for which mutations. */
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

/** Each key belongs to a token and has an outcome, and what the outcome names exists. */
export async function checkIdempotencyKeys(tx: Sql, findings: Findings): Promise<void> {
  const rows: Omit<Named, 'id'>[] = await tx.query(
    `SELECT key, token_id AS "tokenId" FROM idempotency_key
     WHERE outcome IS NULL OR length(input_hash) <> 32 OR NOT EXISTS (SELECT FROM token WHERE id = token_id)
     ORDER BY token_id, key LIMIT $1`,
    [MAX_FINDINGS],
  );
  for (const row of rows) report(row, findings);
  for (const { table, id, named, of } of NAMED) {
    let [token, last] = [0, ''];
    // In two statements, because keys are not on the servers of leagues.
    for (;;) {
      const page: Named[] = await tx.query(
        `SELECT key, token_id AS "tokenId", ${named} AS id FROM idempotency_key
         WHERE outcome IS NOT NULL AND ${of} AND (token_id, key) > ($1::integer, $2::text) ORDER BY token_id, key LIMIT ${PAGE}`,
        [token, last],
      );
      const there: { id: string }[] = await tx.query(
        `SELECT (${id})::text AS id FROM ${table} WHERE ${id} = ANY($1::${id === 'id' ? 'integer' : 'text'}[])`,
        [page.map((each) => each.id)],
      );
      const ids = new Set(there.map((each) => each.id));
      for (const row of page.filter((each) => !ids.has(each.id)).slice(0, MAX_FINDINGS)) report(row, findings);
      if (page.length < PAGE) break;
      ({ tokenId: token, key: last } = page.at(-1)!);
    }
  }
}

function report({ key, tokenId }: Omit<Named, 'id'>, findings: Findings): void {
  findings.add('audit', `Idempotency-Key ${JSON.stringify(key)} of token ${tokenId}`, 'what it made', 'nothing');
}
