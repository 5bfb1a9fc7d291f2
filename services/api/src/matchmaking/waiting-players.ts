import { LRUCache } from 'lru-cache';
import type { DataSource } from 'typeorm';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { listMerges } from '../match-log/merges-and-waits.repository.js';
import type { RatingSystem } from '../raters/rating-system.js';
import { stateSize } from '../rating/cached-states.js';
import { loadStatesNow } from '../rating/states.js';
import type { QueueTicket } from './queue-ticket.js';

/** A waiting player, with the id of the person they count as. */
export interface Waiting {
  readonly ticket: Pick<QueueTicket, 'id' | 'joinedAt'>;
  readonly personId: number;
}

interface KeptState {
  /** State including the waits until now; undefined for a player who was never rated. */
  readonly state: unknown;
  readonly bytes: number;
}

/** The waiting players of a league as of a moment of its queue and its log. Immutable: a later moment is another object. */
export interface WaitingPlayers {
  /** By ticket id, in order of arrival. */
  readonly waiting: ReadonlyMap<number, Waiting>;
  readonly states: ReadonlyMap<number, KeptState>;
  /** Ids of merged players, each with the player whose history they share. */
  readonly merges: ReadonlyMap<number, number>;
  /** The newest change of a ticket that it includes. */
  readonly change: number;
  readonly log: Pick<League, 'revision' | 'generation' | 'lastSequence'>;
}

/**
 * Up to this many new log entries, states are updated. If there are more, and more than waiting players, reading everything again is
 * cheaper.
 */
const FEW_ENTRIES = 100;
/** The most changed tickets to read; if there are more, reading everything again is cheaper. */
const MAX_CHANGES = 500;

/**
 * Updates the waiting players and their states. The cost grows with the changes since the last look, not with the number of waiting
 * players: it reads tickets that changed, and states of players who were active. A correction makes a new revision, after which everything
 * is read again.
 * @param known as this process last read it; undefined if it has not
 * @param league as read under its lock, in the transaction of `sql`
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

/** The states of the waiting players: known ones, and the others from the database. */
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
/** The most bytes of the states of all leagues together. */
const MAX_BYTES = 32_000_000;
/** Bytes of a waiting player besides the state. */
const PLAYER_BYTES = 200;

const keptOf = new WeakMap<DataSource, LRUCache<number, WaitingPlayers>>();

/** The waiting players that this process last read, by league id. Only committed ones are stored. */
export function waitingPlayersOf(database: DataSource): LRUCache<number, WaitingPlayers> {
  const kept =
    keptOf.get(database) ??
    new LRUCache<number, WaitingPlayers>({ max: MAX_LEAGUES, maxSize: MAX_BYTES, sizeCalculation: waitingBytes });
  keptOf.set(database, kept);
  return kept;
}

function waitingBytes({ states }: WaitingPlayers): number {
  let bytes = PLAYER_BYTES;
  for (const state of states.values()) bytes += PLAYER_BYTES + state.bytes;
  return bytes;
}

/** A ticket after a change. */
export interface TicketChange extends Pick<QueueTicket, 'id' | 'playerId' | 'joinedAt' | 'status'> {
  /** Its number among the changes of all the league's tickets, which rise in the order of commits. */
  readonly change: number;
}

const CHANGE = `id, player_id AS "playerId", joined_at AS "joinedAt", status, change`;

/** The first tickets of a league that have changed after a given change, each as it is now, in order of change. */
export async function listTicketChanges(
  sql: Sql,
  leagueId: number,
  after: number,
  limit: number,
): Promise<TicketChange[]> {
  return sql.query(`SELECT ${CHANGE} FROM queue_ticket WHERE league_id = $1 AND change > $2 ORDER BY change LIMIT $3`, [
    leagueId,
    after,
    limit,
  ]);
}

/** The newest change of a league's tickets; 0 if there is none. */
export async function findNewestChange(sql: Sql, leagueId: number): Promise<number> {
  const rows: { change: number }[] = await sql.query(
    'SELECT change FROM queue_ticket WHERE league_id = $1 ORDER BY change DESC LIMIT 1',
    [leagueId],
  );
  return rows[0]?.change ?? 0;
}

/** The waiting tickets of a league, in order of arrival. */
export async function listWaitingTickets(sql: Sql, leagueId: number): Promise<TicketChange[]> {
  return sql.query(`SELECT ${CHANGE} FROM queue_ticket WHERE league_id = $1 AND status = 'WAITING' ORDER BY id`, [
    leagueId,
  ]);
}

/** Players who took part in matches or expired waits after a sequence, as submitted. */
export async function listActiveSince(sql: Sql, leagueId: number, sequence: number): Promise<number[]> {
  const rows: { id: number }[] = await sql.query(
    `SELECT unnest(player_ids) AS id FROM match WHERE league_id = $1 AND sequence > $2
     UNION SELECT player_id FROM log_wait WHERE league_id = $1 AND sequence > $2`,
    [leagueId, sequence],
  );
  return rows.map(({ id }) => id);
}
