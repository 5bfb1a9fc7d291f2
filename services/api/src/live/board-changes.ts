import type { Access } from '../access/access.js';
import { pause, untilLeft } from '../kit/until-caller-leaves.js';
import type { BoardEventKind, EventKind, LeagueEvent } from '../outbox/league-event.js';
import { readPlace } from './event-cursor.js';
import { type FollowNeeds, followLeague, getFollowed } from './follow-league.js';

/** A follower hears of its board at most this often, in milliseconds: people look at it. */
const INTERVAL = 250;

/** The change of a league's board since its follower was last told: the newest event, with the kind that moves the most. */
export interface BoardChange extends LeagueEvent {
  readonly kind: BoardEventKind;
  /** The same for all who are told the same. */
  readonly identity: string;
}

/**
 * The changes of a league's board. What happens while its follower is busy is told at once, as one change.
 * @param after a cursor, to go on there; left out: from now on
 * @throws Refused where there is no such league or the cursor is not one of it
 */
export function followBoard(
  needs: FollowNeeds,
  access: Access,
  slug: string,
  after?: string | null,
): AsyncIterableIterator<BoardChange> {
  return untilLeft((left) => changesOf(needs, access, slug, after, left));
}

async function* changesOf(
  needs: FollowNeeds,
  access: Access,
  slug: string,
  after: string | null | undefined,
  left: AbortSignal,
): AsyncGenerator<BoardChange> {
  const league = await getFollowed(needs, access, slug);
  const number = readPlace(needs.seal, league, after)?.number ?? league.version;
  let events: LeagueEvent[] = [];
  for await (const { event, hasNext } of followLeague(needs, access, league, number, left)) {
    events.push(event);
    if (hasNext) continue;
    yield joined(events);
    events = [];
    await pause(INTERVAL, left);
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
    sequences: events.flatMap(({ sequences }) => sequences ?? []),
    identity: `board of league ${last.leagueId}, events ${events[0]!.number} to ${last.number}`,
  };
}
