import { expect, test } from 'vitest';
import { ANONYMOUS } from '../access/access.js';
import type { League } from '../league/league.js';
import type { LeagueEvent } from '../outbox/outbox.js';
import { type FeedNeeds, followLeague } from './follow-league.js';
import { LeagueFeed, PAGE, type ReadNews } from './league-feed.js';

const event = (number: number, matches = 1): LeagueEvent => ({
  ...{ leagueId: 1, number, kind: 'MATCHES_RATED', revision: 1, at: new Date(0) },
  sequences: Array.from({ length: matches }, (_, index) => index),
});

/** A league whose events are in memory, and its feed. */
function follow(window = { events: 3, matches: 100 }) {
  const events: LeagueEvent[] = [];
  const league = { version: 10, visibility: 'PUBLIC' as const, deletedAt: null };
  const errors: unknown[] = [];
  const reads: number[] = [];
  let isBroken = false;
  const read: ReadNews = async ({ after, limit }) => {
    reads.push(after);
    if (isBroken) throw new Error('no database');
    return { ...league, events: events.filter(({ number }) => number > after).slice(0, limit) };
  };
  const feed = new LeagueFeed(league, window, read, (error) => errors.push(error));
  return {
    ...{ feed, errors, reads },
    write: (...more: LeagueEvent[]) => {
      events.push(...more);
      league.version = more.at(-1)!.number;
    },
    breakDown: (broken: boolean) => {
      isBroken = broken;
    },
  };
}

const numbers = (events: readonly LeagueEvent[] | null) => events?.map(({ number }) => number);
const left = new AbortController().signal;

/** Waits for the result of the next look. */
function looked(feed: LeagueFeed): Promise<unknown> {
  const news = feed.news(left);
  feed.look();
  return news;
}

test('every follower gets the new events after its own place, and they are read once', async () => {
  const { feed, write, reads } = follow();
  write(event(11), event(13));
  const both = Promise.all([feed.news(left), feed.news(left)]);
  feed.look();
  feed.look();
  await both;
  expect([feed.since(10), feed.since(11), feed.since(12), feed.since(13)].map(numbers)).toEqual([
    [11, 13],
    [13],
    [13],
    [],
  ]);
  expect(feed.since(9)).toBeNull();
  // The second look may find events that came too late for the first read.
  expect(reads).toEqual([10, 13]);
});

test('forgotten events must be read by the follower that needs them', async () => {
  const { feed, write } = follow();
  write(event(11), event(12), event(13), event(14));
  await looked(feed);
  expect(feed.since(10)).toBeNull();
  expect(numbers(feed.since(11))).toEqual([12, 13, 14]);
});

test('large events are forgotten earlier, except for the newest', async () => {
  const { feed, write } = follow();
  write(event(11, 60), event(12, 60));
  await looked(feed);
  expect(numbers(feed.since(11))).toEqual([12]);
  write(event(13, 200));
  await looked(feed);
  expect([feed.floor, numbers(feed.since(12))]).toEqual([12, [13]]);
});

test('more events than fit on a page are read page by page', async () => {
  const { feed, write, reads } = follow({ events: 10_000, matches: 10_000 });
  write(...Array.from({ length: PAGE + 1 }, (_, index) => event(11 + index)));
  await looked(feed);
  await feed.news(left);
  expect(feed.since(10)).toHaveLength(PAGE + 1);
  expect(reads).toEqual([10, 10 + PAGE]);
});

test('events that could not be read are read at the next look', async () => {
  const { feed, write, breakDown, errors } = follow();
  breakDown(true);
  write(event(11));
  feed.look();
  await expect.poll(() => errors).toHaveLength(1);
  breakDown(false);
  await looked(feed);
  expect(numbers(feed.since(10))).toEqual([11]);
});

test('a follower that leaves no longer waits', async () => {
  const { feed } = follow();
  const leaving = new AbortController();
  const news = feed.news(leaving.signal);
  leaving.abort();
  await news;
  await feed.news(leaving.signal);
});

test('a feed that begins for an old subscription does not read known events again', async () => {
  const { feed } = follow();
  const begun: number[] = [];
  const feeds = {
    follow: ({ version }: League) => {
      begun.push(version);
      return { feed, leave: () => undefined };
    },
  };
  const league = { id: 1, slug: 'europe', version: 3, visibility: 'PUBLIC', deletedAt: null } as League;
  await followLeague({ feeds } as unknown as FeedNeeds, ANONYMOUS, league, { after: 10, left, isToEnd: true }).next();
  expect(begun).toEqual([10]);
});
