import type { DataSource } from 'typeorm';
import type { Findings } from './findings.js';
import { type LeagueRule, type PlatformRule, rulesOf } from './rules.js';

/** An entry about one match, whose version it raises by one. */
const OF_A_MATCH = `after ? 'externalId'`;

/** A league's audit log contains its opening, its settings and every correction of a match. */
export const LEAGUE_AUDIT_RULES: readonly LeagueRule[] = rulesOf('audit', [
  {
    statement: `
      SELECT count(*)::integer AS entries FROM audit_entry WHERE league_id = $id AND action = 'createLeague'
      HAVING count(*) <> 1`,
    says: ({ entries }, { slug }) => [`league ${slug}, create league`, 1, entries],
  },
  {
    // The current settings are those of the newest entry with settings.
    statement: `
      SELECT audited, settings
      FROM league, LATERAL (SELECT after -> 'settings' AS audited FROM audit_entry
                            WHERE league_id = $id AND after ? 'settings' ORDER BY audit_entry.id DESC LIMIT 1) AS newest
      WHERE league.id = $id AND audited <> settings`,
    says: ({ audited, settings }, { slug }) => [`league ${slug}, settings`, audited, settings],
  },
  {
    statement: `
      SELECT made, audited FROM (
        SELECT (SELECT coalesce(sum(version - 1), 0)::integer FROM match WHERE league_id = $id) AS made,
               (SELECT count(*)::integer FROM audit_entry WHERE league_id = $id AND ${OF_A_MATCH}) AS audited
      ) AS own WHERE made <> audited`,
    says: ({ made, audited }, { slug }) => [`league ${slug}, corrections of matches`, made, audited],
  },
  {
    statement: `
      SELECT action, at, logged, entries FROM (
        SELECT action, at, coalesce(sum((after ->> 'matches')::integer) FILTER (WHERE NOT ${OF_A_MATCH}), 0)::integer AS logged,
               count(*) FILTER (WHERE ${OF_A_MATCH})::integer AS entries
        FROM audit_entry WHERE league_id = $id AND action = ANY($ofSeveral::text[]) GROUP BY action, at
      ) AS own WHERE logged <> entries ORDER BY at`,
    says: ({ action, at, logged, entries }: Record<string, unknown> & { at: Date }, { slug }) => [
      `league ${slug}, matches of ${action} at ${at.toISOString()}`,
      logged,
      entries,
    ],
  },
  {
    statement: `SELECT sequence FROM match WHERE league_id = $id AND status = 'VOID' AND version = 1 ORDER BY sequence`,
    says: ({ sequence }) => [`match ${sequence}, version of a void match`, '2 or more', 1],
  },
  {
    // The details and the weight of a corrected match are those of its newest entry.
    statement: `
      SELECT sequence, logged, details, logged_weight AS "loggedWeight", coalesce(weight, 1) AS weight
      FROM match JOIN (
        SELECT DISTINCT ON (subject) subject, after -> 'details' AS logged,
          coalesce((after ->> 'weight')::double precision, 1) AS logged_weight FROM audit_entry
        WHERE league_id = $id AND ${OF_A_MATCH} ORDER BY subject, id DESC
      ) AS newest ON subject = 'Match:' || league_id || ':' || sequence
      WHERE league_id = $id AND (logged IS DISTINCT FROM details OR logged_weight <> coalesce(weight, 1)) ORDER BY sequence`,
    says: ({ sequence, logged, details, loggedWeight, weight }) =>
      loggedWeight === weight
        ? [`match ${sequence}, details`, logged, details]
        : [`match ${sequence}, weight`, loggedWeight, weight],
  },
  {
    // A player is hidden from the boards if the newest entry about it hides them, and since the time of that entry.
    statement: `
      SELECT player_id AS player, logged, hidden_at AS hidden
      FROM (SELECT 'Player:' || player_id AS subject, player_id, hidden_at FROM rating
            WHERE league_id = $id AND hidden_at IS NOT NULL) AS own
      FULL JOIN (SELECT DISTINCT ON (subject) subject, CASE action WHEN 'hidePlayer' THEN at END AS logged FROM audit_entry
                 WHERE league_id = $id AND action IN ('hidePlayer', 'showPlayer') ORDER BY subject, id DESC) AS newest USING (subject)
      WHERE logged IS DISTINCT FROM hidden_at ORDER BY subject`,
    says: ({ player, logged, hidden }) => [`player ${player}, hidden since`, logged, hidden],
  },
]);

/** Each entry has an actor and a reason, and its subject agrees with its `before` and `after`. */
export const ENTRY_RULES: readonly PlatformRule[] = rulesOf('audit', [
  {
    statement: `
      SELECT id, logged, subject FROM (SELECT entry.id, subject, CASE
        WHEN ${OF_A_MATCH} THEN matched.logged
        WHEN action = ANY($ofSeveral::text[]) THEN 'League:' || entry.league_id
        WHEN after ? 'playerId' THEN 'Player:' || (after ->> 'playerId')
        WHEN action IN ('updatePlayer', 'hidePlayer', 'showPlayer') THEN 'Player:' || (after ->> 'id')
        WHEN action IN ('createToken', 'rotateToken', 'revokeToken') THEN 'Token:' || (after ->> 'id')
        ELSE subject
      END AS logged
      FROM audit_entry AS entry LEFT JOIN (
        SELECT entry.league_id, entry.id, 'Match:' || match.league_id || ':' || sequence AS logged
        FROM audit_entry AS entry JOIN match ON match.league_id = entry.league_id AND external_id = after ->> 'externalId'
        WHERE ${OF_A_MATCH}
      ) AS matched USING (league_id, id)) AS own
      WHERE logged IS DISTINCT FROM subject ORDER BY id`,
    says: ({ id, logged, subject }) => [`entry ${id}, subject`, logged, subject],
  },
  {
    statement: `
      SELECT id, action FROM audit_entry WHERE trim(actor) = '' OR trim(reason) = '' OR trim(action) = ''
      ORDER BY id`,
    says: ({ id, action }) => [`entry ${id}`, 'an actor, an action and a reason', action],
  },
]);

/** Bits of pg_trigger.tgtype: before the statement (not each row), and for which commands. Source: catalog/pg_trigger.h */
const TRIGGER_BITS = { row: 1, before: 2, delete: 8, update: 16, truncate: 32 };
const BEFORE_ANY_CHANGE = TRIGGER_BITS.before | TRIGGER_BITS.delete | TRIGGER_BITS.update | TRIGGER_BITS.truncate;

/** Error codes of the trigger, of a missing privilege, and of a standby. */
const REFUSALS = ['P0001', '42501', '25006'];

/** No entry can be changed or deleted: an enabled trigger refuses every change. */
export async function checkAppendOnly(database: DataSource, findings: Findings): Promise<void> {
  await checkTrigger(database, findings);
  // The conditions match no row, so that nothing would change even without the trigger.
  await checkRefused(database, 'UPDATE audit_entry SET reason = reason WHERE league_id = 0 AND id = 0', findings);
  await checkRefused(database, 'DELETE FROM audit_entry WHERE league_id = 0 AND id = 0', findings);
}

async function checkTrigger(database: DataSource, findings: Findings): Promise<void> {
  const triggers: { enabled: string; type: number }[] = await database.query(
    `SELECT tgenabled AS enabled, tgtype AS type FROM pg_trigger
     WHERE tgrelid = 'audit_entry'::regclass AND tgname = 'audit_entry_append_only'`,
  );
  const at = 'trigger audit_entry_append_only';
  const trigger = triggers[0];
  if (!trigger) {
    findings.add('appendOnly', at, 'a trigger', 'none');
    return;
  }
  // O: enabled in ordinary sessions; A: always. Not accepted: D, disabled, and R, in replication only.
  if (!['O', 'A'].includes(trigger.enabled)) findings.add('appendOnly', at, 'switched on', trigger.enabled);
  if (trigger.type !== BEFORE_ANY_CHANGE) {
    findings.add('appendOnly', at, 'before UPDATE, DELETE or TRUNCATE, for each statement', trigger.type);
  }
}

async function checkRefused(database: DataSource, statement: string, findings: Findings): Promise<void> {
  const runner = database.createQueryRunner();
  try {
    await runner.startTransaction();
    const code = await runner.query(statement).then(
      () => null,
      (error: { code?: string }) => error.code ?? String(error),
    );
    await runner.rollbackTransaction();
    if (code === null) findings.add('appendOnly', statement, 'refused', 'carried out');
    else if (!REFUSALS.includes(code)) findings.add('appendOnly', statement, 'refused', `error ${code}`);
  } finally {
    await runner.release();
  }
}
