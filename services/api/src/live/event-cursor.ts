import { decodeCursor, encodeCursor } from '../kit/paging/cursor.js';
import { Refused, refuse, shown } from '../kit/refusal.js';
import type { Seal } from '../kit/seal.js';

/** A place among the events of a league. */
export interface Place {
  /** Number of the event. */
  readonly number: number;
  /** How many of the event's matches stand before the place. */
  readonly position: number;
}

/** More matches than any event has: the end of it. */
const END = 1_000_000;

/** The place after an event, or after some of its matches; of a league's version: after all that it has had so far. */
export function eventCursor(seal: Seal, leagueId: number, number: number, position = END): string {
  return encodeCursor(seal, 'event', leagueId, number, position);
}

/**
 * Reads a cursor of a league's events.
 * @returns null where there is none
 * @throws Refused where it is another league's, or of an event that there is not yet
 */
export function readPlace(
  seal: Seal,
  league: { readonly id: number; readonly version: number },
  after: string | null | undefined,
): Place | null {
  // Followers keep cursors to go on there, also from versions that did not seal them.
  const isPlainTaken = league.id <= seal.plainUpTo('League');
  const key = decodeCursor(seal, 'event', ['integer', 'long', 'place'], after, { isPlainTaken });
  if (!key) return null;
  const [leagueId, number, position] = key;
  const isEvent = leagueId === league.id && number >= 0 && number <= league.version;
  if (isEvent) return { number, position };
  const message = `after must be the cursor of an event of this league, but is ${shown(after)}`;
  throw new Refused(refuse('BAD_INPUT', ['after'], message));
}
