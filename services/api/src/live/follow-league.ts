import { type Access, canRead } from '../access/access.js';
import type { NeedsReads, NeedsSeal } from '../kit/needs.js';
import { type League, unknownLeague } from '../league/league.js';
import type { NeedsLeagues } from '../league/league-reader.js';
import { type LeagueEvent, listEventsAfter } from '../outbox/outbox.js';
import { PAGE } from './league-feed.js';
import type { LeagueFeeds } from './league-feeds.js';

export interface FeedNeeds extends NeedsReads {
  readonly feeds: LeagueFeeds;
}
export type FollowNeeds = NeedsLeagues & FeedNeeds & NeedsSeal;

/** An event, and whether the next one is available already. */
export interface FollowedEvent {
  readonly event: LeagueEvent;
  readonly hasNext: boolean;
}

/** The events of a league to follow. */
export interface Following {
  /** Only events above this number. */
  readonly after: number;
  /** Aborted when the follower leaves. */
  readonly left: AbortSignal;
  /** Whether to end when there are no more events yet. */
  readonly isToEnd?: boolean | undefined;
}

/** A follower took events too slowly, so that events it had not taken were forgotten. */
export class FellBehind extends Error {
  override readonly name = 'FellBehind';

  constructor() {
    super('Events arrived faster than they were read; subscribe again from the last cursor.');
  }
}

/** The parts of a league that a follower needs; they are stored for as long as it follows. */
export type FollowedLeague = Pick<League, 'id' | 'slug' | 'version' | 'visibility' | 'deletedAt'>;

/**
 * The league that a caller wants to follow.
 * @throws Refused if there is none that the caller may read
 */
export async function getFollowed(needs: NeedsLeagues, access: Access, slug: string): Promise<FollowedLeague> {
  const league = await needs.leagues.find(access, slug);
  if (!league) throw unknownLeague(slug, ['league']);
  const { id, version, visibility, deletedAt } = league;
  return { id, slug: league.slug, version, visibility, deletedAt };
}

/**
 * Yields the events of a league, each once, in the order of their commits, for as long as the caller may read it.
 * @param league as read just now, or when the follower began
 * @returns at the end, the number of the newest event that is known
 * @throws Refused when the league is made private or deleted
 * @throws FellBehind
 */
export async function* followLeague(
  needs: FeedNeeds,
  access: Access,
  league: FollowedLeague,
  { after, left, isToEnd = false }: Following,
): AsyncGenerator<FollowedEvent, number> {
  const { id, slug } = league;
  const checkReadable = () => {
    if (!canRead(access, { id, visibility: feed.visibility, deletedAt: feed.deletedAt }))
      throw unknownLeague(slug, ['league']);
  };
  // In an old subscription even the league is outdated: events that its follower knows are not read again.
  const { feed, leave } = needs.feeds.follow({ ...league, version: Math.max(league.version, after) });
  try {
    let hasCaughtUp = false;
    let at = after;
    while (!left.aborted) {
      if (feed.failure !== undefined) throw feed.failure;
      checkReadable();
      // All events up to here can be read now, so a page that is not full contains the last of them.
      const { floor } = feed;
      const recent = feed.since(at);
      if (!recent && hasCaughtUp) throw new FellBehind();
      hasCaughtUp = recent !== null;
      const events = recent ?? (await listEventsAfter(needs.reads, id, { after: at, limit: PAGE })).events;
      for (const [index, event] of events.entries()) {
        checkReadable();
        yield { event, hasNext: index < events.length - 1 };
      }
      at = events.at(-1)?.number ?? at;
      if (recent && events.length === 0) {
        if (isToEnd) return Math.max(at, feed.version);
        await feed.news(left);
      } else if (!recent && events.length < PAGE) at = Math.max(at, floor);
    }
    return at;
  } finally {
    leave();
  }
}
