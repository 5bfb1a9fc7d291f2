import { Readable } from 'node:stream';
import type { Access } from '../access/access.js';
import type { NeedsDatabase } from '../kit/needs.js';
import { isRefusal, type Refusal, Refused, refuse, sentenceOf } from '../kit/refusal.js';
import { Unavailable } from '../kit/unavailable.js';
import { yieldToEventLoop } from '../kit/waiting.js';
import type { League } from '../league/league.js';
import { checkForm, contentHash, type MatchSubmission } from '../match-log/checks.js';
import { findByExternalIds } from '../match-log/match.repository.js';
import type { NeedsRaters } from '../raters/raters.js';
import { installedSystemOf } from '../raters/rating-system.js';
import { type CheckAgainstLeagueNeeds, checkAgainstLeague, otherContent } from '../submission/batch.js';
import { inSlices } from './bytes.js';
import type { CsvRow } from './csv.js';
import { plannedFile } from './match-file.js';
import type { MatchImport } from './match-import.js';
import { hasFile, type ImportKey, openFile } from './match-import.repository.js';
import { AT_IMPORT, getImport } from './request-import.js';
import { checkFor } from './target-league.js';

export type ReadRefusedRowsNeeds = NeedsDatabase & NeedsRaters & CheckAgainstLeagueNeeds;

/** A row of a file whose match is refused. */
export interface RefusedRow extends CsvRow {
  /** Why the match is refused. */
  readonly refusal: Pick<Refusal, 'rule' | 'parameters' | 'message'>;
}

/** Files that the process reads for this at a time: each stores the names of its players and the ids of its matches. */
const MAX_AT_A_TIME = 2;
/** Rows that are in memory before their matches are looked up in the log: about as many as one reading may have. */
const BATCH = 1_000;
/** How long a reading may take, in milliseconds, so that stalled readers make room: 64 MB, with the reasons, are 3 Mbit/s. */
const TIMEOUT = 180_000;
/** How long a reading keeps its place when others wait for one, in milliseconds: slow readers would keep both from everybody. */
const FAIR_SHARE = 20_000;

/** Readings with their start times, oldest first. */
const underWay = new Map<Readable, number>();

/**
 * The refused rows of a file that was checked or imported, in its order: only the file is stored, so it is read again. The stream must
 * be destroyed if it is not read to its end; it fails when it takes too long.
 * @throws Refused if there is nothing to read
 * @throws Unavailable if others are reading
 */
export async function readRefusedRows(
  needs: ReadRefusedRowsNeeds,
  access: Access,
  key: ImportKey | null,
  {
    pay,
    timeout = TIMEOUT,
    fairShare = FAIR_SHARE,
  }: { pay?: (bytes: number) => Promise<void>; timeout?: number; fairShare?: number } = {},
): Promise<{ readonly found: MatchImport; readonly rows: Readable & AsyncIterable<RefusedRow> }> {
  const { found, league } = await getImport(needs, access, key);
  const { status } = found;
  if (status !== 'CHECKED' && status !== 'DONE') {
    throw new Refused(refuse('IMPORT_REFUSES_NOTHING_YET', AT_IMPORT, { status }));
  }
  if (!(await hasFile(needs.database, found))) throw new Refused(refuse('IMPORT_FILE_GONE', AT_IMPORT));
  await pay?.(found.bytes);
  makeRoom(fairShare);
  const rows = Readable.from(refusedRows(needs, access, found, league), { signal: AbortSignal.timeout(timeout) });
  underWay.set(rows, performance.now());
  rows.once('close', () => underWay.delete(rows));
  // The reader gets the error; without a listener, it would end the process.
  rows.on('error', () => undefined);
  return { found, rows };
}

/** Ends the oldest reading if all places are taken and it has had its share. @throws Unavailable if it has not */
function makeRoom(fairShare: number): void {
  if (underWay.size < MAX_AT_A_TIME) return;
  const [oldest, since] = [...underWay][0]!;
  const left = since + fairShare - performance.now();
  if (left > 0) {
    const retryAfter = Math.ceil(left / 1_000);
    throw new Unavailable('The refused rows of other files are being read; try again later.', { retryAfter });
  }
  underWay.delete(oldest);
  oldest.destroy(new Unavailable('Others wait to read refused rows; try again later.', { retryAfter: 5 }));
}

type LoggedMatches = Awaited<ReturnType<typeof findByExternalIds>>;

interface ReadRows {
  readonly line: number;
  readonly rows: readonly CsvRow[];
  /** Missing if only the log can decide. */
  readonly refusal?: Pick<Refusal, 'rule' | 'parameters'> | undefined;
  readonly submission?: MatchSubmission;
}

async function* refusedRows(
  needs: ReadRefusedRowsNeeds,
  access: Access,
  found: MatchImport,
  league: League,
): AsyncGenerator<RefusedRow> {
  const system = installedSystemOf(needs.raters, league);
  const window = { now: needs.clock(), opensAt: league.opensAt };
  let rows: readonly CsvRow[] = [];
  const open = () => inSlices(openFile(needs.database, found), yieldToEventLoop);
  const file = plannedFile(open, found, found.plan!, (read) => {
    rows = read;
  });
  // Only a second reading refuses colliding names and scattered matches from their first row on.
  if (found.report?.problem) for await (const _ of file.readings());

  let batch: ReadRows[] = [];
  let size = 0;
  /** Refused are matches that the log has with other content; and after a finished import, all that passed the check and are not in the log. */
  const refusalOf = ({ line, submission, refusal }: ReadRows, logged: LoggedMatches): ReadRows['refusal'] => {
    const match = submission && checkForm(submission, []);
    if (!match || isRefusal(match)) return refusal;
    const original = logged.get(match.externalId);
    if (original?.contentHash.equals(contentHash(match))) return refusal;
    if (original) return otherContent(match, original, []);
    if (found.status !== 'DONE') return refusal;
    const candidate = { sender: { access, submittedAt: window.now }, index: 0, match };
    const recorded = found.refusals?.find(({ lines }) => lines[0] === line);
    return checkAgainstLeague(needs, league, system, candidate) ?? recorded ?? refuse('IMPORT_REFUSED', []);
  };
  const settle = async function* () {
    const ids = batch.flatMap(({ submission }) => submission?.externalId ?? []);
    const logged = await findByExternalIds(needs.database, league.id, ids);
    for (const each of batch) {
      const refusal = refusalOf(each, logged);
      if (!refusal) continue;
      const written = { ...refusal, message: sentenceOf(refusal.rule, refusal.parameters) };
      for (const row of each.rows) yield { ...row, refusal: written };
    }
    [batch, size] = [[], 0];
  };
  for await (const reading of file.readings()) {
    const { line } = reading;
    if (reading.kind === 'refused') batch.push({ line, rows, refusal: reading });
    else {
      const { submission } = reading;
      batch.push({ line, rows, submission, refusal: checkFor(system, window, submission) });
    }
    size += rows.length;
    if (size >= BATCH) yield* settle();
  }
  yield* settle();
}
