import type { EntityManager } from 'typeorm';
import type { App } from '../app.js';
import type { JobLog } from '../jobs/job-log.js';
import type { League } from '../league/league.js';
import { addWaits, lockLeague } from '../league/league.repository.js';
import { insertWaits } from '../match/log-wait.repository.js';
import { transaction } from '../persistence/transaction.js';
import { type DueTicket, listDue, listLeaguesWithDue, updateExpired } from './queue.repository.js';

/** Ends every ticket of the platform whose player has waited in vain, league by league. */
export async function expireTickets(app: App, log: JobLog): Promise<void> {
  for (const leagueId of await listLeaguesWithDue(app.database, app.clock())) {
    try {
      await transaction(app.database, async (tx) => {
        await expireDue(tx, await lockLeague(tx, leagueId), app.clock());
      });
    } catch (error) {
      log.error(error, `tickets of league ${leagueId} could not be expired`);
    }
  }
}

/**
 * Ends the league's tickets that have expired by now, and writes the waits into its log. Whoever looks first does it, under
 * the league's lock; what he writes does not depend on when, unless the player has played meanwhile.
 * @param league as it is under its lock
 * @returns the league as it is then
 */
export async function expireDue(tx: EntityManager, league: League, now: Date): Promise<League> {
  const due = await listDue(tx, league.id, now);
  if (due.length === 0) return league;
  const ended = due.map((ticket, index) => ({
    ticket,
    wait: { sequence: league.lastSequence + 1 + index, playerId: ticket.playerId, at: placeOf(ticket) },
  }));
  await insertWaits(
    tx,
    league.id,
    ended.map(({ wait }) => wait),
  );
  await updateExpired(tx, league.id, ended);
  return addWaits(tx, league, ended.length);
}

/**
 * A wait ends when the ticket expires; but never before a match of the player that is rated already, so that no wait is
 * ever late. Who has played since has his clock from that match.
 */
function placeOf({ expiresAt, lastPlayedAt }: DueTicket): Date {
  return lastPlayedAt && lastPlayedAt > expiresAt ? lastPlayedAt : expiresAt;
}
