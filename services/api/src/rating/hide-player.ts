import { type EntityManager } from 'typeorm';
import { type Access } from '../access/access.js';
import { type IdempotentRequest, runIdempotently, settleInTransaction } from '../access/idempotency.js';
import { checkReason, insertAuditEntry, playerSubject } from '../audit/audit.repository.js';
import { type NeedsClock, type NeedsDatabase } from '../kit/needs.js';
import { Refused, refuse, shown } from '../kit/refusal.js';
import { type League } from '../league/league.js';
import { lockLeague, raiseVersion } from '../league/league.repository.js';
import { getAdministered } from '../league/league.service.js';
import { insertEvent, leagueTopic, type NeedsWakeUps } from '../outbox/outbox.js';
import { findLeaguePlayerId } from '../player/league-players.repository.js';
import { type NeedsRaters } from '../raters/raters.js';
import { type RatingSystem, ratingSystemOf } from '../raters/rating-system.js';
import { States } from './cached-states.js';
import { askInSlices, SHOW } from './rater-work.js';
import { type Rating } from './rating.js';
import { findRating, updateHidden, updateShownRatings } from './rating.repository.js';
import { loadStates } from './states.js';

/** A player to hide or to show. */
interface HidePlayer {
  /** Slug. */
  readonly league: string;
  /** Current or former handle, or account. */
  readonly player: string;
  readonly reason: string;
}

type Action = 'hidePlayer' | 'showPlayer';

/**
 * Hides a player from the boards of a league, including past ones and those of archived leagues: they are not listed and have no rank, and
 * players below move up. Nothing else changes: their matches are rated, now and later, and can be read. Or lists a hidden player again. A
 * request without effect changes nothing.
 * @returns their rating
 * @throws Refused if the league has no rating of such a player, or one is to be listed and its rater is not installed
 * @throws AccessDenied
 */
export async function hideOrShow(
  needs: NeedsDatabase & NeedsClock & NeedsRaters & NeedsWakeUps,
  access: Access,
  action: Action,
  input: HidePlayer,
  once: IdempotentRequest | null = null,
): Promise<Rating> {
  const { id } = await getAdministered(needs, access, input.league);
  checkReason(input.reason);
  const at = needs.clock();
  const { manager } = needs.database;
  const recall = async ({ player }: { player: number }) => (await findRating(manager, id, player))!;
  return runIdempotently(manager, once, at, recall, async () => {
    const keep = ({ playerId }: Rating) => ({ player: playerId });
    const rating = await settleInTransaction(needs.database, id, { once, now: at, keep }, (tx) =>
      changeUnderLock(needs, tx, access, id, { ...input, action, at }),
    );
    needs.wakeUps.announce(leagueTopic(id));
    return rating;
  });
}

async function changeUnderLock(
  needs: NeedsRaters,
  tx: EntityManager,
  access: Access,
  leagueId: number,
  { player, reason, action, at }: HidePlayer & { readonly action: Action; readonly at: Date },
): Promise<Rating> {
  const locked = await lockLeague(tx, leagueId);
  const playerId = await findLeaguePlayerId(tx, leagueId, player);
  const before = playerId === null ? null : await findRating(tx, leagueId, playerId);
  if (playerId === null || !before) {
    throw new Refused(refuse('RATED_PLAYER', ['input', 'player'], { value: shown(player) }));
  }
  const isHidden = action === 'hidePlayer';
  if (before.isHidden === isHidden) return before;

  const league = await raiseVersion(tx, locked);
  await updateHidden(tx, leagueId, playerId, isHidden ? at : null);
  if (!isHidden && before.matchesPlayed > 0) {
    await showRatings(tx, league, ratingSystemOf(needs.raters, league), [playerId]);
  }
  const subject = playerSubject(playerId);
  const { version: number, revision } = league;
  const event = { leagueId, number, kind: 'BOARD_REFRESHED', sequences: null, revision, at } as const;
  await insertEvent(tx, event, { action, subject });
  await insertAuditEntry(tx, access, {
    ...{ leagueId, subject, action, reason, at },
    before: { id: playerId, isHidden: !isHidden },
    after: { id: playerId, isHidden },
  });
  return (await findRating(tx, leagueId, playerId))!;
}

/**
 * Writes the ratings of players as of the league's newest midnight, with ranks by the board rule. Stored states do not change.
 * @param playerIds players with a rated match
 */
export async function showRatings(
  tx: EntityManager,
  league: League,
  system: RatingSystem,
  playerIds: readonly number[],
): Promise<void> {
  const states = new States();
  await loadStates(tx, league, system, playerIds, states);
  const waiting = playerIds.map((playerId) => ({ state: states.get(playerId), waits: states.waits.get(playerId) }));
  const shown = await askInSlices(system, SHOW, waiting);
  await updateShownRatings(
    tx,
    league,
    playerIds.map((playerId, index) => ({ playerId, ...shown[index]! })),
  );
}
