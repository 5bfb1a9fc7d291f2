import type { AnyChange } from '../league-log/change.js';
import type { LeagueEvent } from '../outbox/outbox.js';
import type { MessageEvent, WebhookEvent, WebhookPlace } from './webhook.js';

/** An event of a league, with the cause of its revision. */
export interface DeliverableEvent extends LeagueEvent {
  /** Of the audit log; null if no revision was made. */
  readonly action: string | null;
  /** The event for a change of the log, besides the new board; null: none. */
  readonly reports: NonNullable<AnyChange['reports']> | null;
  /** The subject of its audit entry. */
  readonly subject: string | null;
}

/** One item of an event. */
export interface Item {
  readonly type: WebhookEvent;
  readonly event: DeliverableEvent;
  /** Sequence of a match; null for other items. */
  readonly sequence: number | null;
  /** Matches of the event up to and including this item. */
  readonly matches: number;
  /** The position after the item. */
  readonly after: WebhookPlace;
}

/** Matches of a message. */
const MAX_ITEMS = 100;

/** The reports of an event, in order: the matches that came with it, the correction, the board. */
function reportedTypes({ kind, sequences, reports }: DeliverableEvent): WebhookEvent[] {
  const types: WebhookEvent[] = (sequences ?? []).map(() => 'matches.rated');
  if (kind === 'BOARD_REFRESHED') types.push('board.refreshed');
  if (reports) types.push(reports);
  if (kind === 'RECOMPUTED') types.push('board.recomputed');
  return types;
}

function* itemsFrom(events: readonly DeliverableEvent[], place: WebhookPlace): Generator<Item> {
  let before = place.event;
  let first = place.item;
  for (const event of events) {
    const types = reportedTypes(event);
    for (let index = first; index < types.length; index++) {
      const isLast = index === types.length - 1;
      yield {
        type: types[index]!,
        event,
        sequence: event.sequences?.[index] ?? null,
        matches: Math.min(index + 1, event.sequences?.length ?? 0),
        after: isLast ? { event: event.number, item: 0 } : { event: before, item: index + 1 },
      };
    }
    before = event.number;
    first = 0;
  }
}

/** The next items to send: of one type, at least one, or none in these events. */
export interface EventRange {
  readonly items: readonly Item[];
  /** The position before the first item; without items, the position after the events. */
  readonly from: WebhookPlace;
}

/**
 * The events of the next message: up to 100 matches, or one other item.
 * @param events after the position, in order
 * @param wanted events that are sent; others are passed over
 * @param end position at which a recorded message ends; if omitted, as much as fits
 */
export function nextStretch(
  events: readonly DeliverableEvent[],
  place: WebhookPlace,
  wanted: readonly MessageEvent[],
  end?: WebhookPlace,
): EventRange {
  const items: Item[] = [];
  let from = place;
  for (const item of itemsFrom(events, place)) {
    if (end && isBehind(item.after, end)) break;
    const isWanted = wanted.includes(item.type);
    if (items.length === 0) {
      if (isWanted) items.push(item);
      else from = item.after;
    } else if (isWanted) {
      if (item.type !== 'matches.rated' || items[0]!.type !== 'matches.rated' || items.length === MAX_ITEMS) break;
      items.push(item);
    }
  }
  return { items, from };
}

function isBehind(place: WebhookPlace, other: WebhookPlace): boolean {
  return place.event > other.event || (place.event === other.event && place.item > other.item);
}
