import type { EntityManager } from 'typeorm';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { transaction } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { getLeague, lockLeague } from '../league/league.repository.js';
import { withdrawUnpublished } from '../league/public-players.repository.js';
import { isRankingDue, updateRefreshed } from '../league/refresh.repository.js';
import { expireDue } from '../matchmaking/expire-tickets.js';
import { insertEvent, leagueTopic, type NeedsWakeUps } from '../outbox/outbox.js';
import type { NeedsRaters } from '../raters/raters.js';
import { DerivedByOtherVersion, RaterMissing, ratingSystemOf } from '../raters/rating-system.js';
import { listPlayed, updateInactive, updateListed } from '../rating/rating.repository.js';
import { showRatings } from '../rating/show-ratings.js';
import { moveHorizon, type NeedsRetention } from './retention.js';
import { insertSnapshot } from './snapshot.repository.js';

export type PassMidnightNeeds = NeedsDatabase & NeedsClock & NeedsRaters & NeedsWakeUps & NeedsRetention;

/**
 * A league with its board as of the newest midnight. If its board has missed that midnight, it is taken there now, unless its rating system
 * is unavailable; then the nightly run does it later.
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
 * transaction under the league's lock, so it happens once or, if anything dies, not at all.
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
  // Otherwise no day has ended: the league has only changed whom it ranks.
  if (league.refreshedThrough > due.refreshedThrough) await insertSnapshot(tx, league, now);
  const { version: number, revision } = league;
  await insertEvent(tx, { leagueId, number, kind: 'BOARD_REFRESHED', sequences: null, revision, at: now });
}

const PAGE = 1000;

/**
 * Shows every state as it has grown by the league's newest midnight, and removes the ranks of players who have been away for too long.
 * Stored states do not change.
 * @param isRankingDue whether the league has changed whom it ranks
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
