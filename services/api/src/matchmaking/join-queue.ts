import { favouritesChance, mostEvenOpponent, RaterFault, stateAt } from '@openladder/rating';
import type { EntityManager } from 'typeorm';
import { type Access, AccessDenied, ANONYMOUS, canSubmit } from '../access/access.js';
import { type IdempotentRequest, runIdempotently, settleInTransaction } from '../access/idempotency.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { isRefusal, Refused, refuse, refuseAny, shown } from '../kit/refusal.js';
import type { Sql } from '../kit/sql/transaction.js';
import { type League, refuseArchived, unknownLeague } from '../league/league.js';
import { findLeague, lockLeague, raiseVersion } from '../league/league.repository.js';
import { checkPlayerName, handleKey } from '../player/handle.js';
import { checkNewHandle, refuseConfusables } from '../player/new-player.js';
import { enterPlayers, findVisible } from '../player/player.repository.js';
import { chancesWithoutSides } from '../raters/league-chances.js';
import type { NeedsRaters } from '../raters/raters.js';
import { checkFormat, type RatingSystem, ratingSystemOf } from '../raters/rating-system.js';
import { listMembers } from '../rating/rating.repository.js';
import { loadStatesNow } from '../rating/states.js';
import { expireDue } from './expire-tickets.js';
import { type PublishResolvedNeeds, publishResolved, type Resolved } from './publish-resolved.js';
import { findTicket, insertTicket, type TicketKey, updateLeft, updateMatched } from './queue.repository.js';
import { MAX_WAITING, type QueueTicket } from './queue-ticket.js';
import { followWaiting, type Waiting, type WaitingPlayers, waitingPlayersOf } from './waiting-players.js';

export type JoinQueueNeeds = NeedsDatabase & NeedsClock & NeedsRaters & PublishResolvedNeeds;

export interface JoinQueue {
  readonly league: string;
  readonly player: string;
}

/**
 * Pairs the player with the closest match among waiting players, or adds them to the queue. A player who is already waiting
 * gets their existing ticket, so that a caller who lost the response can retry.
 * @throws Refused if the player may not play in the league, or the league's rater cannot rate matches of two players
 * @throws AccessDenied
 */
export async function joinQueue(
  needs: JoinQueueNeeds,
  access: Access,
  input: JoinQueue,
  once: IdempotentRequest | null = null,
): Promise<QueueTicket> {
  const { id } = await getPlayable(needs, access, input.league);
  const { manager } = needs.database;
  const recall = async (ticket: TicketKey) => (await findTicket(manager, ticket))!;
  return runIdempotently(manager, once, needs.clock(), recall, async () => {
    const handle = checkPlayerName(input.player, ['input', 'player']);
    if (isRefusal(handle)) throw new Refused(handle);
    const keep = ({ ticket }: Taken): TicketKey => ({ leagueId: id, id: ticket.id });
    try {
      const settled = { once, now: needs.clock(), keep };
      const take = (tx: EntityManager) => takeTicket(needs, tx, id, handle);
      const { ticket, resolved } = await settleInTransaction(needs.database, id, settled, take);
      publishResolved(needs, resolved);
      return ticket;
    } catch (error) {
      if (!(error instanceof Refused)) waitingPlayersOf(needs.database).delete(id);
      throw error;
    }
  });
}

/** A player's ticket, and the tickets that were resolved meanwhile. */
interface Taken {
  readonly ticket: QueueTicket;
  readonly resolved: readonly Resolved[];
}

async function takeTicket(
  needs: NeedsDatabase & NeedsClock & NeedsRaters,
  tx: EntityManager,
  leagueId: number,
  handle: string,
): Promise<Taken> {
  const now = needs.clock();
  const locked = await lockLeague(tx, leagueId);
  refuseArchived(locked);
  const { league, expired } = await expireDue(tx, locked, now);
  const system = ratingSystemOf(needs.raters, league);
  checkPairs(league, system);
  const known = waitingPlayersOf(needs.database);
  const players = await followWaiting(tx, known.get(leagueId), league, system);
  // Tickets that expired just now are not committed yet.
  if (expired.length === 0) known.set(leagueId, players);
  const personOf = (player: number) => players.merges.get(player) ?? player;
  const playerId = await admitToQueue(tx, league, handle, personOf, now);
  const personId = personOf(playerId);

  const own = [...players.waiting.values()].find((other) => other.personId === personId);
  if (own) return { ticket: (await findTicket(tx, { leagueId, id: own.ticket.id }))!, resolved: expired };
  const found = await findOpponent(tx, league, system, personId, players, now);
  if (!found) checkRoom(league, players);
  // Answers that were kept of the league say that it has no queue.
  if (players.change === 0) await raiseVersion(tx, league);
  const expiresAt = new Date(now.getTime() + league.queueWait * 1000);
  const id = await insertTicket(tx, { leagueId, playerId, joinedAt: now, expiresAt });
  if (found) {
    const { opponent, chances } = found;
    await updateMatched(tx, leagueId, [id, opponent.ticket.id], chances, now);
  }
  const matched = found ? [{ id, joinedAt: now }, found.opponent.ticket] : [];
  return {
    ticket: (await findTicket(tx, { leagueId, id }))!,
    resolved: [
      ...expired,
      ...matched.map((one) => ({ ...one, status: 'MATCHED' as const, resolvedAt: now })),
      ...(found ? await endOthers(tx, leagueId, players, found.opponent, now) : []),
    ],
  };
}

/** Players who waited under several handles when these were merged leave the queue once they have an opponent. */
async function endOthers(
  tx: EntityManager,
  leagueId: number,
  { waiting }: WaitingPlayers,
  { personId, ticket }: Waiting,
  now: Date,
): Promise<Resolved[]> {
  const hasOthers = [...waiting.values()].some((other) => other.personId === personId && other.ticket.id !== ticket.id);
  return hasOthers ? updateLeft(tx, leagueId, personId, now) : [];
}

/** A new player would have to wait, so there must be room. */
function checkRoom({ slug }: League, { waiting }: WaitingPlayers): void {
  if (waiting.size < MAX_WAITING) return;
  throw new Refused(refuse('QUEUE_FULL', ['input', 'league'], { max: MAX_WAITING, league: slug, count: waiting.size }));
}

async function getPlayable(needs: NeedsDatabase, access: Access, slug: string): Promise<League> {
  if (access === ANONYMOUS) throw new AccessDenied(access, 'join a queue');
  const league = await findLeague(needs.database.manager, access, slug);
  if (!league) throw unknownLeague(slug);
  if (!canSubmit(access, league)) throw new AccessDenied(access, `join the queue of ${slug}`);
  return league;
}

/** The queue finds one opponent for one player. */
function checkPairs({ slug }: League, { rater, settings }: RatingSystem): void {
  const pair = { sides: [{ participants: { length: 1 } }, { participants: { length: 1 } }] };
  const incompatibility = checkFormat(rater, settings, pair, ['input']);
  if (!incompatibility) return;
  throw new Refused(refuse('QUEUE_NEEDS_PAIRS', ['input', 'league'], { league: slug, problem: incompatibility }));
}

/** The player's id; a new player is created if the league allows it. */
async function admitToQueue(
  tx: EntityManager,
  league: League,
  handle: string,
  personOf: (player: number) => number,
  now: Date,
): Promise<number> {
  const visible = await findVisible(tx, league.id, [handle]);
  const { ids } = visible;
  const known = ids.get(handleKey(handle));
  if (league.isOpenEntry) {
    if (known === undefined) {
      refuseAny(checkNewHandle(handle, ['input', 'player']));
    }
    const entered = (await enterPlayers(tx, league.id, [handle], visible, now)).ids.get(handleKey(handle)) ?? known;
    if (entered !== undefined) return entered;
    throw new Refused(...(await refuseConfusables(tx, league.id, [{ handle, path: ['input', 'player'] }], ids)));
  }
  const members = known === undefined ? new Set() : await listMembers(tx, league.id, [personOf(known)]);
  if (known !== undefined && members.has(personOf(known))) return known;
  throw new Refused(refuse('REGISTERED', ['input', 'player'], { value: shown(handle) }));
}

/** The opponent that the queue found, with the chances of both players. */
interface Found {
  readonly opponent: Waiting;
  readonly chances: readonly [number, number];
}

/**
 * The queue's choice among the waiting players, by the rater's predictions from their current states.
 * @param personId id under which the joining player has a history; they are not waiting
 * @returns null if no one is within the league's band
 * @throws Refused if the rater fails
 */
export async function findOpponent(
  sql: Sql,
  league: Pick<League, 'id' | 'generation' | 'queueBand'>,
  system: RatingSystem,
  personId: number,
  { waiting, states }: WaitingPlayers,
  now: Date,
): Promise<Found | null> {
  if (waiting.size === 0) return null;
  const { rater, settings } = system;
  const grown = (state: unknown) => stateAt(rater, settings, state ?? rater.initial(settings), now.getTime());
  try {
    const own = grown((await loadStatesNow(sql, league, system, [personId])).get(personId));
    const stateOf = (other: Waiting) => grown(states.get(other.personId)!.state);
    // The sides are not assigned yet.
    const predict = (sides: readonly (readonly unknown[])[]) => chancesWithoutSides(system, sides, now.getTime());
    const chance = (other: Waiting) => favouritesChance({ predict }, settings, own, stateOf(other));
    const opponent = mostEvenOpponent(waiting.values(), chance, league.queueBand);
    if (!opponent) return null;
    const [first, second] = predict([[own], [stateOf(opponent)]]);
    return { opponent, chances: [first!, second!] };
  } catch (error) {
    if (error instanceof RaterFault) throw new Refused(refuse('RATER_FAILED', ['input'], { problem: error.message }));
    throw error;
  }
}
