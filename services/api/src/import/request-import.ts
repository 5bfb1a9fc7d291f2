import { createHash } from 'node:crypto';
import { type Access, AccessDenied, ANONYMOUS, canAdminister } from '../access/access.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { type Refusal, Refused, refuse, refuseAny, shown } from '../kit/refusal.js';
import { transaction } from '../kit/sql/transaction.js';
import { isNamedZone } from '../kit/wall-time.js';
import { type League, refuseArchived } from '../league/league.js';
import { findLeagueById, getLeague } from '../league/league.repository.js';
import { type NeedsWakeUps, type Topic } from '../outbox/outbox.js';
import { parseDateFormat, parseInterval } from './dates.js';
import { headProblem, readHead } from './file-head.js';
import { insertImportEntry } from './import-audit.js';
import { parseMapping } from './mapping.js';
import { checkColumns } from './match-file.js';
import type { FileHead, MatchImport, ReadingPlan } from './match-import.js';
import {
  findImport,
  type ImportKey,
  lockImport,
  openFile,
  updateImportCancelled,
  updateImportChecking,
  updateImportStarted,
} from './match-import.repository.js';
import { MappingError } from './problems.js';

/** The meanings of a file's columns, as given by the caller. Empty if omitted. */
export interface CheckImport {
  readonly mapping?: string | null;
  /** Separator of cells; the detected one if omitted. */
  readonly delimiter?: string | null;
  readonly dateFormat?: string | null;
  /** Time zone of dates and times without an offset; UTC if omitted. */
  readonly timeZone?: string | null;
  readonly startAt?: Date | null;
  readonly every?: string | null;
  readonly idPrefix?: string | null;
}

/** Announced when a file waits to be checked or imported. */
export const IMPORTS: Topic = 'imports:0';

const CHECK_NAME_LENGTH = 16;

const LONGEST = { mapping: 4_000, dateFormat: 60, every: 20, idPrefix: 60 } as const;

/**
 * Has a whole file checked in the background, with a mapping. Nothing is imported.
 * @throws Refused if the mapping is wrong or names columns that the file lacks, or the file is being read or has been imported
 */
export async function checkImport(
  needs: NeedsDatabase & NeedsClock & NeedsWakeUps,
  access: Access,
  key: ImportKey | null,
  input: CheckImport,
): Promise<MatchImport> {
  const { found, league } = await getImport(needs, access, key);
  refuseArchived(league);
  const head = await headFor(needs, found, input.delimiter ?? null);
  const plan = planIn(input, head);
  if (!(await updateImportChecking(needs.database, found, head, plan))) {
    throw new Refused(refuse('IMPORT_AWAITS_NO_MAPPING', AT_IMPORT, { status: found.status }));
  }
  needs.wakeUps.announce(IMPORTS);
  return (await findImport(needs.database, found))!;
}

/** Identifies a check by its result and its plan: only checks with the same reading and the same result share a name. */
export function checkNameOf({ delimiter, plan, report }: MatchImport): string {
  const seen = JSON.stringify([delimiter, plan, report]);
  return createHash('sha256').update(seen).digest('base64url').slice(0, CHECK_NAME_LENGTH);
}

/**
 * Imports a file that was checked, in the background, on behalf of the caller. Matches that the league already has stay as they are.
 * @param check name of the check that the caller has seen; the newest if omitted
 * @throws Refused if it was not checked, the check found nothing to import, or it is not the check that the caller has seen
 */
export async function startImport(
  needs: NeedsDatabase & NeedsClock & NeedsWakeUps,
  access: Access,
  key: ImportKey | null,
  check: string | null = null,
): Promise<MatchImport> {
  const { found, league } = await getImport(needs, access, key);
  refuseArchived(league);
  const { report, status } = found;
  if (check !== null && report && check !== checkNameOf(found)) {
    const values = { newest: shown(checkNameOf(found)), value: shown(check) };
    throw new Refused(refuse('OTHER_CHECK', ['input', 'check'], values));
  }
  // A repeated request does nothing.
  if (status === 'IMPORTING' || status === 'DONE') return found;
  if (status !== 'CHECKED' || !report) throw new Refused(refuse('IMPORT_NOT_CHECKED', AT_IMPORT, { status }));
  if (report.problem) throw new Refused(refuse('IMPORT_HAS_PROBLEM', AT_IMPORT, { problem: report.problem }));
  if (report.matches === 0) throw new Refused(refuse('IMPORT_HAS_NO_MATCH', AT_IMPORT));
  if (!(await updateImportStarted(needs.database, found, access)))
    throw new Refused(refuse('IMPORT_CHECKED_AGAIN', AT_IMPORT));
  needs.wakeUps.announce(IMPORTS);
  return (await findImport(needs.database, found))!;
}

/** Cancels an import, and deletes its file. Imported matches stay; an import that is over is not changed. */
export async function cancelImport(
  needs: NeedsDatabase & NeedsClock,
  access: Access,
  key: ImportKey | null,
): Promise<MatchImport> {
  const { database, clock } = needs;
  const { found } = await getImport(needs, access, key);
  await transaction(database, null, async (tx) => {
    const former = await lockImport(tx, found);
    const at = clock();
    if (!former || !(await updateImportCancelled(tx, found, at))) return;
    // Otherwise the audit log has the entry already, or nothing was added.
    if (former.status !== 'IMPORTING') return;
    await insertImportEntry(tx, former, { added: former.accepted, status: 'CANCELLED' }, at);
  });
  return (await findImport(database, found))!;
}

/** An import, for an admin of its league; null for anybody else. */
export async function findImportOf(
  { database }: NeedsDatabase,
  access: Access,
  key: ImportKey,
): Promise<MatchImport | null> {
  const league = await findLeagueById(database.manager, key.leagueId);
  return league && canAdminister(access, league) ? findImport(database, key) : null;
}

/** The path of an import's id in inputs. */
export const AT_IMPORT = ['input', 'import'];

/** @throws Refused if the caller may not see it */
export async function getImport(
  needs: NeedsDatabase,
  access: Access,
  key: ImportKey | null,
): Promise<{ found: MatchImport; league: League }> {
  if (access === ANONYMOUS) throw new AccessDenied(access, 'import matches');
  const found = key && (await findImportOf(needs, access, key));
  if (found) return { found, league: await getLeague(needs.database.manager, found.leagueId) };
  throw new Refused(refuse('READABLE_ID', AT_IMPORT, { field: 'import' }));
}

/** The head of the file, with columns by another separator. */
async function headFor({ database }: NeedsDatabase, found: MatchImport, delimiter: string | null): Promise<FileHead> {
  if (delimiter === null || found.format === 'JSON_LINES' || delimiter === found.delimiter) return found;
  if (!/^[^"\r\n]$/u.test(delimiter)) {
    throw new Refused(refuse('DELIMITER', ['input', 'delimiter'], { value: shown(delimiter) }));
  }
  const head = await readHead(openFile(database, found), found.fileName, delimiter);
  refuseAny(headProblem(head, ['input', 'delimiter']));
  return head;
}

function planIn(input: CheckImport, { format, columns }: FileHead): ReadingPlan {
  if (format === 'JSON_LINES')
    return { mapping: null, dateFormat: null, timeZone: null, startAt: null, every: null, idPrefix: null };
  const timeZone = input.timeZone ?? 'UTC';
  const { mapping = null, dateFormat = null, startAt = null, every = null, idPrefix = null } = input;
  refuseAny(
    ...longMappingRefusals(input),
    mappingProblem(mapping, startAt, columns),
    dateFormat !== null && formatProblem(dateFormat),
    !isNamedZone(timeZone) && refuse('TIME_ZONE', ['input', 'timeZone'], { field: 'timeZone', value: shown(timeZone) }),
    every !== null && parseInterval(every) === undefined
      ? refuse('INTERVAL', ['input', 'every'], { value: shown(every) })
      : undefined,
  );
  return { mapping, dateFormat, timeZone, startAt: startAt?.toISOString() ?? null, every, idPrefix };
}

function longMappingRefusals(input: CheckImport): Refusal[] {
  return Object.entries(LONGEST).flatMap(([name, most]) => {
    const { length } = input[name as keyof typeof LONGEST] ?? '';
    return length > most ? [refuse('MAX_CHARACTERS', ['input', name], { field: name, max: most, length })] : [];
  });
}

function mappingProblem(text: string | null, startAt: Date | null, columns: readonly string[]): Refusal | undefined {
  try {
    const mapping = parseMapping(text ?? '');
    checkColumns(mapping, columns);
    if (mapping.date && startAt) return refuse('START_WITH_DATES', ['input', 'startAt']);
    if (!mapping.date && !startAt) return refuse('START_WITHOUT_DATES', ['input', 'startAt']);
    return undefined;
  } catch (error) {
    if (!(error instanceof MappingError)) throw error;
    const values = { part: shown(error.part), problem: error.rule, value: error.value };
    return refuse('MAPPING', ['input', 'mapping'], values);
  }
}

function formatProblem(text: string): Refusal | undefined {
  const format = parseDateFormat(text);
  return 'problem' in format
    ? refuse('DATE_FORMAT', ['input', 'dateFormat'], { problem: format.problem, value: shown(text) })
    : undefined;
}
