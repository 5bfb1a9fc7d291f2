import type { PlayerId } from '@openladder/rating';
import type { EntityManager } from 'typeorm';
import { keepingAwake } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { journalBytes } from '../league/quota.js';
import {
  contributionsOf,
  type LogPosition,
  ratedPlayersOf,
  type StoredMatch,
  splitByContributions,
  toRaterMatch,
} from '../match-log/match.js';
import { listLog, type PlayerAt } from '../match-log/match.repository.js';
import { boardRuleOf, type RatingSystem } from '../raters/rating-system.js';
import { addWait, isWaitBefore, States } from '../rating/cached-states.js';
import type { Journal, JournalEntry } from '../rating/journal.repository.js';
import { readsContributions, storesContributions, type Tally } from '../rating/journal-line.js';
import { type RatingUpdate, rateMatches, ratingUpdates } from '../rating/rate-batch.js';
import { listMembers, listRatings, upsertRatings } from '../rating/rating.repository.js';
import { inGroups, loadStatesAt, loadTalliesAt } from '../rating/states.js';
import type { RatingMoves } from './effect.js';
import type { JournalStaging, Superseded } from './journal-staging.js';
import { PlayerIndex } from './log/player-index.js';
import type { ReplayStrategy, ReplayWork } from './replay-strategy.js';
import { Arrivals, checkReplayable, ReplayFailed } from './replayed-log.js';
import { StateStore } from './states/state-store.js';

const PAGE = 1000;

/** How to rate the log again from a point on. */
export interface TailReplay {
  /** Has the states at that point. */
  readonly journal: Journal;
  /** The rating system from that point on. */
  readonly system: RatingSystem;
  /** The first place whose match may be rated again. */
  readonly from: LogPosition;
  /** The newest arrival when the log was corrected. */
  readonly lastSequence: number;
  /** Players whose matches are rated again from there on. */
  readonly seeds: readonly number[];
  /** Takes the new lines. */
  readonly staging: JournalStaging;
  /** How many bytes of players' states to keep in memory. */
  readonly stateBytes: number;
  /** Called after each page with the matches done so far; may throw to give up. */
  readonly onProgress?: (done: number) => Promise<void>;
}

/**
 * Rates the tail of a log within the league's generation. It rates the matches that the correction affects: those of the corrected
 * players, and of everyone who has played an affected player since. Other matches stay the same to the bit, because a match depends
 * only on the states of its players. Memory holds one page and the states. Nothing that others see or lock changes before `publish`.
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
  #matches = 0;
  #lines = 0;
  #contributions = 0;
  #stored = 0;
  #superseded: Superseded = { lines: 0, saved: 0 };

  constructor(
    private readonly tx: EntityManager,
    private readonly replay: TailReplay,
  ) {
    this.#stayAwake = keepingAwake(tx);
    this.#system = replay.system;
    this.#read = { playedAt: replay.from.playedAt, sequence: replay.from.sequence - 1 };
    const { journal, system, lastSequence, stateBytes } = replay;
    this.#states = new StateStore(new PlayerIndex(), stateBytes);
    const lastPlayedAt = (player: PlayerId) => this.#tallies.get(player)?.lastPlayedAt ?? null;
    const begin = { leagueId: journal.id, system, lastSequence, after: this.#read, lastPlayedAt };
    this.#arrivals = new Arrivals(tx, begin, this.#states);
  }

  /** Rates up to the current end of the log; called again for matches that arrived in the meantime. */
  async rate(): Promise<void> {
    const { seeds, from } = this.replay;
    await this.#learn(this.#markAffected(seeds, from));
    for (;;) {
      const page = await listLog(this.tx, this.replay.journal.id, { limit: PAGE, after: this.#read });
      this.#arrivals.keepWaits(await this.#arrivals.readWaits(page.at(-1) ?? null));
      if (page.length === 0) return;
      await this.#ratePage(page);
      for (const { sequence } of page) this.#arrivals.note(sequence);
      this.#read = page.at(-1)!;
      this.#done += page.length;
      await this.replay.onProgress?.(this.#done);
    }
  }

  isPassed(): Promise<boolean> {
    return this.#arrivals.arePassed(this.#read);
  }

  /** The work so far. */
  get work(): ReplayWork {
    return { lines: this.#lines, contributions: this.#contributions };
  }

  get matches(): number {
    return this.#matches;
  }

  get generation(): number {
    return this.replay.journal.generation;
  }

  get journalBytes(): number {
    return journalBytes(this.#lines, this.#stored) - this.#superseded.saved;
  }

  get superseded(): number {
    return this.#superseded.lines;
  }

  /** Nothing can be written ahead: the new lines take the place of the old ones. */
  async prepare(): Promise<void> {}

  /** Sets the midnight and the board rule for `updates`. */
  showAs(league: Pick<League, 'refreshedThrough' | 'minMatches' | 'activeWithin'>): void {
    this.#system = { ...this.#system, shownThrough: league.refreshedThrough, boardRule: boardRuleOf(league) };
  }

  /** Rows of the board for the affected players, in batches. */
  async *updates(): AsyncGenerator<RatingUpdate[]> {
    const { journal } = this.replay;
    const affected = [...this.#affected.keys()];
    const unplayed = affected.filter((player) => !this.#tallies.has(player));
    const members = await listMembers(this.tx, journal.id, unplayed);
    // A correction does not register guests and players who were never rated.
    const players = affected.filter((player) => this.#tallies.has(player) || members.has(player));
    const statesOf = (some: readonly PlayerId[]) => this.#states.pick(some);
    for (let from = 0; from < players.length; from += PAGE) {
      const page = players.slice(from, from + PAGE);
      yield await ratingUpdates(this.#system, page, statesOf, (player) => this.#tallies.get(player));
    }
  }

  async publish(moves: RatingMoves | null): Promise<void> {
    const { journal, staging, system } = this.replay;
    for await (const updates of this.updates()) {
      const players = updates.map(({ playerId }) => playerId);
      moves?.add(await listRatings(this.tx, journal.id, players), updates);
      await upsertRatings(this.tx, journal.id, updates, 'whole');
    }
    this.#superseded = await staging.publish(this.#affected, readsContributions(system.rater));
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
    for (const match of matches) checkReplayable(this.replay.system, match);
    this.#matches += matches.length;
    for (const part of splitByContributions(matches, contributionsOf)) {
      const entries: JournalEntry[] = [];
      for (const match of part) entries.push(await this.#rate(match));
      for (const { lines, storesContributions } of entries) {
        this.#lines += lines.length;
        const contributions = lines.reduce((sum, line) => sum + line.contributions.length, 0);
        this.#contributions += contributions;
        if (storesContributions) this.#stored += contributions;
      }
      await this.replay.staging.add(entries);
      await this.replay.onProgress?.(this.#done);
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
    const mode = { areNew: match.sequence > this.replay.lastSequence, isShown: false };
    const [result] = await rateMatches(this.replay.system, [turned], states, this.#tallies, mode, this.#stayAwake);
    if (result!.kind === 'failed') throw new ReplayFailed(match, result!.message);
    this.#states.keep(players, states);
    return {
      sequence: match.sequence,
      playedAt: match.playedAt,
      lines: result!.lines,
      storesContributions: storesContributions(this.replay.system.rater, match),
    };
  }

  /** Frees what it holds outside of memory. */
  close(): void {
    this.#states.close();
  }

  /** Loads states and tallies of players from before the correction affected them. */
  async #learn(players: readonly PlayerAt[]): Promise<void> {
    const { journal, system } = this.replay;
    for (const group of await inGroups(this.tx, journal, system, players)) {
      const states = new States();
      await loadStatesAt(this.tx, journal, system, group, states);
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
    await loadTalliesAt(this.tx, journal, players, this.#tallies);
  }
}
