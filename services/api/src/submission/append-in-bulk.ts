import { type EntityManager, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import { type Access, AccessDenied, canSubmit } from '../access/access.js';
import { Refused } from '../kit/refusal.js';
import { isAway, unavailability } from '../kit/sql/database-away.js';
import { isAskedAgain, type Sql } from '../kit/sql/transaction.js';
import { isSameStamp, type League, type LeagueStamp } from '../league/league.js';
import { addMatches, lockLeague } from '../league/league.repository.js';
import { journalBytes } from '../league/quota.js';
import type { MatchSubmission } from '../match-log/checks.js';
import { contributionsOf, ratedPlayersOf } from '../match-log/match.js';
import { insertMatches } from '../match-log/match-write.repository.js';
import { listMerges } from '../match-log/merges-and-waits.repository.js';
import { handleKeysOf, type Roster } from '../match-log/roster.js';
import { insertEvent, leagueTopic } from '../outbox/outbox.js';
import { isApart } from '../raters/apart.js';
import { type RatingSystem, ratingSystemOf } from '../raters/rating-system.js';
import { storesContributions } from '../rating/journal-line.js';
import { RebuildAll } from '../replay/rebuild-all.js';
import { isKnownExternalId, isRefusedByDatabase } from './append.repository.js';
import {
  type Admitted,
  answerReplays,
  type Batch,
  type Candidate,
  isLate,
  type Results,
  type Sender,
  type SubmitResult,
} from './batch.js';
import { hasStrangers } from './league-state.js';
import { newMatch } from './rate-onto.js';
import { batchesOfDistinctIds, checkForms, countAnswers, type SubmitMatchesNeeds } from './submit-matches.js';
import { admitAll, admitToRoster } from './write.js';

/** Submissions that are written together, such as a part of a file. */
export interface SubmissionPage {
  /** How many submissions there are, and rejected rows of the file. */
  readonly size: number;
  readonly submissions: readonly MatchSubmission[];
}

/** The pages of a file, one after the other. */
export interface Pages<Own extends SubmissionPage> {
  /** Null at the end. */
  next(): Promise<Own | null>;
  /** Takes a page back, which then comes next. */
  putBack(page: Own): void;
}

export interface BulkOptions<Own extends SubmissionPage> extends Pick<Sender, 'writtenAs'> {
  /** The access of the next page's sender. If it throws, the previous pages are stored. */
  readAccess(): Promise<Access>;
  /** Called with the results of a page. If it throws, the page and the previous ones are stored. */
  onWritten(page: Own, results: readonly SubmitResult[]): Promise<void>;
  /** Called when all pages that were written are stored. */
  onStored(): Promise<void>;
  /** Whether the file may name an external id twice. Otherwise, the first duplicate ends the bulk. */
  readonly looksUp: boolean;
}

/** The most matches in a transaction: if its process dies, they are written again. */
const MOST = 500_000;
/** The most other items of a file in a transaction, such as refused rows: all outcomes are in memory until it ends. */
const MAX_LEFT_OUT = 50_000;
/** Matches to write before they are rated, and contributions of them: both are in memory while they are rated. */
const AT_ONCE = 20_000;
const MAX_CONTRIBUTIONS = 200_000;
/** How long a transaction may be without a statement, in milliseconds: it reads its file and rates many matches in between. */
const LONGEST_IDLE = 60_000;
/** How often a transaction checks whether others wait for it, in milliseconds. */
const LOOK_INTERVAL = 200;
/** A shorter file is submitted as fast in batches, and stored in smaller steps. */
const FEWEST = 5_000;
/** The league is locked while it is replayed, so nothing arrives. */
const NOTHING_ARRIVES = Number.MAX_SAFE_INTEGER;

/**
 * Writes pages to the end of a league's log, very many matches in a transaction, under the league's lock. It rates them as a replay does:
 * states stay in memory, lines are copied, and the rating of each player is written once. The transaction ends when others wait for it, so
 * nobody ever sees a match without its ratings. Others wait until the log and the players of the file are read or written once. A file that
 * is shorter than the log is submitted in batches: the log would be replayed first, under the lock.
 * @param expected about how many matches there are
 * @returns when no page is left, or when the next pages have to be submitted: if matches are late, or one is in the way. What was
 *   written and not stored by then has to be submitted as well. True: an external id came twice, so that `looksUp` is needed
 */
export async function appendInBulk<Own extends SubmissionPage>(
  needs: SubmitMatchesNeeds,
  leagueId: number,
  expected: number,
  pages: Pages<Own>,
  options: BulkOptions<Own>,
): Promise<boolean> {
  if (needs.schema.isDistributed || expected < FEWEST) return false;
  const runner = needs.database.createQueryRunner();
  const end = new LogEnd(needs, leagueId, expected, options.looksUp);
  try {
    for (let isLast = false; !isLast; ) {
      // The first page is read before the league is locked: a reader may have much work for it.
      const first = await pages.next();
      if (!first) return false;
      pages.putBack(first);
      const chunk = await runner.manager.transaction((tx) => end.write(tx, pages, options));
      chunk.committed();
      await options.onStored();
      if (chunk.error) throw chunk.error.cause;
      isLast = chunk.isLast;
    }
    return false;
  } catch (error) {
    if (!isSurmountable(error)) throw error;
    return isKnownExternalId(error);
  } finally {
    end.close();
    await runner.release();
  }
}

/** Whether submitting the same matches may succeed: if a rater or the database refused one of them, or another transaction was in the way. */
function isSurmountable(error: unknown): boolean {
  if (isAway(error)) return false;
  return (
    // The server ends a session that sends nothing for LONGEST_IDLE.
    error instanceof QueryRunnerProviderAlreadyReleasedError ||
    error instanceof Refused ||
    isAskedAgain(error) ||
    isRefusedByDatabase(error) ||
    unavailability(error) !== null
  );
}

/** The result of one transaction. */
interface Chunk {
  readonly isLast: boolean;
  /** The caller's error. */
  readonly error: { readonly cause: unknown } | null;
  /** Call it after the commit. */
  committed(): void;
}

/** The changes that a transaction is writing. */
interface Growth {
  /** Including the written changes. */
  league: League;
  events: number;
  /** Contributions of matches that are not rated yet. */
  contributions: number;
  /** The write of the newest page. */
  writing: Promise<unknown>;
  /** Bytes of the journal by the token of the matches. */
  readonly tokens: Map<number, number>;
}

/** The end of a league's log. */
class LogEnd {
  /** A replay up to the end of the log, in the revision of this league. */
  #replay: { readonly league: League; readonly merges: Roster['merges']; readonly own: RebuildAll } | null = null;
  /** The league after the last transaction; null before. */
  #stamp: LeagueStamp | null = null;
  /** Ids of the players so far, by handleKey. */
  readonly #ids = new Map<string, number>();
  /** Whether all matches of the log are from this file. */
  #isOwnLog = false;

  constructor(
    private readonly needs: SubmitMatchesNeeds,
    private readonly leagueId: number,
    private readonly expected: number,
    private readonly looksUp: boolean,
  ) {}

  close(): void {
    this.#replay?.own.close();
  }

  /** Writes pages until there is a reason to commit them. */
  async write<Own extends SubmissionPage>(
    tx: EntityManager,
    pages: Pages<Own>,
    options: BulkOptions<Own>,
  ): Promise<Chunk> {
    const { needs, leagueId } = this;
    const before = await lockLeague(tx, leagueId, LONGEST_IDLE);
    const system = ratingSystemOf(needs.raters, before);
    if (isApart(system.rater) || (before.matchCount > this.expected && !this.#stamp)) {
      return { isLast: true, error: null, committed: () => undefined };
    }
    needs.leagueCache.take(leagueId);
    if (!this.#stamp || !isSameStamp(before, this.#stamp)) {
      this.#ids.clear();
      this.#isOwnLog = before.lastSequence === 0 && !this.looksUp;
    }
    const replay = await this.#replayTo(tx, before, system);
    const bytes = replay.journalBytes;
    const [writing, tokens] = [Promise.resolve(), new Map<number, number>()];
    const growth: Growth = { league: before, events: 0, contributions: 0, writing, tokens };
    const added = () => growth.league.lastSequence - before.lastSequence;
    let isLast = false;
    let error: Chunk['error'] = null;
    const ask = <T>(asked: Promise<T>) =>
      asked.catch((cause: unknown) => {
        error = { cause };
        return null;
      });

    try {
      let [read, rated] = [0, 0];
      const isFull = () => added() >= MOST || read - added() >= MAX_LEFT_OUT || this.#isStorageUsedUp(growth);
      for (let lookedAt = performance.now(); !isFull() && !error; ) {
        if (added() - rated >= AT_ONCE || growth.contributions >= MAX_CONTRIBUTIONS) {
          await growth.writing;
          await replay.rate();
          rated = added();
          growth.contributions = 0;
        }
        if (performance.now() - lookedAt >= LOOK_INTERVAL) {
          await growth.writing;
          if (await isAwaited(tx)) break;
          lookedAt = performance.now();
        }
        const page = await ask(pages.next());
        if (!page) {
          isLast = true;
          break;
        }
        const access = await ask(this.#allowed(options.readAccess(), before));
        const isRateable = access && contributionsAtMost(page) <= MAX_CONTRIBUTIONS;
        const results = isRateable && (await this.#add(tx, growth, system, { ...options, access }, page.submissions));
        if (!results) {
          pages.putBack(page);
          // Late matches: if they came after all others, they may not be late after a commit.
          isLast = read === 0;
          break;
        }
        read += page.size;
        await ask(options.onWritten(page, results));
      }
      await growth.writing;
      if (added() > 0) {
        await replay.rate();
        replay.showAs(before);
        await replay.writeNew();
        this.#stamp = await addMatches(tx, before, {
          matches: added(),
          ratedThrough: growth.league.ratedThrough!,
          journalBytes: replay.journalBytes - bytes,
          events: growth.events,
        });
      }
    } catch (cause) {
      // A statement still to come would run after the end of the transaction, and stay.
      await growth.writing.catch(() => undefined);
      throw cause;
    }
    const at = needs.clock();
    return {
      isLast,
      error,
      committed: () => {
        for (const [token, grown] of growth.tokens) needs.tokenGrowth.add(token, grown, at);
        if (added() > 0) needs.wakeUps.announce(leagueTopic(leagueId));
      },
    };
  }

  /** Whether a token's quota may stop the next page. Its growth is counted after the commit, which decides. */
  #isStorageUsedUp({ tokens }: Growth): boolean {
    const { tokenStorage: limit, tokenGrowth, clock } = this.needs;
    if (limit === null) return false;
    return [...tokens].some(([token, grown]) => tokenGrowth.useOf(token, clock()) + grown >= limit);
  }

  async #allowed(asked: Promise<Access>, league: League): Promise<Access> {
    const access = await asked;
    if (!canSubmit(access, league)) throw new AccessDenied(access, `submit matches to ${league.slug}`);
    return access;
  }

  /** A replay up to the end of the log. From there on, it writes its ratings. */
  async #replayTo(tx: EntityManager, league: League, system: RatingSystem): Promise<RebuildAll> {
    const { id: leagueId, revision, generation } = league;
    if (this.#replay?.league.revision !== revision) {
      this.close();
      const merges = await listMerges(tx, leagueId);
      const origin = { leagueId, generation, revision };
      const rest = { lines: null, isStaged: false, stateBytes: this.needs.stateBytes, lastSequence: NOTHING_ARRIVES };
      this.#replay = { league, merges, own: new RebuildAll(tx, { origin, system, merges, ...rest }) };
    }
    const { own } = this.#replay!;
    await own.passOver();
    return own;
  }

  /** @returns null if matches are late */
  async #add(
    tx: EntityManager,
    growth: Growth,
    system: RatingSystem,
    caller: Pick<Sender, 'access' | 'writtenAs'>,
    submissions: readonly MatchSubmission[],
  ): Promise<SubmitResult[] | null> {
    const { needs, leagueId } = this;
    const checked = checkForms(submissions, { ...caller, submittedAt: needs.clock() });
    const candidates = checked.filter((one) => 'sender' in one);
    const isLateIn = ({ match }: Candidate) => isLate(growth.league, match);
    if (growth.league.lateMatches === 'REPLAY' && candidates.some(isLateIn)) {
      await growth.writing;
      if ((await answerReplays(tx, leagueId, candidates.filter(isLateIn), new Map())).length > 0) return null;
    }
    const results: Results = new Map();
    for (const batch of batchesOfDistinctIds(candidates)) {
      const admitted = await this.#admit(tx, growth, system, batch, results);
      if (admitted.length > 0) await this.#insert(tx, growth, system, admitted, results);
    }
    const answers = checked.map((one) => ('sender' in one ? results.get(one)! : one));
    countAnswers(needs.metrics, answers);
    return answers;
  }

  /** Admits the matches of a batch in their order. Only players whom the file has not named before require a query. */
  async #admit(
    tx: EntityManager,
    growth: Growth,
    system: RatingSystem,
    batch: Batch,
    results: Results,
  ): Promise<readonly Admitted[]> {
    if (!this.#isOwnLog) await growth.writing;
    const fresh = this.#isOwnLog ? batch : await answerReplays(tx, this.leagueId, batch, results);
    const { league } = growth;
    const roster = { ids: this.#ids, merges: this.#replay!.merges, isMember: () => true };
    const isKnown = ({ match }: Candidate) => league.isOpenEntry && !hasStrangers(match, roster);
    const strange = fresh.filter((candidate) => !isKnown(candidate));
    const known = fresh
      .filter(isKnown)
      .flatMap((one) => admitToRoster(this.needs, league, system, roster, one, results));
    if (strange.length === 0) return known;
    await growth.writing;
    const { admission, admitted, admittedFor } = await admitAll(this.needs, tx, league, system, strange, results);
    await admittedFor(admitted);
    const keys = admitted.flatMap(({ candidate }) => handleKeysOf(candidate.match));
    for (const key of keys) this.#ids.set(key, admission.ids.get(key)!);
    return [...known, ...admitted].sort((one, other) => one.candidate.index - other.candidate.index);
  }

  async #insert(
    tx: EntityManager,
    growth: Growth,
    system: RatingSystem,
    admitted: readonly Admitted[],
    results: Results,
  ): Promise<void> {
    const { leagueId, needs } = this;
    const { league } = growth;
    const matches = admitted.map((one, place) => newMatch(league, one, league.lastSequence + 1 + place));
    growth.events++;
    const own = { number: league.version + growth.events, revision: league.revision, at: matches[0]!.submittedAt };
    const event = { leagueId, kind: 'MATCHES_RATED', sequences: matches.map((one) => one.sequence), ...own } as const;
    // The next page is checked while this one is written.
    await growth.writing;
    growth.writing = insertMatches(tx, leagueId, matches).then(() => insertEvent(tx, event));
    growth.writing.catch(() => undefined);
    let [bytes, newest] = [0, league.ratedThrough?.getTime() ?? Number.NEGATIVE_INFINITY];
    for (const match of matches) {
      const contributions = contributionsOf(match);
      growth.contributions += contributions;
      const stored = storesContributions(system.rater, match) ? contributions : 0;
      bytes += journalBytes(ratedPlayersOf(match.sides).length, stored);
      newest = Math.max(newest, match.playedAt.getTime());
    }
    for (const [place, { candidate }] of admitted.entries()) {
      const { sequence } = matches[place]!;
      results.set(candidate, { kind: 'accepted', replayed: false, leagueId, sequence, stored: null });
    }
    const { submittedBy } = matches[0]!;
    if (submittedBy !== null) growth.tokens.set(submittedBy, (growth.tokens.get(submittedBy) ?? 0) + bytes);
    growth.league = {
      ...league,
      lastSequence: league.lastSequence + matches.length,
      journalBytes: league.journalBytes + bytes,
      ratedThrough: new Date(newest),
    };
    needs.metrics.batches.observe(matches.length);
  }
}

/** Whether others wait for rows that this transaction has locked. */
async function isAwaited(tx: Sql): Promise<boolean> {
  const waiting: unknown[] = await tx.query(
    'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid)) LIMIT 1',
  );
  return waiting.length > 0;
}

/** The most contributions that the matches of a page can have. */
function contributionsAtMost({ submissions }: SubmissionPage): number {
  return submissions.reduce((sum, { sides }) => {
    const players = sides.reduce((count, { participants }) => count + participants.length, 0);
    return sum + players * players;
  }, 0);
}
