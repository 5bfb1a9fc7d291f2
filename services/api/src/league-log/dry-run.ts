import type { PlayerId, RatingValue } from '@openladder/rating';
import pLimit, { type LimitFunction } from 'p-limit';
import type { DataSource, EntityManager } from 'typeorm';
import { madeOnce } from '../kit/grouped-by.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { Refused, refuse } from '../kit/refusal.js';
import { LOCKS_OF } from '../kit/sql/advisory-locks.js';
import { DRY_RUNS } from '../kit/sql/connection.js';
import { cancelWhenOver, isAskedAgain, type Sql } from '../kit/sql/transaction.js';
import { type League, refuseArchived } from '../league/league.js';
import { getLeague } from '../league/league.repository.js';
import { ratedPlayersOf, toRaterMatch } from '../match-log/match.js';
import { listMatchesBySequence } from '../match-log/match.repository.js';
import type { Player } from '../player/player.js';
import type { NeedsRaters } from '../raters/raters.js';
import { isOtherVersion, ratingSystemOf } from '../raters/rating-system.js';
import { byPlace, listTopExcept } from '../rating/board.js';
import { States } from '../rating/cached-states.js';
import { listChangesAt } from '../rating/journal.repository.js';
import type { Tally } from '../rating/journal-line.js';
import { type RatingUpdate, rateMatches } from '../rating/rate-batch.js';
import type { Rating, RatingMove, RatingSnapshot, Standing } from '../rating/rating.js';
import { listRatings } from '../rating/rating.repository.js';
import { loadStatesAt, loadTalliesAt } from '../rating/states.js';
import type { AppliedChange } from '../replay/applied-change.js';
import { chooseReplayStrategy, type ReplayNeeds } from '../replay/derive.js';
import { describeEffect, type Effect, RatingMoves, TOP } from '../replay/effect.js';
import type { AnyChange, ChangeRequest } from './change.js';

export type DryRunNeeds = NeedsDatabase & NeedsClock & NeedsRaters & ReplayNeeds;

/**
 * Reports what a change would do. It reads a snapshot of the league, rates without writing, and rolls back its change of the log.
 * It takes no lock of the league, and stops when the caller leaves, or a correction waits for a row that it has changed.
 * @throws Refused if the change is refused, the league already has a dry run, or it is corrected meanwhile
 */
export async function dryRun(
  needs: DryRunNeeds,
  { id: leagueId, slug }: League,
  change: AnyChange,
  data: object,
  request: ChangeRequest,
): Promise<Effect> {
  const { left } = request;
  let effect: Effect | undefined;
  const run = () =>
    needs.database.transaction('REPEATABLE READ', async (tx) => {
      const end = { isOver: await askIfAwaited(needs.database, tx), failure: () => correctedMeanwhile(slug), left };
      effect = await cancelWhenOver(needs.database, tx, end, (ending) =>
        replayDry(needs, tx, leagueId, change, data, { ...request, left: ending }),
      );
      throw new RolledBack();
    });
  try {
    await withinDryRunLimit(needs.database, { id: leagueId, slug }, run);
  } catch (error) {
    if (left?.aborted) throw new Refused(refuse('DRY_RUN_NOT_AWAITED', ['input', 'dryRun']));
    if (isAskedAgain(error)) throw correctedMeanwhile(slug);
    if (!(error instanceof RolledBack)) throw error;
  }
  return effect!;
}

/**
 * Whether another transaction waits for a row that this one has changed. A correction waits with the league's lock, so that everybody would
 * wait for the dry run.
 */
async function askIfAwaited(database: DataSource, tx: EntityManager): Promise<() => Promise<boolean>> {
  const [{ pid }] = await tx.query('SELECT pg_backend_pid() AS pid');
  return async () => {
    const waiting: unknown[] = await database.query(
      `SELECT FROM pg_locks WHERE NOT granted AND locktype = 'transactionid' AND $1 = ANY(pg_blocking_pids(pid)) LIMIT 1`,
      [pid],
    );
    return waiting.length > 0;
  };
}

function correctedMeanwhile(slug: string): Refused {
  return new Refused(refuse('CORRECTED_MEANWHILE', ['input'], { league: slug }));
}

async function replayDry(
  needs: DryRunNeeds,
  tx: EntityManager,
  leagueId: number,
  change: AnyChange,
  data: object,
  { left, charge }: ChangeRequest,
): Promise<Effect> {
  const lock = [LOCKS_OF.dryRun, leagueId];
  const [{ isFree }] = await tx.query('SELECT pg_try_advisory_xact_lock($1, $2) AS "isFree"', lock);
  const league = await getLeague(tx, leagueId);
  if (!isFree) throw alreadyDryRunning(league.slug);
  refuseArchived(league);
  if (!change.ratesAnew) ratingSystemOf(needs.raters, league);
  await change.checkLog?.(needs, tx, league, data);
  const applied = await change.apply(needs, tx, league, data, true);
  if (applied.isUnrated) return describeEffect(tx, league, new RatingMoves());
  const onProgress = async () => left?.throwIfAborted();
  const strategy = await chooseReplayStrategy(needs, tx, { league, applied, by: 'dry run', onProgress });
  try {
    await strategy.rate();
    const board = new DryRunBoard(tx, league);
    for await (const updates of strategy.updates()) {
      left?.throwIfAborted();
      await board.add(updates);
    }
    const atMatch = await movesAtMatch(tx, league, applied);
    return { ...(await board.describe(applied.newcomers ?? [], applied, strategy)), atMatch };
  } finally {
    charge?.(strategy.work);
    strategy.close();
  }
}

/** The board after a dry run: changed ratings, and the new top. Nothing is written. */
class DryRunBoard {
  readonly #moves = new RatingMoves();
  readonly #rated: number[] = [];
  #top: Rating[] = [];

  constructor(
    private readonly tx: EntityManager,
    private readonly league: League,
  ) {}

  /** Takes rows of the new board, one for each player. */
  async add(updates: readonly RatingUpdate[]): Promise<void> {
    const players = updates.map(({ playerId }) => playerId);
    const before = await listRatings(this.tx, this.league.id, players);
    this.#moves.add(before, updates);
    this.#rated.push(...players);
    const hidden = new Set(before.filter(({ isHidden }) => isHidden).map(({ playerId }) => playerId));
    const ranked = updates.filter((update) => isRanked(update) && !hidden.has(update.playerId));
    this.#keepTop(ranked.map((update) => toRating(this.league.id, update)));
  }

  /** @param newcomers see `RatingMoves.effect` */
  async describe(newcomers: readonly Player[], ...followed: Parameters<RatingMoves['follow']>): Promise<Effect> {
    this.#moves.follow(...followed);
    this.#keepTop(await listTopExcept(this.tx, this.league.id, this.#rated, TOP));
    const standings: Standing[] = [];
    for (const [place, rating] of this.#top.entries()) {
      const ahead = standings.at(-1);
      const rank = ahead?.rating.score === rating.score ? ahead.rank : place + 1;
      standings.push({ rank, rating: { ...rating, rank } });
    }
    return this.#moves.effect(this.tx, this.league, 'before', standings, newcomers);
  }

  #keepTop(ratings: readonly Rating[]): void {
    this.#top = [...this.#top, ...ratings].sort(byPlace).slice(0, TOP);
  }
}

function isRanked({ isProvisional, tally }: RatingUpdate): boolean {
  return !isProvisional && tally.matchesPlayed > 0;
}

/** The rating of a player who has a rank. */
function toRating(leagueId: number, { state: _, tally, ...shown }: RatingUpdate): Rating {
  const { lastPlayedAt: at, ...counts } = tally;
  return { leagueId, ...shown, ...counts, isHidden: false, lastPlayedAt: at === null ? null : new Date(at) };
}

/** Ends a dry run's transaction. */
class RolledBack extends Error {}

/** How many dry runs may wait for their turn, one for each league. */
const MAX_WAITING = 20;

interface Turns {
  readonly leagues: Set<number>;
  readonly limit: LimitFunction;
}

const turns = new WeakMap<DataSource, Turns>();

/**
 * Runs a dry run in its turn: a process runs a few at a time, and one at a time for each league. Dry runs have separate
 * connections, so that no writer waits for them.
 * @throws Refused if the league already has one, or too many leagues wait
 */
export async function withinDryRunLimit<T>(
  database: DataSource,
  { id, slug }: { readonly id: number; readonly slug: string },
  run: () => Promise<T>,
): Promise<T> {
  const { leagues, limit } = turnsOf(database);
  if (leagues.has(id)) throw alreadyDryRunning(slug);
  if (limit.pendingCount >= MAX_WAITING) {
    throw new Refused(refuse('MAX_DRY_RUNS', ['input', 'dryRun'], { max: MAX_WAITING }));
  }
  leagues.add(id);
  try {
    return await limit(run);
  } finally {
    leagues.delete(id);
  }
}

export function alreadyDryRunning(slug: string): Refused {
  return new Refused(refuse('ALREADY_DRY_RUNNING', ['input', 'dryRun'], { league: slug }));
}

function turnsOf(database: DataSource): Turns {
  return madeOnce(turns, database, () => ({ leagues: new Set<number>(), limit: pLimit(DRY_RUNS) }));
}

/** The rating of a player before and after a match. */
interface Line {
  readonly before: RatingSnapshot | RatingValue;
  readonly after: RatingSnapshot | RatingValue;
}

/**
 * The ratings of the players of a corrected match just after it: from the journal, and as corrected. An old correction may not affect
 * today's ratings, but have had a large effect then. It rates only this match, by the states just before it, which its correction does not
 * change.
 * @param tx in which the log is corrected, and the journal is not
 * @returns null if more than one match was corrected, the match has moved, or the rater cannot restore earlier states
 */
export async function movesAtMatch(
  tx: Sql,
  league: League,
  { at, system, seeds }: AppliedChange,
): Promise<readonly RatingMove[] | null> {
  if (!at || !system.rater.restore || isOtherVersion(league, system)) return null;
  const [match] = await listMatchesBySequence(tx, league.id, [at.sequence]);
  const then = new Map((await listChangesAt(tx, league, seeds, at)).map((change) => [change.playerId, change]));
  const now = new Map<number, Line>();
  if (match!.status === 'RATED') {
    const players = ratedPlayersOf(match!.sides).map((player) => ({ player, before: at }));
    const states = new States();
    const tallies = new Map<PlayerId, Tally>();
    await loadStatesAt(tx, league, system, players, states);
    await loadTalliesAt(tx, league, players, tallies);
    const rated = { sequence: at.sequence, ...toRaterMatch(match!) };
    const [result] = await rateMatches(system, [rated], states, tallies, { areNew: false, isShown: false });
    if (result!.kind === 'failed') return null;
    for (const line of result!.lines) now.set(Number(line.player), line);
  }
  const moves: RatingMove[] = [];
  for (const playerId of new Set([...then.keys(), ...now.keys()])) {
    const [old, own] = [then.get(playerId), now.get(playerId)];
    // A match that does not count leaves its players as they were.
    const [before, after] = [old?.after ?? own!.before, own?.after ?? old!.before];
    moves.push({ playerId, before: shown(before), after: shown(after) });
  }
  return moves;
}

function shown({ value, deviation }: RatingSnapshot | RatingValue): RatingSnapshot {
  return { value: value ?? null, deviation: deviation ?? null };
}
