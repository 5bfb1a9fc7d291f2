import type { PlayerId } from '@openladder/rating';
import type { EntityManager } from 'typeorm';
import type { LogWait } from '../match-log/log-wait.js';
import { listWaits, listWaitsArrivedUpTo } from '../match-log/log-wait.repository.js';
import type { LogPosition } from '../match-log/match.repository.js';
import type { RatingSystem } from '../raters/rating-system.js';
import type { States } from '../rating/cached-states.js';
import { addWait } from '../rating/waits.js';

/** From where on a replay hears of waits. */
interface Begin {
  readonly leagueId: number;
  readonly system: RatingSystem;
  /** The newest arrival when the log was corrected. */
  readonly lastSequence: number;
  /** Null: from the beginning of the log. */
  readonly after: LogPosition | null;
  /** Of a player, as far as the replay has come; null if they have no match so far. */
  lastPlayedAt(player: PlayerId): number | null;
}

/** The waits of a log that is being replayed, kept beside the states for when their players play. */
export class ReplayWaits {
  readonly #tx: EntityManager;
  readonly #begin: Begin;
  readonly #states: Pick<States, 'waits'>;
  /** Up to where they were read. */
  #heard: LogPosition | null;
  /** Sequences of those that came since, and were heeded. */
  readonly #arrived = new Set<number>();
  #arePassed = false;

  constructor(tx: EntityManager, begin: Begin, states: Pick<States, 'waits'>) {
    this.#tx = tx;
    this.#begin = begin;
    this.#states = states;
    this.#heard = begin.after;
  }

  /** Those up to a place, or to the end of the log, that were not read before; to be kept in their turn. */
  async read(upTo: LogPosition | null): Promise<readonly LogWait[]> {
    const { system, leagueId } = this.#begin;
    if (!system.rater.waited) return [];
    const waits = await listWaits(this.#tx, leagueId, this.#heard, upTo);
    const last = waits.at(-1);
    if (last) this.#heard = { playedAt: last.at, sequence: last.sequence };
    return waits;
  }

  /** Whether a wait has come since to a place before a match of its player that was rated already. */
  async arePassed(): Promise<boolean> {
    const { leagueId, system, lastSequence } = this.#begin;
    if (!system.rater.waited) return false;
    const waits = await listWaitsArrivedUpTo(this.#tx, leagueId, lastSequence, this.#heard);
    this.keep(waits.filter(({ sequence }) => !this.#arrived.has(sequence)));
    this.keep(await this.read(null));
    return this.#arePassed;
  }

  /** Has them told to their players when these play. Call before a match after them is rated, and after those before are. */
  keep(waits: readonly LogWait[]): void {
    for (const wait of waits) {
      addWait(this.#states, wait.playerId, wait);
      if (wait.sequence <= this.#begin.lastSequence) continue;
      this.#arrived.add(wait.sequence);
      const played = this.#begin.lastPlayedAt(wait.playerId);
      if (played !== null && played >= wait.at.getTime()) this.#arePassed = true;
    }
  }
}
