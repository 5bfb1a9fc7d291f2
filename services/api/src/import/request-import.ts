import { createHash } from 'node:crypto';
import { type Access, AccessDenied, ANONYMOUS, canAdminister } from '../access/access.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { type Refusal, Refused, refuse, shown } from '../kit/refusal.js';
import { transaction } from '../kit/sql/transaction.js';
import { isNamedZone } from '../kit/wall-time.js';
import type { League } from '../league/league.js';
import { refuseArchived } from '../league/league.js';
import { findLeagueById, getLeague } from '../league/league.repository.js';
import { type NeedsWakeUps, type Topic } from '../outbox/wake-ups.js';
import { parseDateFormat, parseInterval } from './dates.js';
import { headProblem, readHead } from './file-head.js';
import { insertUnfinishedEntry } from './import-audit.js';
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

/** What the columns of a file mean, as given by the caller. Empty if omitted. */
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
    throw conflict(`import must wait for its mapping, but is ${found.status}`);
  }
  needs.wakeUps.announce(IMPORTS);
  return (await findImport(needs.database, found))!;
}

/** Identifies a check by its result and its plan: only checks that read the file in the same way and found the same share a name. */
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
    const rule = `check must be that of the newest report, ${shown(checkNameOf(found))}, but is ${shown(check)}`;
    throw new Refused(refuse('CONFLICT', ['input', 'check'], `${rule}: the file was checked again in the meantime`));
  }
  // A repeated request changes nothing.
  if (status === 'IMPORTING' || status === 'DONE') return found;
  if (status !== 'CHECKED' || !report) throw conflict(`import must be checked first, but is ${status}`);
  if (report.problem) throw conflict(`import must have a file without problems, but ${report.problem}`);
  if (report.matches === 0) throw conflict('import must have a match that the league accepts, but has none');
  if (!(await updateImportStarted(needs.database, found, access)))
    throw conflict('import must be as you saw it, but was checked again in the meantime');
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
    // Otherwise the log knows already, or it has added nothing.
    if (former.status === 'IMPORTING') await insertUnfinishedEntry(tx, former, 'CANCELLED', former.accepted, at);
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

/** @throws Refused if the caller may not see it */
export async function getImport(
  needs: NeedsDatabase,
  access: Access,
  key: ImportKey | null,
): Promise<{ found: MatchImport; league: League }> {
  if (access === ANONYMOUS) throw new AccessDenied(access, 'import matches');
  const found = key && (await findImportOf(needs, access, key));
  if (found) return { found, league: await getLeague(needs.database.manager, found.leagueId) };
  throw new Refused(refuse('BAD_INPUT', ['input', 'import'], 'import must be the id of one that you may read'));
}

/** The head of the file, with columns by another separator. */
async function headFor({ database }: NeedsDatabase, found: MatchImport, delimiter: string | null): Promise<FileHead> {
  if (delimiter === null || found.format === 'JSON_LINES' || delimiter === found.delimiter) return found;
  if (!/^[^"\r\n]$/u.test(delimiter)) {
    throw new Refused(bad('delimiter', `must be one character and no quotation mark, but is ${shown(delimiter)}`));
  }
  const head = await readHead(openFile(database, found), found.fileName, delimiter);
  const problem = headProblem(head);
  if (problem) throw new Refused(bad('delimiter', problem));
  return head;
}

function planIn(input: CheckImport, { format, columns }: FileHead): ReadingPlan {
  if (format === 'JSON_LINES')
    return { mapping: null, dateFormat: null, timeZone: null, startAt: null, every: null, idPrefix: null };
  const timeZone = input.timeZone ?? 'UTC';
  const { mapping = null, dateFormat = null, startAt = null, every = null, idPrefix = null } = input;
  const problems = [
    ...tooLong(input),
    mappingProblem(mapping, startAt, columns),
    dateFormat !== null && formatProblem(dateFormat),
    !isNamedZone(timeZone) &&
      bad('timeZone', `must be the IANA name of a time zone, such as Europe/Berlin, but is ${shown(timeZone)}`),
    every !== null && parseInterval(every) === undefined
      ? bad('every', `must be a whole number with ms, s, m, h or d, such as 90s, but is ${shown(every)}`)
      : undefined,
  ].filter((problem): problem is Refusal => Boolean(problem));
  if (problems.length > 0) throw new Refused(...problems);
  return { mapping, dateFormat, timeZone, startAt: startAt?.toISOString() ?? null, every, idPrefix };
}

function tooLong(input: CheckImport): Refusal[] {
  return Object.entries(LONGEST).flatMap(([name, most]) => {
    const { length } = input[name as keyof typeof LONGEST] ?? '';
    return length > most ? [bad(name, `must have at most ${most} characters, but has ${length}`)] : [];
  });
}

function mappingProblem(text: string | null, startAt: Date | null, columns: readonly string[]): Refusal | undefined {
  try {
    const mapping = parseMapping(text ?? '');
    checkColumns(mapping, columns);
    if (mapping.date && startAt) return bad('startAt', 'must be left out if the file has a column of dates');
    if (!mapping.date && !startAt) return bad('startAt', 'must be given if no column has dates');
    return undefined;
  } catch (error) {
    if (!(error instanceof MappingError)) throw error;
    return bad('mapping', `${shown(error.part)} ${error.rule}, but has ${error.value}`);
  }
}

function formatProblem(text: string): Refusal | undefined {
  const format = parseDateFormat(text);
  return 'problem' in format
    ? bad('dateFormat', `${format.problem}, as in DD.MM.YYYY, but is ${shown(text)}`)
    : undefined;
}

function bad(field: string, rule: string): Refusal {
  return refuse('BAD_INPUT', ['input', field], `${field} ${rule}`);
}

export function conflict(message: string): Refused {
  return new Refused(refuse('CONFLICT', ['input', 'import'], message));
}
