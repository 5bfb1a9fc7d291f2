import type { Access } from '../access/access.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { Refused, refuse, refuseAny, shown } from '../kit/refusal.js';
import { type Sql, transaction } from '../kit/sql/transaction.js';
import { Unavailable } from '../kit/unavailable.js';
import { refuseArchived } from '../league/league.js';
import { getAdministered } from '../league/league.service.js';
import { headProblem, isWorkbook, readHead, shownFileName } from './file-head.js';
import type { MatchImport } from './match-import.js';
import {
  countArriving,
  deleteImport,
  deleteOldImports,
  deleteUnusedImports,
  findImport,
  insertImport,
  insertPart,
  lockUploads,
  openFile,
  updateImportArriving,
  updateImportUploaded,
} from './match-import.repository.js';

/** The largest accepted file, in bytes: half a million matches. It must arrive within the time limit of all requests. */
export const MAX_FILE = 32_000_000;
/** Bytes that are kept in memory at a time, and stored in a row. */
const PART = 262_144;
/** Imports of a league that are kept. */
const KEPT_IMPORTS = 10;
/** Files that may be arriving for a league at a time. */
const MAX_ARRIVING = 3;
/** How long a file waits to be used, in milliseconds. */
const UNUSED = 86_400_000;

/** A file on its way to a league. */
export interface ComingFile {
  /** The file's name. If it ends in `.jsonl` or `.ndjson`, the file is JSON Lines. */
  readonly name: string;
  /** Its bytes, which are stored as they arrive. */
  readonly content: AsyncIterable<Uint8Array>;
}

/**
 * Checks that a caller may upload a file. Call it before reading any of the file.
 * @throws Refused if there is no such league, or it is archived
 * @throws AccessDenied
 * @throws Unavailable if too many files are arriving for the league
 */
export async function checkMayImport(needs: NeedsDatabase, access: Access, slug: string): Promise<void> {
  const league = await getAdministered(needs, access, slug);
  refuseArchived(league);
  await refuseIfMany(needs.database, league.id);
}

/**
 * Stores a file of matches for a league, piece by piece, and reads its first rows. Nothing is imported yet.
 * @throws Refused if the file is empty, too large or no text, or `checkMayImport` refuses; nothing is stored then
 */
export async function receiveFile(
  needs: NeedsDatabase & NeedsClock,
  access: Access,
  slug: string,
  { name, content }: ComingFile,
): Promise<MatchImport> {
  const league = await getAdministered(needs, access, slug);
  refuseArchived(league);
  const { database } = needs;
  const now = needs.clock();
  await deleteOldImports(database, league.id, KEPT_IMPORTS - 1);
  const fileName = shownFileName(name);
  const key = await transaction(database, null, async (tx) => {
    await lockUploads(tx, league.id);
    await refuseIfMany(tx, league.id);
    return insertImport(tx, access, { leagueId: league.id, fileName });
  });
  try {
    let bytes = 0;
    let number = 0;
    for await (const part of partsIn(content)) {
      if (bytes === 0 && isWorkbook(part))
        throw new Refused(refuse('FILE_WORKBOOK', AT_FILE, { name: shown(fileName) }));
      bytes += part.length;
      if (!(await updateImportArriving(database, key))) throw new Refused(refuse('FILE_DELETED', AT_FILE));
      await insertPart(database, key, number++, part);
    }
    if (bytes === 0) throw new Refused(refuse('FILE_EMPTY', AT_FILE, { name: shown(fileName) }));
    const head = await readHead(openFile(database, { ...key, bytes }), fileName);
    refuseAny(headProblem(head, AT_FILE));
    await updateImportUploaded(database, key, { bytes, requestedAt: now }, head);
    return (await findImport(database, key))!;
  } catch (error) {
    await deleteImport(database, key);
    throw error;
  }
}

/** Deletes files that were not imported within a day, and incomplete files whose process ended. */
export function forgetUnusedFiles({ database, clock }: NeedsDatabase & NeedsClock): Promise<void> {
  return deleteUnusedImports(database, new Date(clock().getTime() - UNUSED));
}

async function refuseIfMany(sql: Sql, leagueId: number): Promise<void> {
  const arriving = await countArriving(sql, leagueId);
  if (arriving < MAX_ARRIVING) return;
  const message = `At most ${MAX_ARRIVING} files may be arriving for a league at a time; send this one when they are there.`;
  throw new Unavailable(message, { retryAfter: 5 });
}

/** @throws Refused if there are too many bytes */
async function* partsIn(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let begun: Uint8Array[] = [];
  let length = 0;
  let total = 0;
  for await (const chunk of content) {
    total += chunk.length;
    if (total > MAX_FILE) throw new Refused(refuse('IMPORT_SIZE', AT_FILE, { megabytes: MAX_FILE / 1_000_000 }));
    begun.push(chunk);
    length += chunk.length;
    if (length < PART) continue;
    yield Buffer.concat(begun);
    begun = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(begun);
}

const AT_FILE = ['file'];
