import type { PlayerId } from '@openladder/rating';
import type { EntityManager } from 'typeorm';
import { playersOf } from '../match/append.js';
import type { Match } from '../match/match.js';
import { type LogPosition, listArrivedUpTo, listLog } from '../match/match.repository.js';
import { rateBatch, ratingUpdate } from '../match/rate-batch.js';
import type { Journal, JournalEntry } from '../rating/journal.repository.js';
import { listMembers } from '../rating/members.js';
import type { RatingSystem } from '../rating/rating-system.js';
import type { RatingUpdate } from '../rating/rating-update.js';
import { inGroups, loadStatesAt, loadTalliesAt } from '../rating/states.js';
import type { Tally } from '../rating/tally.js';
import { Roster } from './log/roster.js';
import { checkReplayable, TailFailed } from './replay-rules.js';
import { ReplayWaits } from './replay-waits.js';
import type { Staging } from './staging.js';
import { StateStore } from './states/state-store.js';

const PAGE = 1000;

/** How a stretch of the log is rated anew, from a point on. */
export interface TailReplay {
  /** In which the states at the point are. */
  readonly journal: Journal;
  /** In force from the point on. */
  readonly system: RatingSystem;
  /** The first place whose match is rated anew. */
  readonly from: LogPosition;
  /** The newest arrival when the log was corrected. */
  readonly lastSequence: number;
  /** Players who may have lines in the old tail that have no successor in the new one. */
  readonly disturbed: readonly number[];
  /** Takes the new lines. */
  readonly staging: Staging;
  /** How many bytes of players' states to have in memory. */
  readonly stateBytes: number;
  /** Called after each page with the matches done so far; may throw to give up. */
  readonly onProgress?: (done: number) => Promise<void>;
}

/**
 * Rates the tail of a log page by page, holding one page and the players' states. It changes nothing that others see or
 * lock, so it may take its time.
 */
export class TailReplayer {
  readonly #tx: EntityManager;
  readonly #replay: TailReplay;
  readonly #states: StateStore;
  readonly #tallies = new Map<PlayerId, Tally>();
  /** Players whose states and tallies at the point are known. */
  readonly #known = new Set<number>();
  readonly #waits: ReplayWaits;
  #reached: LogPosition;
  /** Sequences of the matches that came since, and were rated. */
  readonly #arrived = new Set<number>();
  #done = 0;

  constructor(tx: EntityManager, replay: TailReplay) {
    this.#tx = tx;
    this.#replay = replay;
    this.#reached = { playedAt: replay.from.playedAt, sequence: replay.from.sequence - 1 };
    const { journal, system, lastSequence, stateBytes } = replay;
    this.#states = new StateStore(new Roster(), stateBytes);
    const lastPlayedAt = (player: PlayerId) => this.#tallies.get(player)?.lastPlayedAt ?? null;
    const begin = { leagueId: journal.id, system, lastSequence, after: this.#reached, lastPlayedAt };
    this.#waits = new ReplayWaits(tx, begin, this.#states);
  }

  /** Rates on to the end of the log as it is now; may be called again for what came meanwhile. */
  async run(): Promise<void> {
    for (;;) {
      const page = await listLog(this.#tx, this.#replay.journal.id, { limit: PAGE, after: this.#reached });
      await this.#waits.hear(page.at(-1) ?? null);
      if (page.length === 0) return;
      await this.#ratePage(page);
      for (const { sequence } of page) if (sequence > this.#replay.lastSequence) this.#arrived.add(sequence);
      this.#reached = page.at(-1)!;
      this.#done += page.length;
      await this.#replay.onProgress?.(this.#done);
    }
  }

  /**
   * Whether a match has come since to a place that was passed already: one that is late by the corrected log, but was not
   * for those who could not see the correction yet. Or a wait to a place before a match of its player.
   */
  async isPassed(): Promise<boolean> {
    const { journal, lastSequence } = this.#replay;
    const arrivals = await listArrivedUpTo(this.#tx, journal.id, lastSequence, this.#reached);
    if (arrivals.some((sequence) => !this.#arrived.has(sequence))) return true;
    return this.#waits.arePassed();
  }

  /** The rows of the board for everybody whom the old tail or the new one rated, some at a time. */
  async *updates(): AsyncGenerator<RatingUpdate[]> {
    const { journal, system, disturbed } = this.#replay;
    await this.#learn(disturbed);
    const unplayed = [...this.#known].filter((player) => !this.#tallies.has(player));
    const members = await listMembers(this.#tx, journal.id, unplayed);
    // Guests, and whoever was never rated, don't come on record by a correction of a match of theirs.
    const players = [...this.#known].filter((player) => this.#tallies.has(player) || members.has(player));
    let updates: RatingUpdate[] = [];
    for (const player of players) {
      updates.push(ratingUpdate(system, player, this.#states.pick([player]), this.#tallies.get(player)));
      if (updates.length < PAGE) continue;
      yield updates;
      updates = [];
    }
    if (updates.length > 0) yield updates;
  }

  async #ratePage(page: readonly Match[]): Promise<void> {
    for (const match of page) checkReplayable(this.#replay.system, match);
    await this.#learn(page.flatMap(({ sides }) => playersOf(sides)));
    await this.#replay.staging.add(page.map((match) => this.#rate(match)));
  }

  #rate(match: Match): JournalEntry {
    const players = playersOf(match.sides);
    const states = this.#states.pick(players);
    const [result] = rateBatch(this.#replay.system, [match], states, this.#tallies);
    if (result!.kind === 'failed') throw new TailFailed(match, result!.message);
    this.#states.keep(players, states);
    return { sequence: match.sequence, playedAt: match.playedAt, lines: result!.lines };
  }

  /** Lets go of what it holds outside of memory. */
  close(): void {
    this.#states.close();
  }

  async #learn(players: readonly number[]): Promise<void> {
    const fresh = [...new Set(players)].filter((player) => !this.#known.has(player));
    const { journal, system, from } = this.#replay;
    for (const group of await inGroups(this.#tx, journal, system, fresh)) {
      // With the waits that were heard of already.
      const states = this.#states.pick(group);
      await loadStatesAt(this.#tx, journal, system, group, from, states);
      this.#states.keep(group, states);
    }
    await loadTalliesAt(this.#tx, journal, fresh, from, this.#tallies);
    for (const player of fresh) this.#known.add(player);
  }
}
