import { expect, test } from 'vitest';
import { CHANGES } from '../changes/changes.js';
import { changeOfAction } from '../league-log/change.js';
import { type DeliverableEvent, nextStretch } from './event-range.js';
import { WEBHOOK_EVENTS, type WebhookEvent, type WebhookPlace } from './webhook.js';

const rated = (number: number, ...sequences: number[]): DeliverableEvent => event(number, 'MATCHES_RATED', sequences);
const recomputed = (number: number, action: string | null, sequences: number[] | null = null) =>
  event(number, 'RECOMPUTED', sequences, action);

function event(
  number: number,
  kind: DeliverableEvent['kind'],
  sequences: number[] | null = null,
  action: string | null = null,
): DeliverableEvent {
  const change = changeOfAction(CHANGES, action);
  const reports = change?.isOfSeveral && kind !== 'MATCH_SHOWN' ? null : (change?.reports ?? null);
  return { leagueId: 1, number, kind, sequences, revision: 1, at: new Date(0), action, reports, subject: null };
}

/** All messages about these events, for a webhook that sends some of them. */
function messages(events: readonly DeliverableEvent[], wanted: readonly WebhookEvent[] = WEBHOOK_EVENTS): string[] {
  const reported: string[] = [];
  let place: WebhookPlace = { event: 0, item: 0 };
  for (;;) {
    const rest = events.filter(({ number }) => number > place.event);
    const { items, from } = nextStretch(rest, place, wanted);
    if (items.length === 0) {
      expect(from.event).toBe(events.at(-1)?.number ?? 0);
      return reported;
    }
    const { type, after } = items.at(-1)!;
    // A message made again from its beginning and end is the same.
    const again = events.filter(({ number }) => number > from.event);
    expect(nextStretch(again, from, [type], after).items).toEqual(items);
    const sequences = items.map(({ sequence }) => sequence).filter((sequence) => sequence !== null);
    reported.push([type, ...sequences].join(' '));
    place = after;
  }
}

test('matches of several writes are reported together, all other events separately, in the order of the writes', () => {
  const events = [
    rated(3, 1, 2),
    rated(5, 3),
    recomputed(6, 'submitMatches', [4]),
    rated(9, 5),
    recomputed(10, 'voidMatch'),
    recomputed(11, 'mergePlayers'),
    recomputed(12, 'configureRatingSystem'),
    event(13, 'BOARD_REFRESHED'),
    recomputed(14, null),
    event(15, 'MATCH_SHOWN', null, 'amendMatch'),
  ];
  expect(messages(events)).toEqual([
    'matches.rated 1 2 3 4',
    'board.recomputed',
    'matches.rated 5',
    'match.corrected',
    'board.recomputed',
    'player.merged',
    'board.recomputed',
    'board.recomputed',
    'board.refreshed',
    'board.recomputed',
    'match.corrected',
  ]);
  expect(messages(events, ['matches.rated'])).toEqual(['matches.rated 1 2 3 4 5']);
  expect(messages(events, ['match.corrected', 'board.refreshed'])).toEqual([
    'match.corrected',
    'board.refreshed',
    'match.corrected',
  ]);
  expect(messages(events, ['ticket.matched'])).toEqual([]);
  expect(messages([])).toEqual([]);
});

test('matches that are withdrawn together are reported one by one, followed by the board', () => {
  const shown = (number: number) => event(number, 'MATCH_SHOWN', null, 'voidMatches');
  const events = [shown(3), shown(4), recomputed(5, 'voidMatches')];
  expect(messages(events)).toEqual(['match.corrected', 'match.corrected', 'board.recomputed']);
  expect(messages(events, ['match.corrected'])).toEqual(['match.corrected', 'match.corrected']);
});

test('a message has at most 100 matches, and the next one continues in the middle of a write', () => {
  const sequences = Array.from({ length: 250 }, (_, index) => index + 1);
  const reported = messages([rated(1, ...sequences.slice(0, 30)), rated(2, ...sequences.slice(30))]);
  expect(reported.map((message) => message.split(' ').length - 1)).toEqual([100, 100, 50]);
  expect(reported.flatMap((message) => message.split(' ').slice(1).map(Number))).toEqual(sequences);
});
