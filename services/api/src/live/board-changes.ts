import type { Access } from '../access/access.js';
import type { App } from '../app.js';
import { pause, untilLeft } from '../until-left.js';
import { readPlace } from './event-cursor.js';
import { followLeague, getFollowed } from './follow-league.js';
import type { EventKind, LeagueEvent } from './league-event.js';

/** A follower is told of his board at most so often, in milliseconds: people look at it. */
const INTERVAL = 250;

/** What happened to a league's board since its follower was told last. */
export interface BoardChange extends LeagueEvent {
  /** Of what happened, the kind that moves the most. */
  readonly kind: EventKind;
}

/**
 * The changes of a league's board. What happens while its follower is busy is told at once, as one change.
 * @param after a cursor, to go on there; left out: from now on
 * @throws Refused where there is no such league or the cursor is not one of it
 */
export function followBoard(
  app: App,
  access: Access,
  slug: string,
  after?: string | null,
): AsyncIterableIterator<BoardChange> {
  return untilLeft((left) => changesOf(app, access, slug, after, left));
}

async function* changesOf(
  app: App,
  access: Access,
  slug: string,
  after: string | null | undefined,
  left: AbortSignal,
): AsyncGenerator<BoardChange> {
  const league = await getFollowed(app, access, slug);
  const number = readPlace(league, after)?.number ?? league.version;
  let change: BoardChange | null = null;
  for await (const { event, hasNext } of followLeague(app, access, league, number, left)) {
    change = change ? joined(change, event) : event;
    if (hasNext) continue;
    yield change;
    change = null;
    await pause(INTERVAL, left);
  }
}

/** From the least to the most. */
const EXTENT: readonly EventKind[] = ['MATCHES_RATED', 'BOARD_REFRESHED', 'RECOMPUTED'];

function joined(earlier: BoardChange, later: LeagueEvent): BoardChange {
  const kind = EXTENT[Math.max(EXTENT.indexOf(earlier.kind), EXTENT.indexOf(later.kind))]!;
  return { ...later, kind, sequences: [...(earlier.sequences ?? []), ...(later.sequences ?? [])] };
}
