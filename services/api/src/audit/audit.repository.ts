import { type Json } from '@openladder/rating';
import { type EntityManager } from 'typeorm';
import { type Access } from '../access/access.js';
import { checkLine, refuseAny } from '../kit/refusal.js';
import { isStorable } from '../kit/sql/columns.js';
import {
  bigint,
  double,
  fieldsBut,
  identity,
  integer,
  json,
  key,
  nullable,
  table,
  text,
  time,
} from '../kit/sql/table.js';
import { type Sql } from '../kit/sql/transaction.js';

/**
 * SQL that holds for entries about a correction, once for each: of one of several matches only for the entry about all of them. It is the
 * condition of an index, so the names stand in it, and a further one comes with a migration that makes the index anew.
 * @param actions of corrections
 * @param ofSeveral those of them that also have an entry for each match
 */
export function entriesAbout(actions: readonly string[], ofSeveral: readonly string[]): string {
  const listed = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ');
  return `action IN (${listed(actions)})
  AND (action NOT IN (${listed(ofSeveral)}) OR subject LIKE 'League:%')`;
}

/** Who did what, when and why. A trigger refuses every change of a row. */
export const AuditEntryTable = table('audit_entry', {
  /** 0 if it concerns the whole platform. */
  leagueId: key(integer()),
  id: identity(bigint()),
  /** Id of the token; null for the service itself and the command line. */
  actorId: nullable(integer()),
  actor: text(),
  action: text(),
  /** The subject; see AuditSubject. */
  subject: nullable(text()),
  reason: text(),
  /** Players and tokens are stored by id, which no renaming changes; readers get their names. */
  before: nullable(json<Json>()),
  after: nullable(json<Json>()),
  /** How many ratings a correction changed; null if it is none, or from before this was kept. */
  changeCount: nullable(integer()),
  /** The points of the largest of these changes, without a sign; null if no rating has points both before and after. */
  largestChange: nullable(double()),
  at: time(),
});
export type AuditEntryTable = InstanceType<typeof AuditEntryTable>;

/** The kinds of thing that an entry of the audit log can be about, with the number of integers that name one. */
const KEY_LENGTHS = { League: 1, Match: 2, Player: 1, Token: 1, Webhook: 2 } as const;
type SubjectKind = keyof typeof KEY_LENGTHS;

/** The subject of an entry of the audit log. */
export interface AuditSubject {
  readonly kind: SubjectKind;
  /** Its internal key: an id; for a match or a webhook, the league's id and its own. */
  readonly key: readonly number[];
}

/** The subject as the database stores it, for example `Match:3:17`: by ids, which no renaming changes. */
export type SubjectText = `${SubjectKind}:${string}`;

export function leagueSubject(id: number): SubjectText {
  return `League:${id}`;
}

export function matchSubject({ leagueId, sequence }: { leagueId: number; sequence: number }): SubjectText {
  return `Match:${leagueId}:${sequence}`;
}

export function playerSubject(id: number): SubjectText {
  return `Player:${id}`;
}

export function tokenSubject(id: number): SubjectText {
  return `Token:${id}`;
}

export function webhookSubject({ leagueId, id }: { leagueId: number; id: number }): SubjectText {
  return `Webhook:${leagueId}:${id}`;
}

/** @returns null if the text names nothing that an entry can be about */
export function parseSubject(text: string | null): AuditSubject | null {
  const [kind = '', ...parts] = (text ?? '').split(':');
  if (!Object.hasOwn(KEY_LENGTHS, kind) || parts.length !== KEY_LENGTHS[kind as SubjectKind]) return null;
  return { kind: kind as SubjectKind, key: parts.map(Number) };
}

/** The subject as the database stores it. */
export function subjectText({ kind, key }: { kind: string; key: readonly number[] }): string {
  return [kind, ...key].join(':');
}

/**
 * Checks the reason for the audit log.
 * @throws Refused
 */
export function checkReason(reason: string): void {
  refuseAny(checkLine(reason, ['input', 'reason']));
}

const FIELDS = fieldsBut(AuditEntryTable, 'leagueId');

/** In `audit_entry`, the league of entries that concern the whole platform. */
const PLATFORM = 0;

/** An entry for the audit log; see AuditEntryTable. */
export interface NewAuditEntry extends Pick<AuditEntry, 'leagueId' | 'action' | 'reason' | 'before' | 'after' | 'at'> {
  readonly subject: SubjectText;
  /** Only for corrections. */
  readonly moved?: RatingsMoved;
}

/** What a correction did to ratings: how many it changed, and the points of the largest change; see AuditEntryTable. */
export type RatingsMoved = Pick<AuditEntryTable, 'changeCount' | 'largestChange'>;

/** Writes who did what, in the same transaction as the change. */
export function insertAuditEntry(tx: EntityManager, access: Access, entry: NewAuditEntry): Promise<void> {
  return insertAuditEntries(tx, access, [entry]);
}

/** The same for several entries, in their order. */
export async function insertAuditEntries(
  tx: EntityManager,
  access: Access,
  entries: readonly NewAuditEntry[],
): Promise<void> {
  const column = (value: (entry: NewAuditEntry) => unknown) => entries.map(value);
  const json = (view: Json) => (view === null ? null : JSON.stringify(view));
  await tx.query(
    `INSERT INTO audit_entry (league_id, subject, actor_id, actor, action, reason, before, after, at, change_count, largest_change)
     SELECT league_id, subject, $1::integer, $2::text, action, reason, before::jsonb, after::jsonb, at, change_count, largest_change
     FROM unnest($3::integer[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::timestamptz[], $10::integer[],
                 $11::double precision[])
       WITH ORDINALITY AS entry (league_id, subject, action, reason, before, after, at, change_count, largest_change, place) ORDER BY place`,
    [
      access.tokenId,
      access.actor,
      column(({ leagueId }) => leagueId ?? PLATFORM),
      column(({ subject }) => subject),
      column(({ action }) => action),
      column(({ reason }) => reason),
      column(({ before }) => json(before)),
      column(({ after }) => json(after)),
      column(({ at }) => at),
      column(({ moved }) => moved?.changeCount ?? null),
      column(({ moved }) => moved?.largestChange ?? null),
    ],
  );
}

/**
 * Permits the transaction to change and delete entries; null ends the permission. Only for erasing what must not be kept: the entries of a
 * deleted league, or the names of a person who must be forgotten.
 */
export async function erasesFrom(tx: EntityManager, table: 'audit_entry' | null): Promise<void> {
  await tx.query(`SET LOCAL openladder.erases = '${table ?? ''}'`);
}

/** Whether this caller has done this to the league. */
export async function hasAuditEntry(sql: Sql, access: Access, leagueId: number, action: string): Promise<boolean> {
  const rows: unknown[] = await sql.query(
    `SELECT FROM audit_entry
     WHERE league_id = $1 AND actor = $2 AND actor_id IS NOT DISTINCT FROM $3::integer AND action = $4 LIMIT 1`,
    [leagueId, access.actor, access.tokenId, action],
  );
  return rows.length > 0;
}

/** The slugs of leagues that were deleted. */
export async function listDeletedSlugs(sql: Sql): Promise<Set<string>> {
  const rows: { slug: string }[] = await sql.query(
    `SELECT before ->> 'slug' AS slug FROM audit_entry WHERE league_id = ${PLATFORM} AND action = 'deleteLeague'`,
  );
  return new Set(rows.map(({ slug }) => slug));
}

/** An entry as it is read. Its league is null if it concerns the whole platform. */
export type AuditEntry = Omit<AuditEntryTable, 'leagueId'> & { readonly leagueId: number | null };

/** Filters of entries; null: any. */
export interface AuditFilter {
  readonly leagueId: number | null;
  readonly actor: string | null;
  readonly action: string | null;
  /** As the database stores them. */
  readonly subjects: readonly string[] | null;
}

/** One page of the audit log, newest first. */
export async function listAuditEntries(
  sql: Sql,
  { leagueId, actor, action, subjects }: AuditFilter,
  page: { limit: number; beforeId: number | null },
): Promise<AuditEntry[]> {
  if (![actor ?? '', action ?? '', ...(subjects ?? [])].every(isStorable)) return [];
  return sql.query(
    `SELECT ${FIELDS}, NULLIF(league_id, ${PLATFORM}) AS "leagueId" FROM audit_entry
     WHERE ${leagueId === null ? '$1::integer IS NULL' : 'league_id = $1'} AND ($2::text IS NULL OR actor = $2)
       AND ($3::text IS NULL OR action = $3) AND ($4::text[] IS NULL OR subject = ANY($4))
       AND ($5::bigint IS NULL OR id < $5)
     ORDER BY id DESC LIMIT $6`,
    [leagueId, actor, action, subjects, page.beforeId, page.limit],
  );
}

/** Columns of an entry as readers see it. */
export const SHOWN_FIELDS = fieldsBut(AuditEntryTable, 'actorId');

/** An entry of the audit log about a correction. */
export type Correction = AuditEntry & { readonly leagueId: number };

/** A page of corrections. */
export interface CorrectionPage {
  /** SQL that holds for entries about a correction. */
  readonly isCorrection: string;
  readonly limit: number;
  /** Null: the newest. */
  readonly beforeId: number | null;
}

/** The corrections of a league, newest first. */
export function listCorrections(
  sql: Sql,
  leagueId: number,
  { isCorrection, limit, beforeId }: CorrectionPage,
): Promise<Correction[]> {
  return sql.query(
    `SELECT ${SHOWN_FIELDS} FROM audit_entry WHERE league_id = $1 AND ${isCorrection} AND ($2::bigint IS NULL OR id < $2)
     ORDER BY id DESC LIMIT $3`,
    [leagueId, beforeId, limit],
  );
}

/**
 * Everything that a name may mean: the current or former handle of a player, or an account of theirs that the league
 * may see, the slug of a league, the name of a token and, in a league, the external id of a match.
 * @param key the name in the form in which handles are compared
 * @returns subjects as the database stores them
 */
export async function listSubjectsNamed(
  sql: Sql,
  { name, key }: { readonly name: string; readonly key: string },
  leagueId: number | null,
): Promise<string[]> {
  if (!isStorable(name)) return [];
  const rows: { subject: string }[] = await sql.query(
    `SELECT 'League:' || league_id AS subject FROM league_slug WHERE slug = $1
     UNION ALL SELECT 'League:' || league_id FROM former_slug WHERE slug = $1
     UNION ALL SELECT 'Token:' || id FROM token WHERE name = $1
     UNION ALL SELECT 'Match:' || league_id || ':' || sequence FROM match WHERE league_id = $2 AND external_id = $1
     UNION ALL SELECT 'Player:' || player_id FROM player_name WHERE handle_key = $3
     UNION SELECT 'Player:' || player_id FROM account WHERE account = $3 AND ($2 IS NULL OR league_id IN (0, $2))`,
    [name, leagueId, key],
  );
  return rows.map(({ subject }) => subject);
}
