import { type Access, AccessDenied, COMMAND_LINE, canAdminister } from '../access/access.js';
import type { NeedsSession } from '../database/process-session.js';
import type { NeedsSchema } from '../database/schema-watch.js';
import type { Log } from '../kit/log.js';
import type { NeedsClock } from '../kit/needs.js';
import { Refused } from '../kit/refusal.js';
import { LOCKS_OF } from '../kit/sql/advisory-locks.js';
import { isAway } from '../kit/sql/database-away.js';
import { type Sql, transaction } from '../kit/sql/transaction.js';
import type { Unavailable } from '../kit/unavailable.js';
import { pause, yieldToEventLoop } from '../kit/waiting.js';
import { getLeague } from '../league/league.repository.js';
import { listSubmittedBy, SequenceSet } from '../match-log/imported-matches.repository.js';
import type { NeedsRaters } from '../raters/raters.js';
import { installedSystemOf } from '../raters/rating-system.js';
import type { SubmitMatchesNeeds } from '../submission/submit-matches.js';
import { findToken } from '../token/token.repository.js';
import { inSlices } from './bytes.js';
import { PreviewNotes, previewOf, refusalsOf, scanFile } from './check-file.js';
import { insertImportEntry } from './import-audit.js';
import { type AcceptedMatches, importMatches } from './import-matches.js';
import { ImportTurns } from './import-turns.js';
import { plannedFile } from './match-file.js';
import type { MatchImport } from './match-import.js';
import {
  FileGone,
  findImport,
  findPendingImport,
  listLeaguesWithPendingImports,
  openFile,
  updateImportBegun,
  updateImportChecked,
  updateImportDone,
  updateImportFailed,
  updateImportLeft,
  updateImportProgress,
} from './match-import.repository.js';
import { FileError, MappingError } from './problems.js';
import { type Reading, RefusalLog } from './reading.js';
import { sortByTime } from './sort-by-time.js';
import { checkFor } from './target-league.js';

export type RunImportsNeeds = SubmitMatchesNeeds & NeedsClock & NeedsRaters & NeedsSchema & NeedsSession;

/** Matches in a transaction: requests to the league wait for it. */
const BATCH = 500;
/** How many readings may follow one another before other requests get a turn. */
const TURN = 100;
/** How often a check stores its progress and finds out whether it was cancelled, in milliseconds. */
const INTERVAL = 500;
/** How long an import waits for a league that takes no matches, in milliseconds, in all its turns. */
const TIMEOUT = 3_600_000;
/** Memory for sorting the matches of a file by time, in bytes: several files may be sorted at once. */
const SORTING_ROOM = 16_000_000;
/** An import that has ended this many processes is not started again. */
const MAX_ATTEMPTS = 3;

/** Reading ended before the end of the file. */
class Ended extends Error {
  override readonly name = 'Ended';

  /** @param makesWay whether the league takes no matches, and others get a turn */
  constructor(readonly makesWay = false) {
    super();
  }
}

/** An import cannot continue, for a reason that its admin can resolve. */
class CannotImport extends Error {
  override readonly name = 'CannotImport';
}

/**
 * Checks and imports waiting files, one after another. Several calls at once work on files of several leagues side by side. Files of
 * a league are taken in the order in which they were uploaded, one at a time among all processes. Leagues take turns; one
 * that takes no matches makes way. A file whose process died is started again: matches that it has already imported count once.
 * @param stopping leaves the present file to the next process
 * @param turns shared by all callers of this process
 */
export async function runImports(
  needs: RunImportsNeeds,
  log: Log,
  stopping: AbortSignal,
  turns = new ImportTurns(),
): Promise<void> {
  while (!stopping.aborted && (await needs.schema.fits()) && (await runNext(needs, log, stopping, turns)));
}

/** @returns false if no league has a waiting file that nobody is working on and that can continue */
async function runNext(needs: RunImportsNeeds, log: Log, stopping: AbortSignal, turns: ImportTurns): Promise<boolean> {
  const { database } = needs;
  const waiting = await listLeaguesWithPendingImports(database);
  for (const leagueId of turns.inOrder(waiting)) {
    const isMine = await needs.session.ifAlone([LOCKS_OF.import, leagueId], async () => {
      turns.begin(leagueId);
      let makesWay = false;
      try {
        const next = await findPendingImport(database, leagueId);
        if (next) makesWay = await runImport(needs, next, log, stopping, turns);
      } finally {
        if (makesWay) turns.rest(leagueId);
        else turns.end(leagueId);
      }
    });
    if (isMine) return true;
  }
  return false;
}

/** @returns whether it makes way for other leagues */
async function runImport(
  needs: RunImportsNeeds,
  pending: MatchImport,
  log: Log,
  stopping: AbortSignal,
  turns: ImportTurns,
): Promise<boolean> {
  const { database } = needs;
  if (pending.attempts >= MAX_ATTEMPTS) {
    await failImport(needs, pending, `it was begun ${pending.attempts} times, and each time its process ended`);
    return false;
  }
  const begun = await updateImportBegun(database, pending);
  if (!begun) return false;
  try {
    await new Run(needs, begun, stopping, turns).run();
  } catch (error) {
    if (error instanceof Ended) {
      if (stopping.aborted || needs.schema.incompatibility || error.makesWay) await updateImportLeft(database, begun);
      return error.makesWay;
    }
    if (isAway(error)) throw error;
    const isExpected = [Refused, AccessDenied, FileError, FileGone, MappingError, CannotImport].some(
      (type) => error instanceof type,
    );
    if (!isExpected) log.error({ err: error, leagueId: pending.leagueId, import: pending.id }, 'An import failed');
    const problem = isExpected ? (error as Error).message : 'internal error; see the log of the service';
    await failImport(needs, begun, problem);
  }
  return false;
}

function failImport({ database, clock }: RunImportsNeeds, pending: MatchImport, problem: string): Promise<void> {
  return transaction(database, null, async (tx) => {
    const at = clock();
    if (!(await updateImportFailed(tx, pending, problem, at)) || pending.status === 'CHECKING') return;
    const { accepted: added } = (await findImport(tx, pending))!;
    await insertImportEntry(tx, pending, { added, status: 'FAILED' }, at);
  });
}

/** One check or import. */
class Run {
  readonly #added: AddedByImport;
  #reported = performance.now();
  /** The share of the work that is done, 0 to 1. */
  #share = 0;
  /** Readings that have been imported or refused. */
  #settled = 0;
  /** When `#settled` last changed. */
  #movedAt = performance.now();

  constructor(
    private readonly needs: RunImportsNeeds,
    private readonly pending: MatchImport,
    private readonly stopping: AbortSignal,
    private readonly turns: ImportTurns,
  ) {
    this.#added = new AddedByImport(needs.database, pending);
  }

  /** @throws Ended if the process stops, or the import was cancelled */
  async run(): Promise<void> {
    const { needs, pending } = this;
    const { database } = needs;
    const league = await getLeague(database.manager, pending.leagueId);
    const bytes = () =>
      openFile(database, pending, (read) => {
        if (pending.status === 'CHECKING') this.#share = read / pending.bytes;
      });
    const file = plannedFile(() => inSlices(bytes(), () => this.#giveWay()), pending, pending.plan!);
    const window = { now: needs.clock(), opensAt: league.opensAt };
    const system = installedSystemOf(needs.raters, league);
    const notes = pending.status === 'CHECKING' ? new PreviewNotes(database, league.id) : null;
    const found = await scanFile(
      this.#inTurns(file.readings()),
      (submission) => checkFor(system, window, submission),
      new RefusalLog(),
      file.placements,
      notes ? (match) => notes.add(match) : undefined,
    );
    if (notes) return updateImportChecked(database, pending, await previewOf(file, found, notes));
    const refusals = new RefusalLog();
    this.#movedAt = performance.now();
    const inOrder = () => this.#inTurns(file.readings());
    const read = () => (found.outOfOrder > 0 ? sortByTime(inOrder, SORTING_ROOM, found.isNewestFirst) : inOrder());
    const moved = (settled: number) => {
      this.#settled = settled;
      this.#movedAt = performance.now();
      this.#share = settled / (found.matches + found.refusals.count);
    };
    const counts = await importMatches(needs, league.slug, read, found.matches, refusals, {
      readAccess: () => this.#access(),
      batchSize: BATCH,
      isInOrder: found.outOfOrder === 0,
      names: file.names,
      onUnavailable: (reason) => this.#wait(reason),
      onAccepted: (accepted) => this.#added.take(accepted),
      onWritten: (written) => {
        moved(written);
        return this.#look();
      },
      onProgress: (settled) => {
        moved(settled);
        return this.#tell();
      },
    });
    const replayed = counts.accepted + counts.replayed - this.#added.seen;
    await transaction(database, null, async (tx) => {
      const at = needs.clock();
      if (!(await updateImportDone(tx, pending, { replayed, refusals: refusalsOf(refusals) }, at))) return;
      const { accepted: added } = (await findImport(tx, pending))!;
      await insertImportEntry(tx, pending, { added, replayed, refused: refusals.count }, at);
    });
  }

  /** The present rights of the person who started it. @throws CannotImport if they have lost them */
  async #access(): Promise<Access> {
    const { actorId, actor } = this.pending;
    if (actorId === null) return COMMAND_LINE;
    const token = await findToken(this.needs.database.manager, actorId);
    const now = this.needs.clock();
    if (!token || token.revokedAt || (token.expiresAt && token.expiresAt <= now)) {
      throw new CannotImport(`the token ${actor}, which started it, has ended; start it again with another`);
    }
    const access = { tokenId: token.id, actor: token.name, scopes: token.scopes, leagueIds: token.leagueIds };
    if (!canAdminister(access, { id: this.pending.leagueId })) {
      throw new CannotImport(
        `the token ${actor}, which started it, may no longer run the league; start it again with another`,
      );
    }
    return access;
  }

  /** Gives others a turn. @throws Ended if the process stops, or the import was cancelled */
  async #giveWay(): Promise<void> {
    await yieldToEventLoop();
    await this.#look();
  }

  /** Readings with pauses in which others get a turn, in addition to the pauses of reading the file: matches are checked and sorted. */
  async *#inTurns(readings: AsyncIterable<Reading>): AsyncGenerator<Reading> {
    let count = 0;
    for await (const reading of readings) {
      if (++count % TURN === 0) await this.#giveWay();
      yield reading;
    }
  }

  /**
   * The league may be recomputed, or locked by a long correction.
   * @throws CannotImport if that does not end
   * @throws Ended if other leagues wait for a turn
   */
  async #wait({ message }: Unavailable): Promise<void> {
    if (this.turns.stuckFor(this.pending, this.#settled) > TIMEOUT) throw new CannotImport(message);
    await pause(INTERVAL, this.stopping);
    await this.#look();
    if (!this.turns.shallMakeWay(this.#movedAt, await listLeaguesWithPendingImports(this.needs.database))) return;
    await this.#tell();
    throw new Ended(true);
  }

  async #look(): Promise<void> {
    // Another version has migrated the schema, and its processes continue.
    if (this.stopping.aborted || this.needs.schema.incompatibility) throw new Ended();
    if (performance.now() - this.#reported >= INTERVAL) await this.#tell();
  }

  /** @throws Ended if it was cancelled */
  async #tell(): Promise<void> {
    this.#reported = performance.now();
    const { needs, pending } = this;
    const { accepted, all } = this.#added.sinceReport();
    const isWanted = await transaction(needs.database, null, async (tx) => {
      if (await updateImportProgress(tx, pending, this.#share, accepted, all)) return true;
      // The cancellation wrote an entry for the matches before that. If another process has begun the import, its entry counts all. An
      // erasure has deleted the import for the names in it, and its file name may contain one.
      const { attempts, fileName } = (await findImport(tx, pending)) ?? { ...pending, fileName: '' };
      if (attempts === pending.attempts) {
        const ended = { added: accepted, status: 'CANCELLED' } as const;
        await insertImportEntry(tx, { ...pending, fileName }, ended, needs.clock());
      }
      return false;
    });
    if (!isWanted) throw new Ended();
  }
}

/**
 * The matches that an import has added. Replayed matches count as added if they came after the import began, from the same token and by no
 * other import: the process died between writing and recording them.
 */
class AddedByImport {
  readonly #all: SequenceSet;
  /** Matches that this process has seen, added by it or before. */
  readonly #seen = new SequenceSet();
  #reported: number;

  constructor(
    private readonly sql: Sql,
    private readonly own: MatchImport,
  ) {
    this.#all = SequenceSet.parse(own.added ?? '');
    this.#reported = this.#all.size;
  }

  async take({ added, replayed }: AcceptedMatches): Promise<void> {
    for (const sequence of added) this.#take(sequence);
    const unknown: number[] = [];
    for (const sequence of replayed) {
      if (this.#seen.has(sequence)) continue;
      if (this.#all.has(sequence)) this.#take(sequence);
      else if (sequence > (this.own.begunAfter ?? Number.POSITIVE_INFINITY)) unknown.push(sequence);
    }
    if (unknown.length === 0) return;
    const mine = await listSubmittedBy(this.sql, this.own, unknown, this.own.actorId);
    for (const sequence of mine) this.#take(sequence);
  }

  #take(sequence: number): void {
    this.#all.add(sequence);
    this.#seen.add(sequence);
  }

  /** How many of them this process has seen. */
  get seen(): number {
    return this.#seen.size;
  }

  /** How many were added since the last call, and all of them; null if it is unknown what an earlier version has added. */
  sinceReport(): { readonly accepted: number; readonly all: SequenceSet | null } {
    const accepted = this.#all.size - this.#reported;
    this.#reported = this.#all.size;
    return { accepted, all: accepted > 0 && this.own.begunAfter !== null ? this.#all : null };
  }
}
