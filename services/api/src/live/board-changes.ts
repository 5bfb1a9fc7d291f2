import type { Access } from '../access/access.js';
import type { NeedsReads } from '../kit/needs.js';
import { pause } from '../kit/waiting.js';
import { listRatedPlayers } from '../match-log/match.repository.js';
import type { BoardEventKind, EventKind, LeagueEvent } from '../outbox/outbox.js';
import { byPlace } from '../rating/board.js';
import type { Rating, Standing } from '../rating/rating.js';
import { listRatings } from '../rating/rating.repository.js';
import { endOf, type Place, readPlace } from './event-cursor.js';
import { type FollowedEvent, type FollowNeeds, followLeague, getFollowed } from './follow-league.js';
import { Followed } from './followed.js';

/** The shortest time between two events to a follower of a board, in milliseconds: people watch it. */
const INTERVAL = 250;

/** The changes of a league's board since the follower's last event: the newest event, with the most far-reaching kind. */
export interface BoardChange extends LeagueEvent {
  readonly kind: BoardEventKind;
  /** The number of the first event that it combines. */
  readonly firstNumber: number;
  /** One object for all followers who get the same event. */
  readonly identity: string;
}

/**
 * The changes of a league's board. Changes while the follower is busy are combined into one.
 * @param after cursor to continue after; from now on if omitted
 */
export function followBoard(
  needs: FollowNeeds,
  access: Access,
  slug: string,
  after?: string | null,
): Followed<BoardChange> {
  return new Followed(async () => {
    const league = await getFollowed(needs, access, slug);
    return {
      place: endOf(readPlace(needs.seal, league, after)?.number ?? league.version),
      follow: ({ number }, left, isToEnd = false) =>
        boardChanges(
          followLeague(needs, access, league, { after: number, left, isToEnd }),
          isToEnd ? 0 : INTERVAL,
          left,
        ),
      placeAfter: ({ number }) => endOf(number),
      newsIn: (change, { number }) => {
        if (number >= change.number) return 'NONE';
        return number < change.firstNumber ? 'ALL' : 'SOME';
      },
    };
  });
}

/** @param interval the shortest time between two changes, in milliseconds */
async function* boardChanges(
  source: AsyncGenerator<FollowedEvent, number>,
  interval: number,
  left: AbortSignal,
): AsyncGenerator<BoardChange, Place> {
  try {
    let events: LeagueEvent[] = [];
    for (;;) {
      const { done, value } = await source.next();
      if (done) return endOf(value);
      events.push(value.event);
      if (value.hasNext) continue;
      yield joined(events);
      events = [];
      if (interval > 0) await pause(interval, left);
    }
  } finally {
    await source.return(0);
  }
}

/** From the least to the most. */
const EXTENT: readonly BoardEventKind[] = ['MATCHES_RATED', 'BOARD_REFRESHED', 'RECOMPUTED'];

function joined(events: readonly LeagueEvent[]): BoardChange {
  const kind = EXTENT[Math.max(...events.map((event) => (EXTENT as readonly EventKind[]).indexOf(event.kind)))]!;
  const last = events.at(-1)!;
  return {
    ...last,
    kind,
    firstNumber: events[0]!.number,
    sequences: events.flatMap(({ sequences }) => sequences ?? []),
    identity: `board of league ${last.leagueId}, events ${events[0]!.number} to ${last.number}`,
  };
}

/**
 * The current standings of the players in the matches of a change, best first, without hidden ones.
 * @param countAbove counts ranked players above a given one
 * @returns null if anyone may have moved
 */
export async function listMoved(
  { reads }: NeedsReads,
  { leagueId, kind, sequences }: BoardChange,
  first: number,
  countAbove: (rating: Rating) => Promise<number>,
): Promise<Standing[] | null> {
  if (kind !== 'MATCHES_RATED') return null;
  const players = await listRatedPlayers(reads, leagueId, sequences ?? []);
  const listed = (await listRatings(reads, leagueId, players)).filter(({ isHidden }) => !isHidden);
  const ratings = listed.toSorted(byPlace).slice(0, first);
  return Promise.all(
    ratings.map(async (rating) => ({ rating, rank: isOnBoard(rating) ? 1 + (await countAbove(rating)) : null })),
  );
}

function isOnBoard({ isProvisional, score }: Rating): boolean {
  return !isProvisional && score !== null;
}
