import type { Access } from '../access/access.js';
import type { LeagueEvent } from '../outbox/outbox.js';
import { endOf, isBefore, lastBefore, type Place, readPlace } from './event-cursor.js';
import { type FollowedEvent, type FollowNeeds, followLeague, getFollowed } from './follow-league.js';
import { Followed } from './followed.js';

/** A match of an event. */
export interface RatedMatch {
  readonly event: LeagueEvent;
  readonly sequence: number;
  /** The position of this match among the event's matches, from 1. */
  readonly position: number;
  /** The matches of the event that are read together with it, in order. */
  readonly group: readonly number[];
  /** Identifies the group. */
  readonly leagueId: number;
  readonly sharedAs: string;
  /** Identifies the match among all events. */
  readonly identity: string;
}

/** Matches that are read at a time. */
const GROUP = 100;

/**
 * The matches of a league as they are rated, in order of arrival.
 * @param after cursor to continue after; from now on if omitted
 */
export function followMatches(
  needs: FollowNeeds,
  access: Access,
  slug: string,
  after?: string | null,
): Followed<RatedMatch> {
  return new Followed(async () => {
    const league = await getFollowed(needs, access, slug);
    return {
      place: readPlace(needs.seal, league, after) ?? endOf(league.version),
      follow: (place, left, isToEnd) =>
        matchesOf(followLeague(needs, access, league, { after: lastBefore(place), left, isToEnd }), place),
      placeAfter,
      newsIn: (match, known) => (isBefore(known, placeAfter(match)) ? 'ALL' : 'NONE'),
    };
  });
}

/** The matches after a place. @param events begin with the event of the place, which may have further matches */
async function* matchesOf(
  events: AsyncGenerator<FollowedEvent, number>,
  place: Place,
): AsyncGenerator<RatedMatch, Place> {
  try {
    for (;;) {
      const { done, value } = await events.next();
      if (done) return isBefore(place, endOf(value)) ? endOf(value) : place;
      const { event } = value;
      const first = event.number === place.number ? place.position : 0;
      for (let index = first; index < (event.sequences?.length ?? 0); index++) yield nthMatch(event, index);
    }
  } finally {
    await events.return(0);
  }
}

function placeAfter({ event, position }: RatedMatch): Place {
  return { number: event.number, position };
}

function nthMatch(event: LeagueEvent, index: number): RatedMatch {
  const sequences = event.sequences!;
  const start = index - (index % GROUP);
  return {
    event,
    sequence: sequences[index]!,
    position: index + 1,
    group: sequences.slice(start, start + GROUP),
    leagueId: event.leagueId,
    sharedAs: `league ${event.leagueId}, event ${event.number}, from ${start}`,
    identity: `match of league ${event.leagueId}, event ${event.number}, ${index}`,
  };
}
