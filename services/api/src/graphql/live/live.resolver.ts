import { Int } from 'type-graphql';
import { checkFirst } from '../../kit/paging/page.js';
import { type BoardChange, followBoard, listMoved } from '../../live/board-changes.js';
import { eventCursor } from '../../live/event-cursor.js';
import { followMatches, type RatedMatch } from '../../live/rated-matches.js';
import type { BoardEventKind } from '../../outbox/outbox.js';
import { field, firstOf, objectType, optional, subscription } from '../declare.js';
import { itsLeague } from '../league/league.type.js';
import { MatchType } from '../match/match.type.js';
import { StandingType } from '../rating/rating.resolver.js';
import { DateTimeScalar, enumOf } from '../scalars.js';
import { changePartsOf, selectionOf } from '../selection.js';

const BoardChangeEnum = enumOf<BoardEventKind>('StandingsChange', 'Reasons for a board to change.', {
  MATCHES_RATED: 'Matches were added to the end of the log, so their players moved.',
  RECOMPUTED: 'A correction or a late match made a new revision: anything may have changed, including history.',
  BOARD_REFRESHED:
    'Time passed, so deviations grew and ranks may have changed; or an admin hid a player, or showed them again.',
});

const CURSOR = "Position in the league's events; pass it as `after` to any subscription to this league to continue.";

const MatchRatedType = objectType('MatchRatedEvent', 'A match was rated.', {
  match: field(
    MatchType,
    'The match as it was when the event was sent; it may have been corrected since it was rated.',
    ({ event, sequence, group }: RatedMatch, { loaders, size }, _args, info) => {
      const { leagueId } = event;
      const parts = changePartsOf(selectionOf(info), 'sides.participants.ratingChange.');
      for (const neighbour of group) {
        // Prefetched, in one statement for all. If one fails, it will fail again when it is needed.
        loaders.match.load({ leagueId, sequence: neighbour }).catch(() => undefined);
        // Together their contributions may be too many.
        if (!parts.contributions)
          loaders
            .changes(parts)
            .load({ leagueId, sequence: neighbour, size })
            .catch(() => undefined);
      }
      return loaders.match.load({ leagueId, sequence });
    },
  ),
  cursor: field(String, CURSOR, ({ event, position }: RatedMatch, { app }) =>
    eventCursor(app.seal, event.leagueId, event.number, position),
  ),
  at: field(DateTimeScalar, 'When the match was rated.', ({ event }: RatedMatch) => event.at),
  isLate: field(
    Boolean,
    'Whether the match, or another rated with it, was late. Later matches already in the log were rated again.',
    ({ event }: RatedMatch) => event.kind === 'RECOMPUTED',
  ),
});

const StandingsChangedType = objectType(
  'StandingsChangedEvent',
  'A board changed. Changes in quick succession are one event.',
  {
    at: field(DateTimeScalar, 'When the board last changed.'),
    revision: field(Int, "Current revision of the league's ratings, from 1; it goes up when history changes."),
    moved: optional(
      [StandingType],
      'Current standings of the players in the new matches, best first. Null if the board changed for any other reason: anyone may have moved, so read the board again.',
      { args: firstOf(20) },
      (change: BoardChange, { app, loaders }, { first }) =>
        listMoved(app, change, checkFirst(first), (rating) =>
          loaders.above.load({ leagueId: rating.leagueId, score: rating.score! }),
        ),
    ),
    cursor: field(String, CURSOR, ({ leagueId, number }: BoardChange, { app }) =>
      eventCursor(app.seal, leagueId, number),
    ),
    change: field(
      BoardChangeEnum,
      'Why the board changed; if there are several reasons, the most far-reaching one.',
      ({ kind }: BoardChange) => kind,
    ),
    matchCount: field(Int, 'Number of matches that arrived.', ({ sequences }: BoardChange) => sequences?.length ?? 0),
    league: itsLeague('The league as it is now, with its board.'),
  },
);

/** The followed object, and the place from which events are sent. */
const followedFrom = {
  league: field(String, 'Slug of the league.'),
  after: optional(
    String,
    'Cursor of an event, or `League.eventCursor`: sends every later event without a gap. If omitted, sends events from now on.',
  ),
};

subscription(
  'matchRated',
  MatchRatedType,
  'Each match of a league once, as it is rated, in order of arrival. Corrections are reported by standingsChanged.',
  followedFrom,
  ({ league, after }, { app, access }) => followMatches(app, access, league, after),
);

subscription(
  'standingsChanged',
  StandingsChangedType,
  "Reports any change of a league's board, at most four times a second. Changes in between are combined into one event.",
  followedFrom,
  ({ league, after }, { app, access }) => followBoard(app, access, league, after),
);
