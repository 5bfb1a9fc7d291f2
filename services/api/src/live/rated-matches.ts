import type { Access } from '../access/access.js';
import { untilLeft } from '../kit/until-caller-leaves.js';
import type { LeagueEvent } from '../outbox/league-event.js';
import { readPlace } from './event-cursor.js';
import { type FollowNeeds, followLeague, getFollowed } from './follow-league.js';

/** A match of an event. */
export interface RatedMatch {
  readonly event: LeagueEvent;
  readonly sequence: number;
  /** How many of the event's matches stand up to this one. */
  readonly position: number;
  /** The matches of the event that are read with it, in their order. */
  readonly group: readonly number[];
  /** Names the group. */
  readonly leagueId: number;
  readonly sharedAs: string;
  /** Names the match among all events. */
  readonly identity: string;
}

/** Matches that are read at a time. */
const GROUP = 100;

/**
 * The matches of a league as they are rated, in the order of their arrival.
 * @param after a cursor, to go on there; left out: from now on
 * @throws Refused where there is no such league or the cursor is not one of it
 */
export function followMatches(
  needs: FollowNeeds,
  access: Access,
  slug: string,
  after?: string | null,
): AsyncIterableIterator<RatedMatch> {
  return untilLeft((left) => matchesOf(needs, access, slug, after, left));
}

async function* matchesOf(
  needs: FollowNeeds,
  access: Access,
  slug: string,
  after: string | null | undefined,
  left: AbortSignal,
): AsyncGenerator<RatedMatch> {
  const league = await getFollowed(needs, access, slug);
  const place = readPlace(needs.seal, league, after);
  // The event of the place may have further matches.
  const number = place ? place.number - 1 : league.version;
  for await (const { event } of followLeague(needs, access, league, number, left)) {
    const first = event.number === place?.number ? place.position : 0;
    for (let index = first; index < (event.sequences?.length ?? 0); index++) yield nthMatch(event, index);
  }
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
