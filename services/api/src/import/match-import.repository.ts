import type { Access } from '../access/access.js';
import { LOCKS_OF } from '../kit/sql/advisory-locks.js';
import { fieldsBut } from '../kit/sql/table.js';
import { expectRows, type Sql } from '../kit/sql/transaction.js';
import type { SequenceSet } from '../match-log/imported-matches.repository.js';
import {
  type FileHead,
  type ImportRefusal,
  type ImportReport,
  type MatchImport,
  MatchImportTable,
  type ReadingPlan,
} from './match-import.js';

const FIELDS = fieldsBut(MatchImportTable, 'withdrawn');
const PENDING = `status IN ('CHECKING', 'IMPORTING')`;

/** JSON that PostgreSQL can store: files may contain characters that it refuses. */
function storedJson(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    typeof part === 'string' ? part.replaceAll(/[\0\p{Cs}]/gu, '\uFFFD') : part,
  );
}

/**
 * A row that is UPLOADING belongs to the process that receives the file. The time of the last piece is in `requested_at`, by the clock of
 * the database, because clocks of processes differ. A whole request must arrive within half a minute, so that the process of a row without a
 * piece for longer than this has ended.
 */
const ARRIVING = `status = 'UPLOADING' AND requested_at >= now() - interval '2 minutes'`;
const ABANDONED = `status = 'UPLOADING' AND requested_at < now() - interval '2 minutes'`;

/** Identifies an import on the platform. */
export interface ImportKey {
  readonly leagueId: number;
  readonly id: number;
}

/**
 * Changes an import if the condition holds.
 * @param values of the parameters from $3 on
 * @returns whether it does
 */
async function change(
  sql: Sql,
  { leagueId, id }: ImportKey,
  what: string,
  condition: string,
  values: readonly unknown[] = [],
): Promise<boolean> {
  const [, touched] = await sql.query(
    `UPDATE match_import SET ${what} WHERE league_id = $1 AND id = $2 AND ${condition}`,
    [leagueId, id, ...values],
  );
  return touched === 1;
}

/** Locks the uploads of a league: others who begin or count some wait until the transaction ends. */
export async function lockUploads(tx: Sql, leagueId: number): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1, $2)', [LOCKS_OF.upload, leagueId]);
}

/** How many files are arriving for a league, in all processes. */
export async function countArriving(sql: Sql, leagueId: number): Promise<number> {
  const rows: { count: number }[] = await sql.query(
    `SELECT count(*)::integer AS count FROM match_import WHERE league_id = $1 AND ${ARRIVING}`,
    [leagueId],
  );
  return rows[0]!.count;
}

export async function insertImport(
  sql: Sql,
  access: Access,
  { leagueId, fileName }: Pick<MatchImport, 'leagueId' | 'fileName'>,
): Promise<ImportKey> {
  const rows: { id: number }[] = await sql.query(
    `INSERT INTO match_import (league_id, status, file_name, actor_id, actor, requested_at)
     VALUES ($1, 'UPLOADING', $2, $3, $4, now()) RETURNING id`,
    [leagueId, fileName, access.tokenId, access.actor],
  );
  return { leagueId, id: rows[0]!.id };
}

/** Records that the file is still coming. @returns false if it was deleted */
export function updateImportArriving(sql: Sql, key: ImportKey): Promise<boolean> {
  return change(sql, key, 'requested_at = now()', `status = 'UPLOADING'`);
}

/** Adds a piece of a file that is still coming. */
export async function insertPart(
  sql: Sql,
  { leagueId, id }: ImportKey,
  number: number,
  content: Buffer,
): Promise<void> {
  await sql.query('INSERT INTO match_import_part (league_id, import_id, number, content) VALUES ($1, $2, $3, $4)', [
    ...[leagueId, id, number],
    content,
  ]);
}

/** Records that the file is complete. */
export async function updateImportUploaded(
  sql: Sql,
  key: ImportKey,
  { bytes, requestedAt }: Pick<MatchImport, 'bytes' | 'requestedAt'>,
  { format, delimiter, columns, rows }: FileHead,
): Promise<void> {
  const isThere = await change(
    sql,
    key,
    `status = 'UPLOADED', bytes = $3, format = $4, delimiter = $5, columns = $6, rows = $7, requested_at = $8`,
    `status = 'UPLOADING'`,
    [bytes, format, delimiter, storedJson(columns), storedJson(rows), requestedAt],
  );
  expectRows('updateImportUploaded', Number(isThere), 1);
}

export async function deleteImport(sql: Sql, { leagueId, id }: ImportKey): Promise<void> {
  await sql.query('DELETE FROM match_import WHERE league_id = $1 AND id = $2', [leagueId, id]);
}

/** Deletes all but the newest imports of a league, and none that is arriving or under way. */
export async function deleteOldImports(sql: Sql, leagueId: number, kept: number): Promise<void> {
  await sql.query(
    `DELETE FROM match_import WHERE league_id = $1 AND NOT ${PENDING} AND status <> 'UPLOADING'
       AND id <= (SELECT id FROM match_import WHERE league_id = $1 ORDER BY id DESC OFFSET $2 LIMIT 1)`,
    [leagueId, kept],
  );
}

/**
 * Deletes files of all leagues that were uploaded before a time and are not being imported. Imports that are done or have added matches
 * stay, without the file, so that they can be withdrawn. Files whose process ended while they arrived are deleted at once.
 */
export async function deleteUnusedImports(sql: Sql, before: Date): Promise<void> {
  const unused = "requested_at < $1 AND status IN ('UPLOADED', 'CHECKED', 'FAILED', 'DONE')";
  const isKept = "(accepted > 0 OR status = 'DONE')";
  await sql.query(`DELETE FROM match_import WHERE ${unused} AND NOT ${isKept} OR ${ABANDONED}`, [before]);
  await sql.query(
    `DELETE FROM match_import_part AS part USING match_import AS own
     WHERE part.league_id = own.league_id AND import_id = id AND ${unused} AND ${isKept}`,
    [before],
  );
}

export function findImport(sql: Sql, key: ImportKey): Promise<MatchImport | null> {
  return find(sql, key, `AND status <> 'UPLOADING'`);
}

/** Reads an import and locks it until the transaction ends. */
export function lockImport(tx: Sql, key: ImportKey): Promise<MatchImport | null> {
  return find(tx, key, 'FOR UPDATE');
}

async function find(sql: Sql, { leagueId, id }: ImportKey, rest: string): Promise<MatchImport | null> {
  const [found]: MatchImport[] = await sql.query(
    `SELECT ${FIELDS} FROM match_import WHERE league_id = $1 AND id = $2 ${rest}`,
    [leagueId, id],
  );
  return found ?? null;
}

/** One page of a league's imports, newest first. */
export async function listImports(
  sql: Sql,
  leagueId: number,
  page: { readonly limit: number; readonly beforeId: number | null },
): Promise<MatchImport[]> {
  return sql.query(
    `SELECT ${FIELDS} FROM match_import
     WHERE league_id = $1 AND status <> 'UPLOADING' AND ($2::integer IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    [leagueId, page.beforeId, page.limit],
  );
}

/** Requests a check. @returns false if a check or the import is in progress, or the import is over */
export function updateImportChecking(
  sql: Sql,
  key: ImportKey,
  { delimiter, columns, rows }: FileHead,
  plan: ReadingPlan,
): Promise<boolean> {
  return change(
    sql,
    key,
    `status = 'CHECKING', delimiter = $3, columns = $4, rows = $5, plan = $6, report = NULL, attempts = 0,
       progress = 0, replayed = 0, refusals = NULL, error = NULL, finished_at = NULL`,
    `status IN ('UPLOADED', 'CHECKED', 'FAILED')`,
    [delimiter, storedJson(columns), storedJson(rows), storedJson(plan)],
  );
}

/**
 * Requests the import of a checked file, perhaps on behalf of another admin.
 * @param seen the import as it was read before
 * @returns false if it has not been checked, or was checked again meanwhile
 */
export function updateImportStarted(sql: Sql, seen: MatchImport, { tokenId, actor }: Access): Promise<boolean> {
  const { delimiter, plan, report } = seen;
  return change(
    sql,
    seen,
    `status = 'IMPORTING', attempts = 0, progress = 0, actor_id = $3, actor = $4`,
    `status = 'CHECKED' AND delimiter IS NOT DISTINCT FROM $5 AND plan = $6 AND report = $7`,
    [tokenId, actor, delimiter, storedJson(plan), storedJson(report)],
  );
}

/** Ids of the leagues with waiting files, the longest wait first. */
export async function listLeaguesWithPendingImports(sql: Sql): Promise<number[]> {
  const rows: { leagueId: number }[] = await sql.query(
    `SELECT league_id AS "leagueId" FROM match_import WHERE ${PENDING} GROUP BY league_id ORDER BY min(id)`,
  );
  return rows.map(({ leagueId }) => leagueId);
}

/** A league's import that has waited longest. */
export async function findPendingImport(sql: Sql, leagueId: number): Promise<MatchImport | null> {
  const rows: MatchImport[] = await sql.query(
    `SELECT ${FIELDS} FROM match_import WHERE league_id = $1 AND ${PENDING} ORDER BY id LIMIT 1`,
    [leagueId],
  );
  return rows[0] ?? null;
}

/**
 * Records that a process begins. The first one after a start records where the log of the league ends: everything that the
 * import added before is known. Call it while no other process imports into the league.
 * @returns the import; null if there is nothing to do any more
 */
export async function updateImportBegun(
  sql: Sql,
  { leagueId, id, status }: ImportKey & Pick<MatchImport, 'status'>,
): Promise<MatchImport | null> {
  // Matches that an earlier version has added stay unknown.
  const [rows]: [MatchImport[]] = await sql.query(
    `UPDATE match_import SET attempts = attempts + 1, progress = 0,
       begun_after = CASE WHEN status = 'IMPORTING' AND attempts = 0 AND (accepted = 0 OR begun_after IS NOT NULL)
         THEN (SELECT last_sequence FROM league WHERE league.id = league_id) ELSE begun_after END
     WHERE league_id = $1 AND id = $2 AND status = $3 AND ${PENDING} RETURNING ${FIELDS}`,
    [leagueId, id, status],
  );
  return rows[0] ?? null;
}

/**
 * An import as a process has begun it. A process may lose its lock without noticing: once another one has begun the import, with the next
 * attempt, it writes nothing more.
 */
type Begun = ImportKey & Pick<MatchImport, 'attempts'>;

/** Leaves it to the next process. This process stopped in good order, so the attempt does not count. */
export async function updateImportLeft(sql: Sql, begun: Begun): Promise<void> {
  await change(sql, begun, 'attempts = attempts - 1', `attempts = $3 AND ${PENDING}`, [begun.attempts]);
}

/**
 * Records its progress. Accepted matches are recorded even if it was cancelled meanwhile.
 * @param added all matches that it has added; null: unchanged
 * @returns false if it was cancelled, or another process has begun it since
 */
export async function updateImportProgress(
  sql: Sql,
  { leagueId, id, attempts }: Begun,
  progress: number,
  accepted = 0,
  added: SequenceSet | null = null,
): Promise<boolean> {
  const [rows]: [{ isWanted: boolean }[]] = await sql.query(
    `UPDATE match_import SET progress = CASE WHEN ${PENDING} THEN $3 ELSE progress END, accepted = accepted + $4,
       added = coalesce(added + $5::int4multirange, $5::int4multirange, added)
     WHERE league_id = $1 AND id = $2 AND attempts = $6 RETURNING ${PENDING} AS "isWanted"`,
    [leagueId, id, Math.min(progress, 1), accepted, added && String(added), attempts],
  );
  return rows[0]?.isWanted ?? false;
}

export async function updateImportChecked(sql: Sql, begun: Begun, report: ImportReport): Promise<void> {
  const values = [storedJson(report), begun.attempts];
  const isBegun = `attempts = $4 AND status = 'CHECKING'`;
  await change(sql, begun, `status = 'CHECKED', progress = 1, report = $3`, isBegun, values);
}

/**
 * Records that the import is over, and deletes its bytes, unless rows were refused, which can be read for a day.
 * @param replayed matches that the league had before the import
 * @returns false if it was cancelled, or another process has begun it since
 */
export async function updateImportDone(
  sql: Sql,
  { leagueId, id, attempts }: Begun,
  { replayed, refusals }: { readonly replayed: number; readonly refusals: readonly ImportRefusal[] },
  finishedAt: Date,
): Promise<boolean> {
  const rows: { imports: number }[] = await sql.query(
    andDeleteParts(
      `UPDATE match_import SET status = 'DONE', progress = 1, replayed = $3, refusals = $4, finished_at = $5
       WHERE league_id = $1 AND id = $2 AND attempts = $6 AND status = 'IMPORTING'`,
      "refusals = '[]'",
    ),
    [leagueId, id, replayed, storedJson(refusals), finishedAt, attempts],
  );
  return rows[0]!.imports === 1;
}

/** Records a failure. The file can be checked again, so its bytes stay. @returns as `updateImportDone` */
export function updateImportFailed(sql: Sql, begun: Begun, error: string, finishedAt: Date): Promise<boolean> {
  const values = [error, finishedAt, begun.attempts];
  const isBegun = `attempts = $5 AND ${PENDING}`;
  return change(sql, begun, `status = 'FAILED', error = $3, finished_at = $4`, isBegun, values);
}

/** @returns false if it is over already */
export async function updateImportCancelled(sql: Sql, { leagueId, id }: ImportKey, finishedAt: Date): Promise<boolean> {
  const rows: { imports: number }[] = await sql.query(
    andDeleteParts(
      `UPDATE match_import SET status = 'CANCELLED', error = NULL, finished_at = $3
       WHERE league_id = $1 AND id = $2 AND status NOT IN ('DONE', 'CANCELLED')`,
    ),
    [leagueId, id, finishedAt],
  );
  return rows[0]!.imports === 1;
}

/** SQL that ends an import and deletes its bytes: both or neither, whenever the process dies. @param end updates it, with the parameters $1 and $2 @param isUseless of the import, whether its bytes go */
function andDeleteParts(end: string, isUseless = 'true'): string {
  return `
    WITH ended AS (${end} RETURNING ${isUseless} AS is_useless),
    deleted AS (
      DELETE FROM match_import_part WHERE league_id = $1 AND import_id = $2 AND EXISTS (SELECT FROM ended WHERE is_useless)
    )
    SELECT count(*)::integer AS imports FROM ended`;
}

/** Whether the bytes of a file are there. */
export async function hasFile(sql: Sql, { leagueId, id }: ImportKey): Promise<boolean> {
  const rows = await sql.query('SELECT FROM match_import_part WHERE league_id = $1 AND import_id = $2 AND number = 0', [
    leagueId,
    id,
  ]);
  return rows.length > 0;
}

/** A file is incomplete: it was deleted while it was read, or is damaged. Its last row may be cut off. */
export class FileGone extends Error {
  override readonly name = 'FileGone';

  constructor() {
    super('the file is not there any more; hand it in again');
  }
}

/**
 * The bytes of a file from the beginning, one piece in memory at a time. It fails with FileGone if the file ends too early.
 */
export async function* openFile(
  sql: Sql,
  { leagueId, id, bytes }: ImportKey & Pick<MatchImport, 'bytes'>,
  onRead: (bytes: number) => void = () => {},
): AsyncGenerator<Buffer> {
  let read = 0;
  for (let number = 0; ; number++) {
    const rows: { content: Buffer }[] = await sql.query(
      'SELECT content FROM match_import_part WHERE league_id = $1 AND import_id = $2 AND number = $3',
      [leagueId, id, number],
    );
    if (!rows[0]) {
      if (read < bytes) throw new FileGone();
      return;
    }
    yield rows[0].content;
    read += rows[0].content.length;
    onRead(read);
  }
}
