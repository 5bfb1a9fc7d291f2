import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { CONTRIBUTION_WIDTH, hasBatch, type PlayerId } from '@openladder/rating';
import pLimit from 'p-limit';
import type { EntityManager } from 'typeorm';
import { inPages } from '../kit/grouped-by.js';
import { keepingAwake } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { bytesSaved, journalBytes } from '../league/quota.js';
import type { LogPosition } from '../match-log/match.js';
import { listMatchesBySequence } from '../match-log/match.repository.js';
import { isApart } from '../raters/apart.js';
import { boardRuleOf, type RatingSystem } from '../raters/rating-system.js';
import { States } from '../rating/cached-states.js';
import { memoryWidth } from '../rating/journal-line.js';
import { type RatingUpdate, ratingUpdates } from '../rating/rate-batch.js';
import { countOwnLines, listHidden, listRecorded } from '../rating/rating.repository.js';
import { publishRatings, stageRatings } from '../rating/staged-ratings.repository.js';
import { type RatingMoves, writeBoard } from './effect.js';
import { BatchLogRater } from './log/batch-log-rater.js';
import type { LineOrigin } from './log/line-encoder.js';
import { type InTurn, LineWriter } from './log/line-writer.js';
import type { LogPage } from './log/log-page.js';
import { BadMatch, type LogRater, storedLogRater } from './log/log-rater.js';
import type { LogSegment } from './log/log-segment.js';
import { PackedTallies } from './log/packed-tallies.js';
import { PlayerIndex } from './log/player-index.js';
import { readStretches } from './log/read-segments.js';
import type { Published, ReplayStrategy } from './replay-strategy.js';
import { Arrivals, checkReplayable, ReplayFailed } from './replayed-log.js';

/** How often progress is stored, in milliseconds: each time takes a commit, which waits until all lines are on disk. */
const TELLING_INTERVAL = 500;
/** Rows of the board in one batch. */
const UPDATES = 1000;

/** How to rate a whole log again. */
export interface LogReplay {
  readonly origin: LineOrigin;
  readonly system: RatingSystem;
  /** Merged players, each with the player they count as. */
  readonly merges: ReadonlyMap<number, number>;
  /** The newest arrival when the log was corrected. */
  readonly lastSequence: number;
  /** The transaction that writes lines: on another connection, this one (slower), or null for a dry run. */
  readonly lines: EntityManager | null;
  /** Whether the board is first written to a separate table, while the league is not locked. */
  readonly isStaged: boolean;
  /** About how many bytes of players' states to keep in memory. */
  readonly stateBytes: number;
  /** Called now and then with the matches done so far; may throw to give up. */
  readonly onProgress?: (done: number) => Promise<void>;
}

/**
 * Rates a whole log into a new generation of the journal. Memory holds a stretch of its lines and the players' states. Nothing that
 * others can see or that they lock changes before `publish`.
 */
export class RebuildAll implements ReplayStrategy {
  #system: RatingSystem;
  readonly #playerIndex = new PlayerIndex();
  readonly #writer: LineWriter;
  readonly #rater: LogRater;
  readonly #arrivals: Arrivals;
  readonly #tallies = new PackedTallies();
  /** Reading ahead takes turns with writing lines on the same connection. */
  readonly #inTurn: InTurn = pLimit(1);
  /** Places of the players rated since the last `updates`; null: everyone. */
  #moved: Set<number> | null = null;
  /** Players who were hidden when the board was staged. */
  #hidden: readonly number[] = [];
  /** Players without a rated match whose rows `updates` has made as they are shown; null: none. */
  #unplayed: ReadonlySet<number> | null = null;
  #readUpTo: LogPosition | null = null;
  #contributions = 0;
  #reportedAt = 0;
  matches = 0;
  /** Contributions of a whole log are not charged. */
  readonly work = { lines: 0, contributions: 0 };

  constructor(
    private readonly tx: EntityManager,
    private readonly replay: LogReplay,
  ) {
    this.#system = replay.system;
    const { origin, system, lastSequence } = replay;
    const lastPlayedAt = (player: PlayerId) => this.#lastPlayedAt(Number(player));
    const begin = { leagueId: origin.leagueId, system, lastSequence, after: null, lastPlayedAt };
    const awake = keepingAwake({ query: (...asked) => this.#inTurn(() => tx.query(...asked)) });
    const { rater, settings, shownThrough } = system;
    // In batches if the rater has that form; the result is the same to the bit.
    this.#rater =
      hasBatch(rater) && !isApart(rater)
        ? new BatchLogRater({ rater, settings, shownThrough }, this.#playerIndex)
        : storedLogRater({ rater, settings, shownThrough }, this.#playerIndex, replay.stateBytes, lastSequence, awake);
    this.#arrivals = new Arrivals(tx, begin, this.#rater.waiting);
    const isApartFromReading = replay.lines !== null && replay.lines !== tx;
    const inTurn: InTurn = isApartFromReading ? (work) => work() : this.#inTurn;
    this.#writer = new LineWriter(replay.lines, replay.origin, this.#playerIndex, memoryWidth(system), inTurn);
  }

  /** Rates up to the current end of the log; called again for matches that arrived in the meantime. */
  async rate(): Promise<void> {
    const { origin } = this.replay;
    const readWaits = (upTo: LogPosition) => this.#arrivals.readWaits(upTo);
    const [inTurn, isShared] = [this.#inTurn, this.#writer.tx === this.tx];
    const stretches = readStretches(this.tx, origin.leagueId, this.#readUpTo, readWaits, { inTurn });
    for await (const { stretch, waits } of stretches) {
      this.#arrivals.keepWaits(waits);
      await this.#rateStretch(stretch);
      if (isShared || this.#writer.chunk.isFull) await this.#writer.flush();
    }
    if (isShared) await this.#writer.finish();
    this.#arrivals.keepWaits(await this.#arrivals.readWaits(null));
    await this.replay.onProgress?.(this.matches);
  }

  get journalBytes(): number {
    return journalBytes(this.work.lines, this.#contributions);
  }

  async prepare(moves: RatingMoves | null): Promise<void> {
    if (!this.replay.isStaged) return;
    await this.#writer.finish();
    const { leagueId } = this.replay.origin;
    this.#hidden = await listHidden(this.tx, leagueId);
    await stageRatings(this.tx, leagueId, this.updates());
    await moves?.stage(this.tx, leagueId);
    // What came while the board was staged need not be rated under the lock.
    await this.rate();
    await this.#writer.finish();
  }

  /** After it, the league's row points to the new generation; old lines are packed later. */
  async publish(moves: RatingMoves | null): Promise<Published> {
    const { leagueId, generation } = this.replay.origin;
    const superseded = await countOwnLines(this.tx, leagueId);
    if (this.replay.isStaged) await this.#publishStaged(moves);
    await this.writeNew(moves);
    const { rated: players } = this.#tallies;
    return { generation, superseded, journalBytes: this.journalBytes - bytesSaved(superseded), players };
  }

  /**
   * Rates up to the end of the log the matches whose lines are in the journal already. Matches that `rate` reaches after that are new, and
   * `writeNew` writes them. For a league that stays locked until then.
   */
  async passOver(): Promise<void> {
    await this.#writer.turnTo(null);
    await this.rate();
    await this.#writer.turnTo(this.tx);
    this.#moved = new Set();
  }

  /** Writes lines and ratings of the matches that were rated since `passOver`, or since the board was staged. */
  async writeNew(moves: RatingMoves | null = null): Promise<void> {
    await writeBoard(this.tx, this.replay.origin.leagueId, this.updates(), moves);
    await this.#writer.finish();
  }

  async #publishStaged(moves: RatingMoves | null): Promise<void> {
    const { leagueId } = this.replay.origin;
    const [before, now] = [new Set(this.#hidden), new Set(await listHidden(this.tx, leagueId))];
    for (const player of [...before, ...now]) {
      const place = this.#playerIndex.find(player);
      if (before.has(player) !== now.has(player) && place !== undefined) this.#moved?.add(place);
    }
    // Rows of players who were rated, hidden or shown since are out of date; after another midnight all rows are.
    const outdated = this.#moved && Array.from(this.#moved, (place) => this.#playerIndex.player(place));
    await moves?.addStaged(this.tx, outdated);
    if (outdated) await publishRatings(this.tx, leagueId, outdated);
  }

  /** Frees its resources outside of memory. */
  close(): void {
    this.#rater.close();
  }

  isPassed(): Promise<boolean> {
    return this.#arrivals.arePassed(this.#readUpTo);
  }

  /** Sets the midnight and the board rule for `updates`; rows made with other ones are made again. */
  showAs(league: Pick<League, 'refreshedThrough' | 'minMatches' | 'activeWithin'>): void {
    const shown = { shownThrough: league.refreshedThrough, boardRule: boardRuleOf(league) };
    const { shownThrough, boardRule = null } = this.#system;
    if (isDeepStrictEqual(shown, { shownThrough, boardRule })) return;
    this.#system = { ...this.#system, ...shown };
    this.#moved = null;
    this.#unplayed = null;
  }

  async *updates(): AsyncGenerator<readonly RatingUpdate[]> {
    yield* this.#rows();
    yield* this.#newUnplayed();
  }

  /** Rows of the board for the players rated since the last call, in batches. */
  async *#rows(): AsyncGenerator<RatingUpdate[]> {
    const places = [...(this.#moved ?? Array(this.#playerIndex.size).keys())];
    this.#moved = new Set();
    const rated = places.filter((place) => this.#tallies.isRated(place));
    const placeOf = (player: PlayerId) => this.#playerIndex.find(Number(player))!;
    for (const page of inPages(rated, UPDATES)) {
      yield await ratingUpdates(
        this.#system,
        page.map((place) => this.#playerIndex.player(place)),
        (players) => this.#rater.statesOf(players.map(placeOf)),
        (player) => this.#tallies.get(placeOf(player)),
      );
    }
  }

  /** Rows of registered players without a rated match, but for those for whom the last call made them. */
  async *#newUnplayed(): AsyncGenerator<readonly RatingUpdate[]> {
    const { leagueId } = this.replay.origin;
    const known = this.#unplayed;
    // Since then, players without a match may have been registered.
    const recorded = await listRecorded(this.tx, leagueId, known ? 'unplayed' : 'all');
    const unplayed = recorded.filter((player) => this.#lastPlayedAt(player) === null && !known?.has(player));
    if (this.replay.isStaged) this.#unplayed ??= new Set(unplayed);
    const nobody = new States();
    for (const page of inPages(unplayed, UPDATES)) {
      yield await ratingUpdates(
        this.#system,
        page,
        () => nobody,
        () => undefined,
      );
    }
  }

  #lastPlayedAt(player: number): number | null {
    const place = this.#playerIndex.find(player);
    return place === undefined ? null : this.#tallies.get(place).lastPlayedAt;
  }

  async #rateStretch(stretch: LogSegment): Promise<void> {
    try {
      for (const page of stretch.pages(this.replay.merges)) await this.#ratePage(page);
    } catch (error) {
      throw error instanceof BadMatch ? await this.#explain(error) : error;
    }
  }

  async #ratePage(page: LogPage): Promise<void> {
    const { chunk } = this.#writer;
    const from = chunk.length;
    this.#checkMeetings(page);
    const rating = this.#rater.rate(page, chunk);
    if (rating) await rating;
    this.#tallies.count(chunk, from);
    this.work.lines += chunk.length - from;
    this.#contributions += chunk.numbersSince(from) / CONTRIBUTION_WIDTH;
    for (let line = from; this.#moved && line < chunk.length; line++) this.#moved.add(chunk.place[line]!);
    const last = page.matches - 1;
    this.#readUpTo = { playedAt: new Date(page.playedAt[last]!), sequence: page.sequence[last]! };
    this.matches += page.matches;
    for (const sequence of page.sequence.subarray(0, page.matches)) this.#arrivals.note(sequence);
    if (this.#writer.chunk.isFull && this.#writer.tx !== this.tx) await this.#writer.flush();
    // Lets pending writes and reads continue.
    await setImmediate();
    await this.#tell();
  }

  /** Two handles of one player must not take part in one match. */
  #checkMeetings(page: LogPage): void {
    if (this.replay.merges.size === 0) return;
    for (let match = 0; match < page.matches; match++) {
      const players = page.player.subarray(page.first[match], page.end(match));
      if (new Set(players).size < players.length) throw new BadMatch(page.sequence[match]!);
    }
  }

  /** Explains the fault of a match to the person who requested the recompute. */
  async #explain({ sequence, fault }: BadMatch): Promise<Error> {
    const [match] = await listMatchesBySequence(this.tx, this.replay.origin.leagueId, [sequence]);
    try {
      checkReplayable(this.replay.system, match!);
    } catch (error) {
      return error as Error;
    }
    return new ReplayFailed(match!, fault!.message);
  }

  async #tell(): Promise<void> {
    const now = performance.now();
    if (now - this.#reportedAt < TELLING_INTERVAL) return;
    this.#reportedAt = now;
    await this.replay.onProgress?.(this.matches);
  }
}
