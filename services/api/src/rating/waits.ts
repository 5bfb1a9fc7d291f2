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
import type { States } from './cached-states.js';

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
  const told = new Map<PlayerId, unknown>();
  const later = new Map<PlayerId, readonly PlacedWait[]>();
  for (const { participant } of ratedParticipants(match)) {
    const { player } = participant;
    const waits = states.waits.get(player) ?? [];
    const before = waits.filter((wait) => isWaitBefore(wait, place));
    // Time begins for a player with their first match.
    if (states.has(player)) told.set(player, stateAfter({ rater, settings }, states.get(player), before));
    later.set(
      player,
      waits.filter((wait) => !isWaitBefore(wait, place)),
    );
  }
  const changes = rateMatch(rater, settings, match, told);
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

function keepWaits(states: States, player: PlayerId, waits: readonly PlacedWait[]): void {
  if (waits.length > 0) states.waits.set(player, waits);
  else states.waits.delete(player);
}
