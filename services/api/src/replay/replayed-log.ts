import type { PlayerId } from '@openladder/rating';
import type { EntityManager } from 'typeorm';
import { Refused, refuse, shown } from '../kit/refusal.js';
import type { LogWait } from '../match-log/log-wait.js';
import type { LogPosition, StoredMatch } from '../match-log/match.js';
import { listArrivedUpTo } from '../match-log/match.repository.js';
import { listWaits, listWaitsArrivedUpTo } from '../match-log/merges-and-waits.repository.js';
import { checkFormat, type RatingSystem } from '../raters/rating-system.js';
import { addWait, type States } from '../rating/cached-states.js';

/** Where a replay begins. */
interface Begin {
  readonly leagueId: number;
  readonly system: RatingSystem;
  /** The newest arrival when the log was corrected. */
  readonly lastSequence: number;
  /** Null: the beginning of the log. */
  readonly after: LogPosition | null;
  /** When a player last played, up to the replay's present place; null if never. */
  lastPlayedAt(player: PlayerId): number | null;
}

/** Arrivals during the replay of a log, and its expired waits, which are stored beside the states until their players play. */
export class Arrivals {
  /** The place up to which waits were read. */
  #heard: LogPosition | null;
  /** Sequences of matches that arrived during the replay and were rated, and of stored waits. */
  readonly #taken = new Set<number>();
  #arePassed = false;

  constructor(
    private readonly tx: EntityManager,
    private readonly begin: Begin,
    private readonly states: Pick<States, 'waits'>,
  ) {
    this.#heard = begin.after;
  }

  /** Records that a match has been rated, or passed over. */
  note(sequence: number): void {
    if (sequence > this.begin.lastSequence) this.#taken.add(sequence);
  }

  /** Reads the waits up to a place, or up to the end of the log, that were not read before. Hand them to `keepWaits` in their turn. */
  async readWaits(upTo: LogPosition | null): Promise<readonly LogWait[]> {
    const { system, leagueId } = this.begin;
    if (!system.rater.waited) return [];
    const waits = await listWaits(this.tx, leagueId, this.#heard, upTo);
    const last = waits.at(-1);
    if (last) this.#heard = { playedAt: last.at, sequence: last.sequence };
    return waits;
  }

  /**
   * Whether a match arrived at a place that the replay has passed: one that is late in the corrected log and was not late before the
   * correction. Or a wait arrived before a match of its player that was rated already.
   */
  async arePassed(readUpTo: LogPosition | null): Promise<boolean> {
    const { leagueId, system, lastSequence } = this.begin;
    const matches = readUpTo ? await listArrivedUpTo(this.tx, leagueId, lastSequence, readUpTo) : [];
    if (matches.some((sequence) => !this.#taken.has(sequence))) return true;
    if (!system.rater.waited) return false;
    const waits = await listWaitsArrivedUpTo(this.tx, leagueId, lastSequence, this.#heard);
    this.keepWaits(waits.filter(({ sequence }) => !this.#taken.has(sequence)));
    this.keepWaits(await this.readWaits(null));
    return this.#arePassed;
  }

  /** Stores waits until their players play. Call it after the matches before them are rated, and before the matches after them. */
  keepWaits(waits: readonly LogWait[]): void {
    for (const wait of waits) {
      addWait(this.states, wait.playerId, wait);
      if (wait.sequence <= this.begin.lastSequence) continue;
      this.#taken.add(wait.sequence);
      const played = this.begin.lastPlayedAt(wait.playerId);
      if (played !== null && played >= wait.at.getTime()) this.#arePassed = true;
    }
  }
}

/**
 * Checks a match that was not checked for this rating system when it was submitted: the league had another system then, the match
 * was void, or two handles in it became one player since.
 * @throws Refused
 */
export function checkReplayable({ rater, settings }: RatingSystem, match: StoredMatch): void {
  const incompatibility = checkFormat(rater, settings, match, ['input']);
  if (incompatibility) {
    throw new Refused(
      refuse('UNRATABLE_MATCH', ['input'], { match: shown(match.externalId), problem: incompatibility }),
    );
  }
  // No player may play against themselves. A match between two handles may be submitted while they are being merged.
  const people = match.sides.flatMap((side) => side.participants.map(({ playerId }) => playerId));
  if (new Set(people).size === people.length) return;
  throw new Refused(refuse('PLAYED_EACH_OTHER', ['input', 'into'], { match: shown(match.externalId) }));
}

/** The rater failed on a match of the tail. */
export class ReplayFailed extends Refused {
  readonly externalId: string;

  constructor({ externalId }: StoredMatch, message: string) {
    super(refuse('RATER_FAILED_ON_MATCH', ['input'], { match: shown(externalId), problem: message }));
    this.externalId = externalId;
  }
}
