import type { PlayerId } from '@openladder/rating';
import type { EntityManager } from 'typeorm';
import { inPages } from '../kit/grouped-by.js';
import { keepingAwake } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { journalBytes } from '../league/quota.js';
import {
  contributionsOf,
  type LogPosition,
  MAX_HELD_CONTRIBUTIONS,
  ratedPlayersOf,
  type StoredMatch,
  splitByContributions,
  toRaterMatch,
} from '../match-log/match.js';
import { listLog, type PlayerAt } from '../match-log/match.repository.js';
import { boardRuleOf, type RatingSystem } from '../raters/rating-system.js';
import { addWait, isWaitBefore, States } from '../rating/cached-states.js';
import { insertChanges, type JournalEntry } from '../rating/journal.repository.js';
import { readsContributions, storesContributions, type Tally } from '../rating/journal-line.js';
import { type RatingUpdate, rateMatches, ratingUpdates } from '../rating/rate-batch.js';
import { listMembers } from '../rating/rating.repository.js';
import { inGroups, loadStatesAt, loadTalliesAt } from '../rating/states.js';
import { type RatingMoves, writeBoard } from './effect.js';
import { PlayerIndex } from './log/player-index.js';
import type { Published, ReplayRequest, ReplayStrategy } from './replay-strategy.js';
import { Arrivals, checkReplayable, ReplayFailed } from './replayed-log.js';
import { StateStore } from './states/state-store.js';
import { supersedeLines } from './superseded-lines.repository.js';

const PAGE = 1000;

/**
 * Rates the tail of a log within the league's generation. It rates the matches that the correction affects: those of the corrected
 * players, and of everyone who has played an affected player since. Other matches stay the same to the bit, because a match depends
 * only on the states of its players. Memory holds one page and the states. Nothing that others can see or that they lock changes
 * before `publish`.
 */
export class RebuildTail implements ReplayStrategy {
  #system: RatingSystem;
  readonly #states: StateStore;
  readonly #tallies = new Map<PlayerId, Tally>();
  /** The place from which the matches of each affected player are rated again. */
  readonly #affected = new Map<number, LogPosition>();
  readonly #arrivals: Arrivals;
  /** A third party's rater may take longer for a page than a transaction may be idle. */
  readonly #stayAwake: () => Promise<void>;
  /** The place up to which the log was read. */
  #read: LogPosition;
  #done = 0;
  #stored = 0;
  /** New lines of the journal that are not in a table yet. */
  readonly #pages: (readonly JournalEntry[])[] = [];
  #hasTable = false;
  matches = 0;
  readonly work = { lines: 0, contributions: 0 };

  /**
   * @param from the first place whose match may be rated again
   * @param stateBytes bytes of players' states to keep in memory
   */
  constructor(
    private readonly tx: EntityManager,
    private readonly request: ReplayRequest,
    private readonly from: LogPosition,
    stateBytes: number,
  ) {
    const { league, applied } = request;
    this.#stayAwake = keepingAwake(tx);
    this.#system = applied.system;
    this.#read = { playedAt: from.playedAt, sequence: from.sequence - 1 };
    this.#states = new StateStore(new PlayerIndex(), stateBytes);
    const lastPlayedAt = (player: PlayerId) => this.#tallies.get(player)?.lastPlayedAt ?? null;
    const { id: leagueId, lastSequence } = league;
    const begin = { leagueId, system: applied.system, lastSequence, after: this.#read, lastPlayedAt };
    this.#arrivals = new Arrivals(tx, begin, this.#states);
  }

  /** Rates up to the current end of the log; called again for matches that arrived in the meantime. */
  async rate(): Promise<void> {
    const { league, applied, onProgress } = this.request;
    await this.#learn(this.#markAffected(applied.seeds, this.from));
    for (;;) {
      const page = await listLog(this.tx, league.id, { limit: PAGE, after: this.#read });
      this.#arrivals.keepWaits(await this.#arrivals.readWaits(page.at(-1) ?? null));
      if (page.length === 0) return;
      await this.#ratePage(page);
      for (const { sequence } of page) this.#arrivals.note(sequence);
      this.#read = page.at(-1)!;
      this.#done += page.length;
      await onProgress?.(this.#done);
    }
  }

  isPassed(): Promise<boolean> {
    return this.#arrivals.arePassed(this.#read);
  }

  /** Nothing can be written in advance: the new lines replace the old ones. */
  async prepare(): Promise<void> {}

  /** Sets the midnight and the board rule for `updates`. */
  showAs(league: Pick<League, 'refreshedThrough' | 'minMatches' | 'activeWithin'>): void {
    this.#system = { ...this.#system, shownThrough: league.refreshedThrough, boardRule: boardRuleOf(league) };
  }

  /** Rows of the board for the affected players, in batches. */
  async *updates(): AsyncGenerator<RatingUpdate[]> {
    const affected = [...this.#affected.keys()];
    const unplayed = affected.filter((player) => !this.#tallies.has(player));
    const members = await listMembers(this.tx, this.request.league.id, unplayed);
    // A correction does not register guests and players who were never rated.
    const players = affected.filter((player) => this.#tallies.has(player) || members.has(player));
    const statesOf = (some: readonly PlayerId[]) => this.#states.pick(some);
    for (const page of inPages(players, PAGE)) {
      yield await ratingUpdates(this.#system, page, statesOf, (player) => this.#tallies.get(player));
    }
  }

  async publish(moves: RatingMoves | null): Promise<Published> {
    const { tx } = this;
    const { league } = this.request;
    await writeBoard(tx, league.id, this.updates(), moves);
    const by = league.revision + 1;
    const keepsContributions = readsContributions(this.#system.rater);
    const { lines, saved } = await supersedeLines(tx, league, this.#affected, { by, keepsContributions });
    if (this.#hasTable) {
      await tx.query('INSERT INTO rating_change SELECT * FROM staged_change ORDER BY player_id, played_at, sequence');
    }
    for (const entries of this.#pages) await insertChanges(tx, league, by, entries);
    const { generation } = league;
    const bytes = journalBytes(this.work.lines, this.#stored) - saved;
    return { generation, superseded: lines, journalBytes: bytes, players: null };
  }

  async #ratePage(page: readonly StoredMatch[]): Promise<void> {
    const fresh: PlayerAt[] = [];
    const matches = page.filter((match) => {
      const players = ratedPlayersOf(match.sides);
      const isAffected = players.some((player) => this.#affected.has(player));
      if (isAffected) fresh.push(...this.#markAffected(players, match));
      return isAffected;
    });
    await this.#learn(fresh);
    for (const match of matches) checkReplayable(this.#system, match);
    this.matches += matches.length;
    for (const part of splitByContributions(matches, contributionsOf)) {
      const entries: JournalEntry[] = [];
      for (const match of part) entries.push(await this.#rate(match));
      await this.#stage(entries);
      await this.request.onProgress?.(this.#done);
    }
  }

  /**
   * Stores new lines until they replace the old ones: in memory, or in a temporary table of this transaction if there are too many.
   * Creating the table takes as long as rating a hundred matches. A job writes its lines before it takes the lock, and holds the lock for
   * less time.
   */
  async #stage(entries: readonly JournalEntry[]): Promise<void> {
    const { league, by } = this.request;
    if (by === 'dry run') return;
    this.#pages.push(entries);
    if (by !== 'job' && this.work.contributions <= MAX_HELD_CONTRIBUTIONS) return;
    if (!this.#hasTable) {
      await this.tx.query('CREATE TEMPORARY TABLE staged_change (LIKE rating_change) ON COMMIT DROP');
      this.#hasTable = true;
    }
    for (const page of this.#pages.splice(0)) {
      await insertChanges(this.tx, league, league.revision + 1, page, 'staged_change');
    }
  }

  /** @returns the players who are affected for the first time */
  #markAffected(players: readonly number[], { playedAt, sequence }: LogPosition): PlayerAt[] {
    const before = { playedAt, sequence };
    const fresh = [...new Set(players)].filter((player) => !this.#affected.has(player));
    for (const player of fresh) this.#affected.set(player, before);
    return fresh.map((player) => ({ player, before }));
  }

  async #rate(match: StoredMatch): Promise<JournalEntry> {
    const players = ratedPlayersOf(match.sides);
    const states = this.#states.pick(players);
    const turned = { sequence: match.sequence, ...toRaterMatch(match) };
    const mode = { areNew: match.sequence > this.request.league.lastSequence, isShown: false };
    const [result] = await rateMatches(this.#system, [turned], states, this.#tallies, mode, this.#stayAwake);
    if (result!.kind === 'failed') throw new ReplayFailed(match, result!.message);
    this.#states.keep(players, states);
    const { lines } = result!;
    const isStored = storesContributions(this.#system.rater, match);
    const contributions = lines.reduce((sum, line) => sum + line.contributions.length, 0);
    this.work.lines += lines.length;
    this.work.contributions += contributions;
    if (isStored) this.#stored += contributions;
    return { sequence: match.sequence, playedAt: match.playedAt, lines, storesContributions: isStored };
  }

  /** Frees its resources outside of memory. */
  close(): void {
    this.#states.close();
  }

  /** Loads states and tallies of players from before the correction affected them. */
  async #learn(players: readonly PlayerAt[]): Promise<void> {
    const { league } = this.request;
    for (const group of await inGroups(this.tx, league, this.#system, players)) {
      const states = new States();
      await loadStatesAt(this.tx, league, this.#system, group, states);
      for (const { player, before } of group) {
        // Expired waits before the place that no match of the player has applied yet.
        const heard = this.#states.waits.get(player) ?? [];
        for (const wait of heard) if (!isWaitBefore(wait, before!)) addWait(states, player, wait);
      }
      this.#states.keep(
        group.map(({ player }) => player),
        states,
      );
    }
    await loadTalliesAt(this.tx, league, players, this.#tallies);
  }
}
