import { LRUCache } from 'lru-cache';
import type { DataSource } from 'typeorm';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { listMerges } from '../match-log/merge.repository.js';
import type { RatingSystem } from '../raters/rating-system.js';
import { stateSize } from '../rating/cached-states.js';
import { loadStatesNow } from '../rating/states.js';
import type { QueueTicket } from './queue-ticket.js';
import {
  findNewestChange,
  listActiveSince,
  listTicketChanges,
  listWaitingTickets,
  type TicketChange,
} from './waiting.repository.js';

/** A waiting player, under the id of the person they count as. */
export interface Waiting {
  readonly ticket: Pick<QueueTicket, 'id' | 'joinedAt'>;
  readonly personId: number;
}

interface KeptState {
  /** With the waits until now; undefined for somebody who was never rated. */
  readonly state: unknown;
  readonly bytes: number;
}

/** The waiting players of a league, as of a moment of its queue and of its log. Immutable: later moments are other objects. */
export interface WaitingPlayers {
  /** By the ids of their tickets, first come first. */
  readonly waiting: ReadonlyMap<number, Waiting>;
  readonly states: ReadonlyMap<number, KeptState>;
  /** Ids of merged players, each with the one whose history they share. */
  readonly merges: ReadonlyMap<number, number>;
  /** The newest change of a ticket that is in it. */
  readonly change: number;
  readonly log: Pick<League, 'revision' | 'generation' | 'lastSequence'>;
}

/** So many log entries since the last look are few. More, and more than players wait, make it cheaper to read all anew. */
const FEW_ENTRIES = 100;
/** So many changes of tickets are read at most; where there are more, it is cheaper to read all anew. */
const MAX_CHANGES = 500;

/**
 * Brings up to date who waits, and with which state. What is read grows with what has happened since, and not with how many
 * wait: tickets that changed, and states of players who were active. Corrections make a revision, after which all is read anew.
 * @param known as it was when this process looked last; undefined where it has not
 * @param league as it is under its lock, in the transaction of `sql`
 */
export async function followWaiting(
  sql: Sql,
  known: WaitingPlayers | undefined,
  league: League,
  system: RatingSystem,
): Promise<WaitingPlayers> {
  if (!known || !isFollowable(known, league)) return readWaiting(sql, league, system);
  const changes = await listTicketChanges(sql, league.id, known.change, MAX_CHANGES);
  if (changes.length === MAX_CHANGES) return readWaiting(sql, league, system);
  const { merges, log } = known;
  const waiting = new Map(known.waiting);
  for (const ticket of changes) {
    if (ticket.status === 'WAITING') waiting.set(ticket.id, waitingOf(ticket, merges));
    else waiting.delete(ticket.id);
  }
  const isQuiet = log.lastSequence === league.lastSequence;
  const active = isQuiet ? [] : await listActiveSince(sql, league.id, log.lastSequence);
  const stale = new Set(active.map((player) => merges.get(player) ?? player));
  const isCurrent = ([personId]: [number, KeptState]) => !stale.has(personId);
  const states = await statesOf(sql, league, system, waiting, new Map([...known.states].filter(isCurrent)));
  return { waiting, states, merges, change: changes.at(-1)?.change ?? known.change, log: logOf(league) };
}

async function readWaiting(sql: Sql, league: League, system: RatingSystem): Promise<WaitingPlayers> {
  const merges = await listMerges(sql, league.id);
  const change = await findNewestChange(sql, league.id);
  const tickets = await listWaitingTickets(sql, league.id);
  const waiting = new Map(tickets.map((ticket) => [ticket.id, waitingOf(ticket, merges)]));
  const states = await statesOf(sql, league, system, waiting, new Map());
  return { waiting, states, merges, change, log: logOf(league) };
}

function isFollowable({ log, waiting }: WaitingPlayers, { revision, generation, lastSequence }: League): boolean {
  const entries = lastSequence - log.lastSequence;
  const isSameBoard = log.revision === revision && log.generation === generation;
  return isSameBoard && entries >= 0 && entries <= Math.max(FEW_ENTRIES, waiting.size);
}

function waitingOf({ id, joinedAt, playerId }: TicketChange, merges: WaitingPlayers['merges']): Waiting {
  return { ticket: { id, joinedAt }, personId: merges.get(playerId) ?? playerId };
}

function logOf({ revision, generation, lastSequence }: League): WaitingPlayers['log'] {
  return { revision, generation, lastSequence };
}

/** The states of those who wait: what is known of them, the others from the database. */
async function statesOf(
  sql: Sql,
  league: League,
  system: RatingSystem,
  waiting: WaitingPlayers['waiting'],
  known: WaitingPlayers['states'],
): Promise<Map<number, KeptState>> {
  const persons = [...waiting.values()].map(({ personId }) => personId);
  const missing = persons.filter((personId) => !known.has(personId));
  const loaded = missing.length > 0 ? await loadStatesNow(sql, league, system, missing) : new Map<number, unknown>();
  const stateOf = (personId: number): KeptState => {
    const state = loaded.get(personId);
    return known.get(personId) ?? { state, bytes: stateSize(state) };
  };
  return new Map(persons.map((personId) => [personId, stateOf(personId)]));
}

const MAX_LEAGUES = 64;
/** Most bytes of the states of all leagues together. */
const MAX_BYTES = 32_000_000;
/** Bytes of a waiting player besides the state. */
const PLAYER_BYTES = 200;

const keptOf = new WeakMap<DataSource, LRUCache<number, WaitingPlayers>>();

/** The waiting players that this process last knew, by the ids of their leagues. Only committed ones are kept. */
export function waitingPlayersOf(database: DataSource): LRUCache<number, WaitingPlayers> {
  const kept =
    keptOf.get(database) ??
    new LRUCache<number, WaitingPlayers>({ max: MAX_LEAGUES, maxSize: MAX_BYTES, sizeCalculation: bytesOf });
  keptOf.set(database, kept);
  return kept;
}

function bytesOf({ states }: WaitingPlayers): number {
  let bytes = PLAYER_BYTES;
  for (const state of states.values()) bytes += PLAYER_BYTES + state.bytes;
  return bytes;
}
