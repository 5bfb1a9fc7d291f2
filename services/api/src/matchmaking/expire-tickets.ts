import type { EntityManager } from 'typeorm';
import type { Log } from '../kit/log.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { transaction } from '../kit/sql/transaction.js';
import { type League, LeagueDeleted } from '../league/league.js';
import { addWaits, lockLeague } from '../league/league.repository.js';
import { insertWaits } from '../match-log/merges-and-waits.repository.js';
import { type PublishResolvedNeeds, publishResolved, type Resolved } from './publish-resolved.js';
import { type DueTicket, listDue, listLeaguesWithDue, updateExpired } from './queue.repository.js';

export type ExpireTicketsNeeds = NeedsDatabase & NeedsClock & PublishResolvedNeeds;

/** Expires due tickets on the platform, league by league. @param ending leaves the rest to the next call */
export async function expireTickets(needs: ExpireTicketsNeeds, log: Log, ending?: AbortSignal): Promise<void> {
  for (const leagueId of await listLeaguesWithDue(needs.database, needs.clock())) {
    if (ending?.aborted) return;
    try {
      const work = async (tx: EntityManager) => expireDue(tx, await lockLeague(tx, leagueId), needs.clock());
      const { expired } = await transaction(needs.database, leagueId, work, ending);
      publishResolved(needs, expired);
    } catch (error) {
      if (ending?.aborted) return;
      if (error instanceof LeagueDeleted) continue;
      log.error({ err: error, leagueId }, 'Could not expire the queue tickets of a league');
    }
  }
}

/** A league after its expired tickets were ended. */
export interface Settled {
  /** The league after that. */
  readonly league: League;
  /** The tickets that ended. Announce them after the commit; otherwise their watchers find out a little later. */
  readonly expired: readonly Resolved[];
}

/**
 * Ends the league's tickets that have expired by now, and writes the waits to its log. The first process that finds them does it,
 * under the league's lock. The result does not depend on the time, unless the player has played in the meantime.
 * @param league as read under its lock
 */
export async function expireDue(tx: EntityManager, league: League, now: Date): Promise<Settled> {
  const due = await listDue(tx, league.id, now);
  if (due.length === 0) return { league, expired: [] };
  const ended = due.map((ticket, index) => ({
    ticket,
    wait: { sequence: league.lastSequence + 1 + index, playerId: ticket.playerId, at: placeInLog(ticket) },
  }));
  await insertWaits(
    tx,
    league.id,
    ended.map(({ wait }) => wait),
  );
  await updateExpired(tx, league.id, ended);
  return {
    league: await addWaits(tx, league, ended.length),
    expired: due.map(({ id, joinedAt, expiresAt }) => ({ id, status: 'EXPIRED', joinedAt, resolvedAt: expiresAt })),
  };
}

/**
 * A wait ends when the ticket expires, but never before a rated match of the player, so that no wait is ever late. The clock of a player
 * who has played since runs from that match.
 */
function placeInLog({ expiresAt, lastPlayedAt }: DueTicket): Date {
  return lastPlayedAt && lastPlayedAt > expiresAt ? lastPlayedAt : expiresAt;
}
