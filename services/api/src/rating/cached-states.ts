import {
  type PlayerId,
  type Match as RaterMatch,
  type RatingChange,
  ratedParticipants,
  rateMatch,
} from '@openladder/rating';
import type { PlacedWait } from '../match-log/log-wait.js';
import type { LogPosition } from '../match-log/match.js';
import type { RatingSystem } from '../raters/rating-system.js';

/** States of players after their newest rated match. */
export class States extends Map<PlayerId, unknown> {
  /** Expired waits that a player's state does not include yet, each player's in order. */
  readonly waits = new Map<PlayerId, readonly PlacedWait[]>();

  /** Restores the output of `plain`. */
  static of({ states, waits }: PlainStates): States {
    const own = new States(states);
    for (const [player, each] of waits) own.waits.set(player, each);
    return own;
  }

  /** A copy of the players' states and waits, to rate matches on. */
  pick(players: Iterable<PlayerId>): States {
    const picked = new States();
    for (const player of players) copyStates(this, player, picked);
    return picked;
  }

  /** Takes over the states of others. Players without one there were never rated. */
  keep(players: Iterable<PlayerId>, others: States): void {
    for (const player of players) {
      if (!others.has(player)) this.delete(player);
      copyStates(others, player, this);
    }
  }

  /** As data that can go to another process. */
  plain(): PlainStates {
    return { states: new Map(this), waits: this.waits };
  }
}

export interface PlainStates {
  readonly states: ReadonlyMap<PlayerId, unknown>;
  readonly waits: States['waits'];
}

/** States of a league's players, cached in memory once they were loaded. */
export class CachedStates {
  readonly #states = new States();
  /** The players that were loaded; some were never rated and have no state. */
  readonly #known = new Set<PlayerId>();
  #bytes = 0;

  /** How many players are cached. */
  get size(): number {
    return this.#known.size;
  }

  /** About how many bytes their states take. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The players to load; hand their states to `keep`. */
  missing(players: Iterable<PlayerId>): PlayerId[] {
    return [...new Set(players)].filter((player) => !this.#known.has(player));
  }

  has(player: PlayerId): boolean {
    return this.#states.has(player);
  }

  /** A copy of the players' states, to rate matches on. */
  pick(players: Iterable<PlayerId>): States {
    return this.#states.pick(players);
  }

  /** Stores states; players without one were never rated. */
  keep(players: Iterable<PlayerId>, states: States): void {
    for (const player of players) {
      this.#known.add(player);
      this.#bytes += stateSize(states.get(player)) - stateSize(this.#states.get(player));
      this.#states.keep([player], states);
    }
  }
}

function copyStates(from: States, player: PlayerId, to: States): void {
  if (from.has(player)) to.set(player, from.get(player));
  copyWaits(from, player, to);
}

/** Replaces a player's waits by those in `from`. */
export function copyWaits(from: Pick<States, 'waits'>, player: PlayerId, to: Pick<States, 'waits'>): void {
  keepWaits(to, player, from.waits.get(player) ?? []);
}

/** Bytes that V8 needs for an object or an array, besides its contents. */
const OBJECT = 32;
/** Bytes of a typed array with its buffer, besides its elements. */
const VIEW = 200;
const POINTER = 8;
/** A number within an object; in an array of numbers, it takes no more than a pointer. */
const NUMBER = 12;

/** About how many bytes of memory a state takes. */
export function stateSize(state: unknown): number {
  if (typeof state === 'number') return NUMBER;
  if (typeof state === 'string') return OBJECT + 2 * state.length;
  if (typeof state !== 'object' || state === null) return 0;
  if (ArrayBuffer.isView(state)) return VIEW + state.byteLength;
  if (Array.isArray(state) && isOfNumbers(state)) return OBJECT + POINTER * state.length;
  let size = OBJECT;
  for (const part of stateParts(state)) size += POINTER + stateSize(part);
  return size;
}

/** Checks both ends only, because states are many and long. */
function isOfNumbers(values: readonly unknown[]): boolean {
  return typeof values[0] === 'number' && typeof values.at(-1) === 'number';
}

function stateParts(state: object): Iterable<unknown> {
  return Array.isArray(state) || state instanceof Map || state instanceof Set ? state : Object.values(state);
}

/**
 * Rates a match as `rateMatch` does, after applying the waits of its players before it. If the rater fails, states and waits do not
 * change.
 * @param sequence the match's own; omitted for a new match, which comes after everything in the log
 */
export function rateAfterWaits(
  { rater, settings }: RatingSystem,
  match: RaterMatch,
  states: States,
  sequence = Number.POSITIVE_INFINITY,
): RatingChange<unknown>[] {
  if (states.waits.size === 0 || !rater.waited) return rateMatch(rater, settings, match, states);
  const place = { playedAt: new Date(match.playedAt), sequence };
  const statesBefore = new Map<PlayerId, unknown>();
  const later = new Map<PlayerId, readonly PlacedWait[]>();
  for (const { participant } of ratedParticipants(match)) {
    const { player } = participant;
    const waits = states.waits.get(player) ?? [];
    const before = waits.filter((wait) => isWaitBefore(wait, place));
    // Time begins for a player with their first match.
    if (states.has(player)) statesBefore.set(player, stateAfter({ rater, settings }, states.get(player), before));
    later.set(
      player,
      waits.filter((wait) => !isWaitBefore(wait, place)),
    );
  }
  const changes = rateMatch(rater, settings, match, statesBefore);
  for (const { player, stateAfter } of changes) {
    states.set(player, stateAfter);
    keepWaits(states, player, later.get(player) ?? []);
  }
  return changes;
}

/** Whether a wait is before a place of the log. */
export function isWaitBefore({ at, sequence }: PlacedWait, place: LogPosition): boolean {
  return +at < +place.playedAt || (+at === +place.playedAt && sequence < place.sequence);
}

/** A player's state after these waits, given in order. */
export function stateAfter(
  { rater, settings }: Pick<RatingSystem, 'rater' | 'settings'>,
  state: unknown,
  waits: readonly Pick<PlacedWait, 'at'>[],
): unknown {
  if (!rater.waited) return state;
  return waits.reduce((reached, { at }) => rater.waited!(reached, at.getTime(), settings), state);
}

/** Adds a wait that a player's state does not include yet, in its place, unless it is there already. */
export function addWait(states: Pick<States, 'waits'>, player: PlayerId, wait: PlacedWait): void {
  const waits = states.waits.get(player) ?? [];
  if (waits.some(({ sequence }) => sequence === wait.sequence)) return;
  states.waits.set(
    player,
    [...waits, wait].toSorted((a, b) => +a.at - +b.at || a.sequence - b.sequence),
  );
}

function keepWaits(states: Pick<States, 'waits'>, player: PlayerId, waits: readonly PlacedWait[]): void {
  if (waits.length > 0) states.waits.set(player, waits);
  else states.waits.delete(player);
}
