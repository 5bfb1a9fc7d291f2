import { expect } from 'vitest';
import type { Random } from '../../packages/rating/dist/random.js';
import { client } from '../support/graphql.js';
import { onServer } from '../support/server.js';
import { subscriber } from '../support/subscriber.js';
import { pause } from './fault.js';
import type { Ledger } from './ledger.js';

/** A site that follows the matches of a league, and comes back with its cursor whenever it is cut off. */
export interface Watcher {
  /** Waits until it has seen as many matches as there are, and proves that they came in the order of arrival. */
  prove(databaseUrl: string): Promise<void>;
}

const FOLLOW = `subscription ($league: String!, $after: String) {
  matchRated(league: $league, after: $after) { cursor match { externalId } }
}`;
/** Events that have not come by then, in milliseconds, do not come. */
const TIMEOUT = 120_000;

/** @param urlOf a replica to ask, another one each time */
export async function watch({ league }: Ledger, random: Random, urlOf: (random: Random) => string): Promise<Watcher> {
  const seen: string[] = [];
  let after = await firstCursor(league, () => urlOf(random));
  let wanted = Number.POSITIVE_INFINITY;
  let deadline = Number.POSITIVE_INFINITY;
  const isOver = () => seen.length >= wanted || Date.now() > deadline;

  const listen = async () => {
    const caller = subscriber(urlOf(random));
    const { events, ended } = caller.subscribe(FOLLOW, { league, after });
    let isCut = false;
    ended.catch(() => undefined).finally(() => (isCut = true));
    while (!isOver() && !(isCut && events.length === 0)) {
      for (const { data } of events.splice(0)) {
        // Without data it says that the service is at a loss, and ends.
        if (!data) continue;
        seen.push(data.matchRated.match.externalId);
        after = data.matchRated.cursor;
      }
      await pause(10);
    }
    caller.close();
  };
  const following = (async () => {
    while (!isOver()) await listen();
  })();
  return {
    prove: async (databaseUrl) => {
      const arrived = await onServer(
        databaseUrl,
        `SELECT external_id AS id FROM match WHERE league_id = (SELECT id FROM league WHERE slug = '${league}')
         ORDER BY sequence`,
      );
      wanted = arrived.length;
      deadline = Date.now() + TIMEOUT;
      await following;
      expect(seen, 'matches that the watcher saw').toEqual(arrived.map(({ id }) => id));
    },
  };
}

/** The beginning of a league that nobody has submitted to. */
async function firstCursor(league: string, urlOf: () => string): Promise<string> {
  for (;;) {
    const answer = await client(urlOf())
      .ask('query ($league: String!) { league(slug: $league) { eventCursor } }', { league })
      .catch(() => null);
    if (answer?.data?.league) return answer.data.league.eventCursor;
    await pause(50);
  }
}
