import type { EntityManager } from 'typeorm';
import type { Log } from '../kit/log.js';
import { transaction } from '../kit/sql/transaction.js';
import { listDueLeagues, lockLeague, updateRefreshed } from '../league/league.repository.js';
import { expireDue } from '../matchmaking/expire-tickets.js';
import { insertEvent } from '../outbox/league-event.repository.js';
import { leagueTopic } from '../outbox/topic.js';
import { DerivedByOtherVersion, RaterMissing } from '../raters/rating-system.js';
import type { App } from '../start/app.js';
import { refreshBoard } from './refresh-board.js';
import { insertSnapshot } from './snapshot.repository.js';

/**
 * The nightly run: takes every league whose midnight has passed through it. A league that fails holds up no other, and is
 * due again the next time.
 * @param stopping leaves the leagues that are still due to whoever comes next
 */
export async function runNightly(app: App, log: Log, stopping?: AbortSignal): Promise<void> {
  for (const leagueId of await listDueLeagues(app.database.manager, app.clock())) {
    if (stopping?.aborted) return;
    try {
      await transaction(app.database, leagueId, (tx) => passMidnight(app, tx, leagueId));
      app.wakeUps.announce(leagueTopic(leagueId));
    } catch (error) {
      // Which the start has told, and each minute would tell again.
      if (error instanceof RaterMissing || error instanceof DerivedByOtherVersion) continue;
      log.error({ err: error, leagueId }, 'the nightly run of a league failed');
    }
  }
}

/**
 * Takes a league through the newest midnight: the board is refreshed and recorded as the standings of the day. It is one
 * transaction under the league's lock, so it happens once, or, whatever dies, not at all.
 */
async function passMidnight(app: App, tx: EntityManager, leagueId: number): Promise<void> {
  const now = app.clock();
  const due = await lockLeague(tx, leagueId);
  if (due.refreshDueAt > now) return;
  // Waits that ended before midnight show in the board of that midnight.
  const league = await updateRefreshed(tx, (await expireDue(tx, due, now)).league, now);
  await refreshBoard(app, tx, league);
  await insertSnapshot(tx, league, now);
  const { version: number, revision } = league;
  await insertEvent(tx, { leagueId, number, kind: 'BOARD_REFRESHED', sequences: null, revision, at: now });
}
