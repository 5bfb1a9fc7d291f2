import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { type Findings, MAX_FINDINGS } from './findings.js';

/** The actions that correct one match, each of which raises its version by one. */
const CORRECTIONS = ['amendMatch', 'voidMatch', 'restoreMatch'];

/** The audit log of a league has its opening, its settings and every correction of a match. */
export async function checkLeagueAudit(tx: Sql, league: League, findings: Findings): Promise<void> {
  await checkOpening(tx, league, findings);
  await checkSettings(tx, league, findings);
  await checkCorrections(tx, league, findings);
  await checkDetails(tx, league, findings);
}

async function checkOpening(tx: Sql, { id, slug }: League, findings: Findings): Promise<void> {
  const rows: { count: number }[] = await tx.query(
    `SELECT count(*)::integer AS count FROM audit_entry WHERE league_id = $1 AND action = 'createLeague'`,
    [id],
  );
  findings.compare('audit', `league ${slug}`, { createLeague: 1 }, { createLeague: rows[0]!.count });
}

/** The settings in force are those of the newest entry that names settings. */
async function checkSettings(tx: Sql, { id, slug }: League, findings: Findings): Promise<void> {
  const unaudited: { audited: unknown; settings: unknown }[] = await tx.query(
    `SELECT audited, settings
     FROM league, LATERAL (SELECT after -> 'settings' AS audited FROM audit_entry
                           WHERE league_id = league.id AND after ? 'settings' ORDER BY audit_entry.id DESC LIMIT 1) AS newest
     WHERE league.id = $1 AND audited <> settings`,
    [id],
  );
  for (const { audited, settings } of unaudited) findings.add('audit', `league ${slug}, settings`, audited, settings);
}

async function checkCorrections(tx: Sql, { id, slug }: League, findings: Findings): Promise<void> {
  const rows: { made: number; audited: number }[] = await tx.query(
    `SELECT (SELECT coalesce(sum(version - 1), 0)::integer FROM match WHERE league_id = $1) AS made,
            (SELECT count(*)::integer FROM audit_entry WHERE league_id = $1 AND action = ANY($2::text[])) AS audited`,
    [id, CORRECTIONS],
  );
  const { made, audited } = rows[0]!;
  if (made !== audited) findings.add('audit', `league ${slug}, corrections of matches`, made, audited);
  const uncorrected: { sequence: number }[] = await tx.query(
    `SELECT sequence FROM match WHERE league_id = $1 AND status = 'VOID' AND version = 1 ORDER BY sequence LIMIT $2`,
    [id, MAX_FINDINGS],
  );
  for (const { sequence } of uncorrected) {
    findings.add('audit', `match ${sequence}, version of a void match`, '2 or more', 1);
  }
}

/** The details of a corrected match are those that its newest entry tells. */
async function checkDetails(tx: Sql, { id }: League, findings: Findings): Promise<void> {
  const odd: { sequence: number; told: unknown; details: unknown }[] = await tx.query(
    `SELECT sequence, told, details
     FROM match JOIN (
       SELECT DISTINCT ON (subject) subject, after -> 'details' AS told FROM audit_entry
       WHERE league_id = $1 AND action = ANY($2::text[]) ORDER BY subject, id DESC
     ) AS newest ON subject = 'Match:' || league_id || ':' || sequence
     WHERE league_id = $1 AND told IS DISTINCT FROM details ORDER BY sequence LIMIT $3`,
    [id, CORRECTIONS, MAX_FINDINGS],
  );
  for (const { sequence, told, details } of odd) findings.add('audit', `match ${sequence}, details`, told, details);
}

/** The audit log of the platform has every token and its end, and for each entry an actor and a reason. */
export async function checkPlatformAudit(tx: Sql, findings: Findings): Promise<void> {
  await checkTokens(tx, 'createToken', 'true', findings);
  await checkTokens(tx, 'revokeToken', 'revoked_at IS NOT NULL', findings);
  await checkRotations(tx, findings);
  await checkMakers(tx, findings);
  await checkSubjects(tx, findings);
  const anonymous: { id: number; action: string }[] = await tx.query(
    `SELECT id, action FROM audit_entry WHERE trim(actor) = '' OR trim(reason) = '' OR trim(action) = ''
     ORDER BY id LIMIT $1`,
    [MAX_FINDINGS],
  );
  for (const { id, action } of anonymous) {
    findings.add('audit', `entry ${id}`, 'an actor, an action and a reason', action);
  }
}

/** Each token has its entry, and a token for leagues has one in each. */
async function checkTokens(
  tx: Sql,
  action: 'createToken' | 'revokeToken',
  condition: string,
  findings: Findings,
): Promise<void> {
  const untold: { id: number; slug: string | null }[] = await tx.query(
    `SELECT token.id, slug
     FROM token LEFT JOIN token_league ON token_id = token.id LEFT JOIN league ON league.id = league_id
     WHERE ${condition} AND NOT EXISTS (
       SELECT FROM audit_entry
       WHERE action = $1 AND after ->> 'id' = token.id::text AND league_id IS NOT DISTINCT FROM league.id)
     ORDER BY token.id, slug LIMIT $2`,
    [action, MAX_FINDINGS],
  );
  for (const { id, slug } of untold) {
    findings.add('audit', `token ${id}${slug === null ? '' : ` for league ${slug}`}`, `an entry ${action}`, 'none');
  }
}

/** A token has a former secret for each time that it got a new one, of which each of its leagues is told. */
async function checkRotations(tx: Sql, findings: Findings): Promise<void> {
  const rows: { id: number; slug: string | null; audited: number; former: number }[] = await tx.query(
    `SELECT id, slug, audited, former FROM (
       SELECT token.id, slug,
              (SELECT count(*)::integer FROM former_secret WHERE former_secret.token_id = token.id) AS former,
              (SELECT count(*)::integer FROM audit_entry
               WHERE action = 'rotateToken' AND subject = 'Token:' || token.id
                 AND league_id IS NOT DISTINCT FROM league.id) AS audited
       FROM token LEFT JOIN token_league ON token_league.token_id = token.id LEFT JOIN league ON league.id = league_id
     ) AS own WHERE audited <> former ORDER BY id, slug LIMIT $1`,
    [MAX_FINDINGS],
  );
  for (const { id, slug, audited, former } of rows) {
    findings.add('audit', `token ${id}${slug === null ? '' : ` for league ${slug}`}, rotations`, audited, former);
  }
}

/** Who made a token is whom the audit log names. */
async function checkMakers(tx: Sql, findings: Findings): Promise<void> {
  const rows: { id: number; audited: string; maker: string }[] = await tx.query(
    `SELECT DISTINCT token.id, actor || ' ' || coalesce(actor_id::text, '') AS audited,
            created_by || ' ' || coalesce(created_by_id::text, '') AS maker
     FROM token JOIN audit_entry ON action = 'createToken' AND after ->> 'id' = token.id::text
     WHERE (created_by, created_by_id) IS DISTINCT FROM (actor, actor_id) ORDER BY 1 LIMIT $1`,
    [MAX_FINDINGS],
  );
  for (const { id, audited, maker } of rows) findings.add('audit', `token ${id}, maker`, audited.trim(), maker.trim());
}

/** The subject of an entry is the one in its views. */
async function checkSubjects(tx: Sql, findings: Findings): Promise<void> {
  const rows: { id: number; told: string | null; subject: string | null }[] = await tx.query(
    `SELECT id, told, subject FROM audit_entry AS entry CROSS JOIN LATERAL (SELECT CASE
       WHEN action IN ('voidMatch', 'restoreMatch', 'amendMatch') THEN
         (SELECT 'Match:' || entry.league_id || ':' || sequence FROM match
          WHERE match.league_id = entry.league_id AND external_id = after ->> 'externalId')
       WHEN action IN ('mergePlayers', 'unmergePlayers') THEN 'Player:' || (after ->> 'playerId')
       WHEN action = 'updatePlayer' THEN 'Player:' || (after ->> 'id')
       WHEN action IN ('createToken', 'rotateToken', 'revokeToken') THEN 'Token:' || (after ->> 'id')
       ELSE subject
     END AS told) AS own
     WHERE told IS DISTINCT FROM subject ORDER BY id LIMIT $1`,
    [MAX_FINDINGS],
  );
  for (const { id, told, subject } of rows) findings.add('audit', `entry ${id}, subject`, told, subject);
}
