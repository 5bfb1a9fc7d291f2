import { parseSubject, tokenSubject } from '../audit/audit-subject.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import type { Actions } from './actions.js';
import { type Findings, MAX_FINDINGS } from './findings.js';

/** An entry about one match, whose version it raises by one. */
const OF_A_MATCH = `after ? 'externalId'`;

/** The audit log of a league has its opening, its settings and every correction of a match. */
export async function checkLeagueAudit(tx: Sql, league: League, actions: Actions, findings: Findings): Promise<void> {
  await checkOpening(tx, league, findings);
  await checkSettings(tx, league, findings);
  await checkCorrections(tx, league, actions, findings);
  await checkDetails(tx, league, findings);
  await checkHidden(tx, league, findings);
}

async function checkOpening(tx: Sql, { id, slug }: League, findings: Findings): Promise<void> {
  const rows: { count: number }[] = await tx.query(
    `SELECT count(*)::integer AS count FROM audit_entry WHERE league_id = $1 AND action = 'createLeague'`,
    [id],
  );
  findings.compare('audit', `league ${slug}`, { createLeague: 1 }, { createLeague: rows[0]!.count });
}

/** The current settings are those of the newest entry with settings. */
async function checkSettings(tx: Sql, { id, slug }: League, findings: Findings): Promise<void> {
  const unaudited: { audited: unknown; settings: unknown }[] = await tx.query(
    `SELECT audited, settings
     FROM league, LATERAL (SELECT after -> 'settings' AS audited FROM audit_entry
                           WHERE league_id = $1 AND after ? 'settings' ORDER BY audit_entry.id DESC LIMIT 1) AS newest
     WHERE league.id = $1 AND audited <> settings`,
    [id],
  );
  for (const { audited, settings } of unaudited) findings.add('audit', `league ${slug}, settings`, audited, settings);
}

async function checkCorrections(
  tx: Sql,
  { id, slug }: League,
  { ofSeveral }: Actions,
  findings: Findings,
): Promise<void> {
  const rows: { made: number; audited: number }[] = await tx.query(
    `SELECT (SELECT coalesce(sum(version - 1), 0)::integer FROM match WHERE league_id = $1) AS made,
            (SELECT count(*)::integer FROM audit_entry WHERE league_id = $1 AND ${OF_A_MATCH}) AS audited`,
    [id],
  );
  const { made, audited } = rows[0]!;
  if (made !== audited) findings.add('audit', `league ${slug}, corrections of matches`, made, audited);
  const odd: { action: string; at: Date; told: number; entries: number }[] = await tx.query(
    `SELECT action, at, told, entries FROM (
       SELECT action, at, coalesce(sum((after ->> 'matches')::integer) FILTER (WHERE NOT ${OF_A_MATCH}), 0)::integer AS told,
              count(*) FILTER (WHERE ${OF_A_MATCH})::integer AS entries
       FROM audit_entry WHERE league_id = $1 AND action = ANY($3::text[]) GROUP BY action, at
     ) AS own WHERE told <> entries ORDER BY at LIMIT $2`,
    [id, MAX_FINDINGS, ofSeveral],
  );
  for (const { action, at, told, entries } of odd) {
    findings.add('audit', `league ${slug}, matches of ${action} at ${at.toISOString()}`, told, entries);
  }
  const uncorrected: { sequence: number }[] = await tx.query(
    `SELECT sequence FROM match WHERE league_id = $1 AND status = 'VOID' AND version = 1 ORDER BY sequence LIMIT $2`,
    [id, MAX_FINDINGS],
  );
  for (const { sequence } of uncorrected) {
    findings.add('audit', `match ${sequence}, version of a void match`, '2 or more', 1);
  }
}

/** The details and the weight of a corrected match are those of its newest entry. */
async function checkDetails(tx: Sql, { id }: League, findings: Findings): Promise<void> {
  const odd: { sequence: number; told: unknown; details: unknown; toldWeight: number; weight: number }[] =
    await tx.query(
      `SELECT sequence, told, details, told_weight AS "toldWeight", coalesce(weight, 1) AS weight
     FROM match JOIN (
       SELECT DISTINCT ON (subject) subject, after -> 'details' AS told,
         coalesce((after ->> 'weight')::double precision, 1) AS told_weight FROM audit_entry
       WHERE league_id = $1 AND ${OF_A_MATCH} ORDER BY subject, id DESC
     ) AS newest ON subject = 'Match:' || league_id || ':' || sequence
     WHERE league_id = $1 AND (told IS DISTINCT FROM details OR told_weight <> coalesce(weight, 1)) ORDER BY sequence LIMIT $2`,
      [id, MAX_FINDINGS],
    );
  for (const { sequence, told, details, toldWeight, weight } of odd) {
    if (toldWeight === weight) findings.add('audit', `match ${sequence}, details`, told, details);
    else findings.add('audit', `match ${sequence}, weight`, toldWeight, weight);
  }
}

/** A player is hidden from the boards if the newest entry about it says so, and since the time of that entry. */
async function checkHidden(tx: Sql, { id }: League, findings: Findings): Promise<void> {
  const odd: { player: number; told: Date | null; hidden: Date | null }[] = await tx.query(
    `SELECT player_id AS player, told, hidden_at AS hidden
     FROM (SELECT 'Player:' || player_id AS subject, player_id, hidden_at FROM rating
           WHERE league_id = $1 AND hidden_at IS NOT NULL) AS own
     FULL JOIN (SELECT DISTINCT ON (subject) subject, CASE action WHEN 'hidePlayer' THEN at END AS told FROM audit_entry
                WHERE league_id = $1 AND action IN ('hidePlayer', 'showPlayer') ORDER BY subject, id DESC) AS newest USING (subject)
     WHERE told IS DISTINCT FROM hidden_at ORDER BY subject LIMIT $2`,
    [id, MAX_FINDINGS],
  );
  for (const { player, told, hidden } of odd) findings.add('audit', `player ${player}, hidden since`, told, hidden);
}

/** The audit log of the platform has the creation and the revocation of every token, and each entry has an actor and a reason. */
export async function checkPlatformAudit(tx: Sql, actions: Actions, findings: Findings): Promise<void> {
  await checkTokens(tx, 'createToken', 'true', findings);
  await checkTokens(tx, 'revokeToken', 'revoked_at IS NOT NULL', findings);
  await checkRotations(tx, findings);
  await checkMakers(tx, findings);
  await checkSubjects(tx, actions, findings);
  const anonymous: { id: number; action: string }[] = await tx.query(
    `SELECT id, action FROM audit_entry WHERE trim(actor) = '' OR trim(reason) = '' OR trim(action) = ''
     ORDER BY id LIMIT $1`,
    [MAX_FINDINGS],
  );
  for (const { id, action } of anonymous) {
    findings.add('audit', `entry ${id}`, 'an actor, an action and a reason', action);
  }
}

/** Tokens with each of their leagues, 0 for those that have none. */
const OF_TOKENS = `SELECT token.id, coalesce(own.league_id, 0) AS league, slug
  FROM token LEFT JOIN token_league AS own ON own.token_id = token.id LEFT JOIN league_slug ON league_slug.league_id = own.league_id`;

/** Each token has its entry, and a token for leagues has one in each. */
async function checkTokens(
  tx: Sql,
  action: 'createToken' | 'revokeToken',
  condition: string,
  findings: Findings,
): Promise<void> {
  const untold: { id: number; slug: string | null }[] = await tx.query(
    `WITH told AS MATERIALIZED (SELECT league_id, after ->> 'id' AS token FROM audit_entry WHERE action = $1)
     ${OF_TOKENS} WHERE ${condition} AND NOT EXISTS (
       SELECT FROM told WHERE told.token = token.id::text AND told.league_id = coalesce(own.league_id, 0))
     ORDER BY token.id, slug LIMIT $2`,
    [action, MAX_FINDINGS],
  );
  for (const { id, slug } of untold) {
    findings.add('audit', `token ${id}${slug === null ? '' : ` for league ${slug}`}`, `an entry ${action}`, 'none');
  }
}

/** A token has a former secret for each rotation, and the audit log of each of its leagues has the rotation. */
async function checkRotations(tx: Sql, findings: Findings): Promise<void> {
  const secrets: { token: number; count: number }[] = await tx.query(
    'SELECT token_id AS token, count(*)::integer AS count FROM former_secret GROUP BY token_id',
  );
  const entries: { league: number; subject: string; count: number }[] = await tx.query(
    `SELECT league_id AS league, subject, count(*)::integer AS count FROM audit_entry
     WHERE action = 'rotateToken' GROUP BY league_id, subject`,
  );
  const formerOf = new Map(secrets.map(({ token, count }) => [token, count]));
  const auditedOf = new Map(entries.map(({ league, subject, count }) => [`${league} ${subject}`, count]));
  const rotated = new Set([...formerOf.keys(), ...entries.map(({ subject }) => parseSubject(subject)!.key[0]!)]);
  const tokens: { id: number; league: number; slug: string | null }[] = await tx.query(
    `${OF_TOKENS} WHERE token.id = ANY($1::integer[]) ORDER BY token.id, slug`,
    [[...rotated]],
  );
  const odd = tokens
    .map((token) => ({
      ...token,
      audited: auditedOf.get(`${token.league} ${tokenSubject(token.id)}`) ?? 0,
      former: formerOf.get(token.id) ?? 0,
    }))
    .filter(({ audited, former }) => audited !== former);
  for (const { id, slug, audited, former } of odd.slice(0, MAX_FINDINGS)) {
    findings.add('audit', `token ${id}${slug === null ? '' : ` for league ${slug}`}, rotations`, audited, former);
  }
}

/** The creator of a token is the one in the audit log. */
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

/** The subject of an entry agrees with its `before` and `after`. */
async function checkSubjects(tx: Sql, { ofSeveral }: Actions, findings: Findings): Promise<void> {
  const rows: { id: number; told: string | null; subject: string | null }[] = await tx.query(
    `SELECT id, told, subject FROM (SELECT entry.id, subject, CASE
       WHEN ${OF_A_MATCH} THEN matched.told
       WHEN action = ANY($2::text[]) THEN 'League:' || entry.league_id
       WHEN after ? 'playerId' THEN 'Player:' || (after ->> 'playerId')
       WHEN action IN ('updatePlayer', 'hidePlayer', 'showPlayer') THEN 'Player:' || (after ->> 'id')
       WHEN action IN ('createToken', 'rotateToken', 'revokeToken') THEN 'Token:' || (after ->> 'id')
       ELSE subject
     END AS told
     FROM audit_entry AS entry LEFT JOIN (
       SELECT entry.league_id, entry.id, 'Match:' || match.league_id || ':' || sequence AS told
       FROM audit_entry AS entry JOIN match ON match.league_id = entry.league_id AND external_id = after ->> 'externalId'
       WHERE ${OF_A_MATCH}
     ) AS matched USING (league_id, id)) AS own
     WHERE told IS DISTINCT FROM subject ORDER BY id LIMIT $1`,
    [MAX_FINDINGS, ofSeveral],
  );
  for (const { id, told, subject } of rows) findings.add('audit', `entry ${id}, subject`, told, subject);
}
