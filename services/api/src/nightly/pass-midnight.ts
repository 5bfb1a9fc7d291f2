import { type EntityManager } from 'typeorm';
import { type Log } from '../kit/log.js';
import { type NeedsClock, type NeedsDatabase } from '../kit/needs.js';
import { transaction } from '../kit/sql/transaction.js';
import { type League, LeagueDeleted } from '../league/league.js';
import { getLeague, lockLeague } from '../league/league.repository.js';
import { isRankingDue, listDueLeagues, updateRefreshed } from '../league/nights.repository.js';
import { withdrawUnpublished } from '../league/public-players.repository.js';
import { expireDue } from '../matchmaking/expire-tickets.js';
import { insertEvent, leagueTopic, type NeedsWakeUps } from '../outbox/outbox.js';
import { type NeedsRaters } from '../raters/raters.js';
import { DerivedByOtherVersion, RaterMissing, ratingSystemOf } from '../raters/rating-system.js';
import { showRatings } from '../rating/hide-player.js';
import { listPlayed, updateInactive, updateListed } from '../rating/rating.repository.js';
import { moveHorizon, type NeedsRetention } from './retention.js';
import { insertSnapshot } from './snapshot.repository.js';

/** How long after a failure a league is tried again, in milliseconds. */
const RETRY_AFTER = 60_000;
/** The same if its rating system is not available yet, which was logged at the start. */
const RETRY_QUIETLY_AFTER = 5_000;

/** Leagues that failed, by id, each with the time of the next try by the process's own clock. */
export type FailedLeagues = Map<number, number>;

/**
 * The nightly run: takes every league whose midnight has passed to that midnight. A league that fails does not hold up the others, and is
 * tried again a little later.
 * @param stopping leaves the leagues that are still due to the next worker
 * @param failed leagues that failed in earlier calls; kept up to date
 */
export async function runNightly(
  needs: PassMidnightNeeds,
  log: Log,
  stopping?: AbortSignal,
  failed: FailedLeagues = new Map(),
): Promise<void> {
  for (const leagueId of await listDueLeagues(needs.database.manager, needs.clock())) {
    if (stopping?.aborted) return;
    if ((failed.get(leagueId) ?? 0) > performance.now()) continue;
    try {
      await rollOverDay(needs, leagueId, stopping);
      failed.delete(leagueId);
    } catch (error) {
      if (stopping?.aborted) return;
      if (error instanceof LeagueDeleted) continue;
      const isReported = error instanceof RaterMissing || error instanceof DerivedByOtherVersion;
      failed.set(leagueId, performance.now() + (isReported ? RETRY_QUIETLY_AFTER : RETRY_AFTER));
      if (!isReported) log.error({ err: error, leagueId }, 'The nightly run of a league failed');
    }
  }
}

export type PassMidnightNeeds = NeedsDatabase & NeedsClock & NeedsRaters & NeedsWakeUps & NeedsRetention;

/**
 * A league with its board as of the newest midnight. If its board has missed that midnight, this updates it, unless its rating system is
 * unavailable; then the nightly run does it later.
 */
export async function atMidnight(needs: PassMidnightNeeds, league: League): Promise<League> {
  if (league.refreshDueAt > needs.clock() || league.archivedAt) return league;
  try {
    await rollOverDay(needs, league.id);
  } catch (error) {
    if (!(error instanceof RaterMissing || error instanceof DerivedByOtherVersion)) throw error;
  }
  return getLeague(needs.database.manager, league.id);
}

/**
 * Takes a league to its newest midnight if it is not there yet: the board is refreshed and recorded as the standings of the day. One
 * transaction under the league's lock, so it happens once or, after a crash, not at all.
 * @param stopping aborted to leave it to another process
 */
export async function rollOverDay(needs: PassMidnightNeeds, leagueId: number, stopping?: AbortSignal): Promise<void> {
  await transaction(needs.database, leagueId, (tx) => pass(needs, tx, leagueId), stopping);
  needs.wakeUps.announce(leagueTopic(leagueId));
}

async function pass(
  needs: NeedsClock & NeedsRaters & NeedsRetention,
  tx: EntityManager,
  leagueId: number,
): Promise<void> {
  const now = needs.clock();
  const due = await lockLeague(tx, leagueId);
  if (due.refreshDueAt > now || due.archivedAt) return;
  // Waits that ended before midnight show on the board of that midnight.
  const league = await updateRefreshed(tx, (await expireDue(tx, due, now)).league, now);
  await moveHorizon(needs, tx, league);
  if (league.visibility === 'PRIVATE') await withdrawUnpublished(tx, leagueId);
  await refreshBoard(needs, tx, league, isRankingDue(due));
  // Otherwise no day has ended: the league has only changed the conditions for a rank.
  if (league.refreshedThrough > due.refreshedThrough) await insertSnapshot(tx, league, now);
  const { version: number, revision } = league;
  await insertEvent(tx, { leagueId, number, kind: 'BOARD_REFRESHED', sequences: null, revision, at: now });
}

const PAGE = 1000;

/**
 * Shows every state as grown by the league's newest midnight, and removes the ranks of players who have been away for too long. Stored
 * states do not change.
 * @param isRankingDue whether the league has changed the conditions for a rank
 */
async function refreshBoard(
  needs: NeedsRaters,
  tx: EntityManager,
  league: League,
  isRankingDue = false,
): Promise<void> {
  const system = ratingSystemOf(needs.raters, league);
  if (!system.rater.idle) return isRankingDue ? updateListed(tx, league) : updateInactive(tx, league);
  let players: number[] = [];
  do {
    players = await listPlayed(tx, league.id, { limit: PAGE, after: players.at(-1) ?? 0 });
    await showRatings(tx, league, system, players);
  } while (players.length === PAGE);
}
