import type { Log } from '../kit/log.js';
import { isAway } from '../kit/sql/database-away.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { listStamps } from '../league/league.repository.js';
import { leagueTopic, listEventsAfter, type WakeUps } from '../outbox/outbox.js';
import { type FeedWindow, LeagueFeed } from './league-feed.js';

/** How often feeds look for events if no wake-up came, in milliseconds. */
const LOOK_INTERVAL = 1_500;
/** After this many failed looks, followers are notified that the database is unavailable, so that they can reconnect elsewhere. */
const LOOKS_IN_VAIN = 2;
/** A megabyte of numbers per league. */
const WINDOW: FeedWindow = { events: 2_000, matches: 100_000 };

type FeedLeague = Pick<League, 'id' | 'version' | 'visibility' | 'deletedAt'>;

interface OpenFeed {
  readonly feed: LeagueFeed;
  followers: number;
  /** Stops its wake-ups. */
  readonly mute: () => void;
}

/** The feeds of the leagues that have followers. */
export class LeagueFeeds {
  readonly #open = new Map<number, OpenFeed>();
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;
  #looksInVain = 0;

  constructor(
    private readonly sql: Sql,
    private readonly wakeUps: WakeUps,
    private readonly log: Log,
    private readonly window = WINDOW,
  ) {}

  /**
   * Follows a league.
   * @param league as read just now
   * @returns its feed, and a function to call once to stop following
   */
  follow(league: FeedLeague): { feed: LeagueFeed; leave: () => void } {
    const open = this.#open.get(league.id) ?? this.#begin(league);
    open.followers++;
    return {
      feed: open.feed,
      leave: () => {
        open.followers--;
        if (open.followers === 0) this.#end(league.id, open);
      },
    };
  }

  /** Whether anybody follows a league in this process. */
  isFollowed(leagueId: number): boolean {
    return this.#open.has(leagueId);
  }

  /** Ends all feeds, even those with followers, before the database is closed. */
  close(): void {
    for (const [leagueId, open] of this.#open) this.#end(leagueId, open);
  }

  #begin(league: FeedLeague): OpenFeed {
    const feed = new LeagueFeed(
      league,
      this.window,
      (page) => listEventsAfter(this.sql, league.id, page),
      (error) => this.log.error({ err: error, leagueId: league.id }, 'Could not read league events; retrying'),
    );
    const open = { feed, followers: 0, mute: this.wakeUps.on(leagueTopic(league.id), () => feed.look()) };
    this.#open.set(league.id, open);
    // Events may have been committed since the league was read.
    feed.look();
    this.#timer ??= setInterval(() => this.#lookForMissed(), LOOK_INTERVAL);
    return open;
  }

  #end(leagueId: number, { mute }: OpenFeed): void {
    mute();
    this.#open.delete(leagueId);
    if (this.#open.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** The safety net for lost wake-ups: one statement for all leagues. */
  async #lookForMissed(): Promise<void> {
    // An unavailable database may take longer than this to fail.
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      const stamps = await listStamps(this.sql, [...this.#open.keys()]);
      for (const [leagueId, { feed }] of this.#open) {
        // A deleted league of which nothing is left has no stamp.
        if (feed.version < (stamps.get(leagueId)?.version ?? Number.POSITIVE_INFINITY)) feed.look();
      }
      this.#looksInVain = 0;
      this.#tellFailure(undefined);
    } catch (error) {
      this.log.error({ err: error }, 'Could not poll for new league events; retrying');
      if (isAway(error) && ++this.#looksInVain >= LOOKS_IN_VAIN) this.#tellFailure(error);
    } finally {
      this.#isLooking = false;
    }
  }

  #tellFailure(failure: unknown): void {
    for (const { feed } of this.#open.values()) feed.setFailure(failure);
  }
}
