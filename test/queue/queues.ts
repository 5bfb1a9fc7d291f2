import { afterEach, beforeEach, expect } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { expireTickets } from '../../services/api/dist/matchmaking/expire-tickets.js';
import { joinQueue } from '../../services/api/dist/matchmaking/join-queue.js';
import { leaveQueue } from '../../services/api/dist/matchmaking/leave-queue.js';
import { findTicket } from '../../services/api/dist/matchmaking/queue.repository.js';
import type { QueueTicket } from '../../services/api/dist/matchmaking/queue-ticket.js';
import type { App } from '../../services/api/dist/start/app.js';
import { type Ladders, openLadders } from '../nightly/ladder.js';
import { keepErrors } from '../support/log.js';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;

/** Ladders with queues, whose clock stands still until it is moved. */
export interface Queues extends Ladders {
  join(slug: string, player: string, app?: App): Promise<QueueTicket>;
  leave(ticket: QueueTicket): Promise<QueueTicket>;
  /** The ticket as it stands now. */
  look(ticket: QueueTicket): Promise<QueueTicket>;
  /** The work of the worker every second. @throws what it would log */
  expire(app?: App): Promise<void>;
  /** A player joins, and the wait expires. */
  expireWait(slug: string, player: string): Promise<void>;
  /** The rows of a league's board or journal, in the order of the key, without what only tells of the moment. */
  rows(table: 'rating' | 'rating_change', slug: string): Promise<Record<string, unknown>[]>;
}

export async function openQueues(): Promise<Queues> {
  const ladders = await openLadders('2026-01-01T12:00:00Z');
  const { app, clock } = ladders;
  const expire = async (process = app) => {
    const failures: unknown[] = [];
    await expireTickets(process, keepErrors(failures));
    if (failures.length > 0) throw failures[0];
  };
  const join = (league: string, player: string, process = app) => joinQueue(process, COMMAND_LINE, { league, player });
  return {
    ...ladders,
    join,
    leave: (ticket) => leaveQueue(app, COMMAND_LINE, ticket),
    look: async (ticket) => (await findTicket(app.database, ticket))!,
    expire,
    expireWait: async (slug, player) => {
      const { expiresAt } = await join(slug, player);
      clock.now = expiresAt.getTime();
      await expire();
    },
    rows: async (table, slug) => {
      const rows = await app.database.query(
        `SELECT ${table}.* FROM ${table} JOIN league ON league.id = league_id AND slug = $1
         ${table === 'rating' ? '' : 'WHERE rating_change.generation = league.generation'} ORDER BY 1, 2, 3, 4, 5`,
        [slug],
      );
      return rows.map(({ league_id, generation, revision, ...row }: Record<string, unknown>) => row);
    },
  };
}

/** The queues of each test, whose database is verified at its end. @param prepare what each test begins with */
export function useQueues(prepare: (queues: Queues) => Promise<unknown>): Queues {
  let own: Queues;
  beforeEach(async () => {
    own = await openQueues();
    await prepare(own);
  });
  afterEach(async () => {
    try {
      expect(await own.problems(), 'what openladder verify finds').toEqual([]);
    } finally {
      await own.close();
    }
  });
  return new Proxy({} as Queues, { get: (_, name) => Reflect.get(own, name) });
}
