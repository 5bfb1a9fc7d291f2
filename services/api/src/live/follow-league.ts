import { type Access, canRead } from '../access/access.js';
import type { NeedsReads, NeedsSeal } from '../kit/needs.js';
import type { League } from '../league/league.js';
import type { NeedsLeagues } from '../league/league-reader.js';
import { unknownLeague } from '../league/unknown-league.js';
import type { LeagueEvent } from '../outbox/league-event.js';
import { getNews } from '../outbox/league-event.repository.js';
import { PAGE } from './league-feed.js';
import type { LeagueFeeds } from './league-feeds.js';

export interface FeedNeeds extends NeedsReads {
  readonly feeds: LeagueFeeds;
}
export type FollowNeeds = NeedsLeagues & FeedNeeds & NeedsSeal;

/** An event, and whether the next one is at hand. */
export interface FollowedEvent {
  readonly event: LeagueEvent;
  readonly hasNext: boolean;
}

/** A follower took events more slowly than they came, for so long that they were forgotten. */
export class FellBehind extends Error {
  override readonly name = 'FellBehind';

  constructor() {
    super('Events arrived faster than they were read; subscribe again from the last cursor.');
  }
}

/**
 * The league of this slug, for somebody who wants to follow it.
 * @throws Refused if there is none that the caller may read
 */
export async function getFollowed(needs: NeedsLeagues, access: Access, slug: string): Promise<League> {
  const league = await needs.leagues.find(access, slug);
  if (!league) throw unknownLeague(slug, ['league']);
  return league;
}

/**
 * The events of a league: each once, in the order of their commits, as they come, for as long as the caller may read it.
 * @param league as it was read just now
 * @param after only events above this number
 * @throws Refused when the league is made private or deleted
 * @throws FellBehind
 */
export async function* followLeague(
  needs: FeedNeeds,
  access: Access,
  league: League,
  after: number,
  left: AbortSignal,
): AsyncGenerator<FollowedEvent> {
  const { id, slug } = league;
  const checkReadable = () => {
    if (!canRead(access, { id, visibility: feed.visibility, deletedAt: feed.deletedAt }))
      throw unknownLeague(slug, ['league']);
  };
  const { feed, leave } = needs.feeds.follow(league);
  try {
    let hasCaughtUp = false;
    for (let at = after; !left.aborted; ) {
      if (feed.failure !== undefined) throw feed.failure;
      checkReadable();
      // All events up to here can be read by now, so that a page with room left has the last of them.
      const { floor } = feed;
      const recent = feed.since(at);
      if (!recent && hasCaughtUp) throw new FellBehind();
      hasCaughtUp = recent !== null;
      const events = recent ?? (await getNews(needs.reads, id, { after: at, limit: PAGE })).events;
      for (const [index, event] of events.entries()) {
        checkReadable();
        yield { event, hasNext: index < events.length - 1 };
      }
      at = events.at(-1)?.number ?? at;
      if (recent && events.length === 0) await feed.news(left);
      else if (!recent && events.length < PAGE) at = Math.max(at, floor);
    }
  } finally {
    leave();
  }
}
