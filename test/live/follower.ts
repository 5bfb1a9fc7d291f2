import type { Row } from '../support/graphql.js';
import { subscriber } from '../support/subscriber.js';

export const MATCHES = `subscription ($league: String!, $after: String) {
  matchRated(league: $league, after: $after) { cursor isLate match { externalId } }
}`;

export const BOARD = `subscription ($league: String!, $after: String) {
  standingsChanged(league: $league, after: $after) { cursor change revision matchCount }
}`;

/** One who follows a league, over as many connections as it takes. */
export interface Follower {
  /** The events that it received, over all connections. */
  readonly events: readonly Row[];
  /** Connects, to go on after the last event. */
  connect(url: string, token?: string): void;
  disconnect(): void;
  /** Rejects with what ended the connection. */
  ended(): Promise<void>;
}

/** @param after where it begins; omitted: when it first connects */
export function follower(query: string, league: string, after?: string): Follower {
  const earlier: unknown[] = [];
  let caller: ReturnType<typeof subscriber> | undefined;
  let subscription: ReturnType<ReturnType<typeof subscriber>['subscribe']> | undefined;
  const received = () => (subscription?.events ?? []).map(({ data }) => Object.values(data)[0]);
  const all = () => [...earlier, ...received()] as { cursor: string }[];
  const disconnect = () => {
    earlier.push(...received());
    subscription = undefined;
    caller?.close();
  };
  return {
    get events() {
      return all();
    },
    connect: (url, token) => {
      caller = subscriber(url, token);
      subscription = caller.subscribe(query, { league, after: all().at(-1)?.cursor ?? after });
    },
    disconnect,
    ended: () => subscription!.ended,
  };
}
