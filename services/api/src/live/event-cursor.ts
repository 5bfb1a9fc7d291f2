import { decodeCursor, encodeCursor } from '../kit/paging/page.js';
import { Refused, refuse, shown } from '../kit/refusal.js';
import type { Seal } from '../kit/seal.js';

/** A position in the events of a league. */
export interface Place {
  /** Number of the event. */
  readonly number: number;
  /** How many of the event's matches are before the position. */
  readonly position: number;
}

/** More matches than any event has: its end. */
const END = 1_000_000;

/** The place after a whole event; for a version of a league, after all its events so far. */
export function endOf(number: number): Place {
  return { number, position: END };
}

/** The number of the last event that is completely before a place. */
export function lastBefore({ number, position }: Place): number {
  return position === END ? number : number - 1;
}

/** Whether the first of two places is before the second. */
export function isBefore(place: Place, other: Place): boolean {
  return place.number < other.number || (place.number === other.number && place.position < other.position);
}

/** The cursor of the position after an event, or after some of its matches; for a version of a league, after all its events so far. */
export function eventCursor(seal: Seal, leagueId: number, number: number, position = END): string {
  return encodeCursor(seal, 'event', leagueId, number, position);
}

/**
 * Reads a cursor of a league's events.
 * @returns null if there is no cursor
 * @throws Refused if it is another league's, or of an event that does not exist yet
 */
export function readPlace(
  seal: Seal,
  league: { readonly id: number; readonly version: number },
  after: string | null | undefined,
): Place | null {
  // Followers store cursors to continue from, including cursors of versions that did not seal them.
  const key = decodeCursor(seal, 'event', ['integer', 'long', 'place'], after);
  if (!key) return null;
  const [leagueId, number, position] = key;
  const isEvent = leagueId === league.id && number >= 0 && number <= league.version;
  if (isEvent) return { number, position };
  throw new Refused(refuse('EVENT_CURSOR', ['after'], { field: 'after', value: shown(after) }));
}
