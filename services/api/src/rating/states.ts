import type { PlayerId } from '@openladder/rating';
import type { Sql } from '../kit/sql/transaction.js';
import { yieldToEventLoop } from '../kit/waiting.js';
import type { LogWait } from '../match-log/log-wait.js';
import { type PlayerAt, WANTED, wantedParameters } from '../match-log/match.repository.js';
import { MERGED_IDS } from '../match-log/merges-and-waits.repository.js';
import type { RaterChoice, RatingSystem } from '../raters/rating-system.js';
import { addWait, States, stateAfter } from './cached-states.js';
import type { Journal } from './journal.repository.js';
import { memoryColumn, readsContributions, type StateRow, type Tally, toJournalLine } from './journal-line.js';
import { askInSlices, type LinesOfPlayer, RESTORE } from './rater-work.js';

/** How to restore states if each takes all lines of a player. */
interface Restoring {
  /** Lines to keep in memory at once. */
  readonly groupLines: number;
  /** Waits for the turn to restore some of them. */
  readonly turn?: () => Promise<void>;
}

/** How to restore earlier states. */
export interface RestoringAt extends Pick<Restoring, 'turn'> {
  /** How many lines a player has before their place, if the caller has counted them. */
  readonly numberOf?: ((player: PlayerId) => number) | undefined;
}

const AT_ONCE: Restoring = { groupLines: 10_000 };
/** For callers that only read. */
export const IN_TURNS: Restoring = { groupLines: 300, turn: yieldToEventLoop };

interface StoredLine extends StateRow {
  readonly player_id: number;
}

/**
 * Adds the missing states of players to `states`, as of the league's newest rated match, with the waits since. Players who were never
 * rated are omitted; they have the rater's `initial` state.
 */
export async function loadStates(
  sql: Sql,
  journal: Journal,
  system: RatingSystem,
  players: Iterable<PlayerId>,
  states: States,
  restoring = AT_ONCE,
): Promise<void> {
  const { rater } = system;
  const missing = [...new Set(players)].filter((player) => !states.has(player));
  if (missing.length === 0) return;
  const now = missing.map((player) => ({ player, before: null }));
  if (rater.restore) {
    for (const group of await inGroups(sql, journal, system, now, restoring.groupLines)) {
      await loadStatesAt(sql, journal, system, group, states, restoring);
    }
    return;
  }
  if (rater.waited) await loadWaits(sql, journal, now, states);
  const stored: { player_id: number; state: unknown }[] = await sql.query(
    `SELECT player_id, state FROM rating
     WHERE league_id = $1 AND player_id = ANY($2::integer[]) AND matches_played > 0`,
    [journal.id, missing],
  );
  for (const row of stored) states.set(row.player_id, row.state);
}

/**
 * Splits players into groups whose lines, from which states are restored, fit into memory easily. A single player may have more.
 */
export async function inGroups(
  sql: Sql,
  journal: Journal,
  { rater }: Pick<RatingSystem, 'rater'>,
  players: readonly PlayerAt[],
  groupLines = AT_ONCE.groupLines,
): Promise<readonly (readonly PlayerAt[])[]> {
  if (rater.restore?.needs !== 'all' || players.length < 2) return [players];
  const played: { player_id: number; matches_played: number }[] = await sql.query(
    'SELECT player_id, matches_played FROM rating WHERE league_id = $1 AND player_id = ANY($2::integer[])',
    [journal.id, players.map(({ player }) => player)],
  );
  const lines = new Map<PlayerId, number>(played.map((row) => [row.player_id, row.matches_played]));
  const groups: PlayerAt[][] = [];
  let room = 0;
  for (const wanted of players) {
    const needed = lines.get(wanted.player) ?? 0;
    room -= needed;
    if (room < 0 || groups.length === 0) {
      groups.push([]);
      room = groupLines - needed;
    }
    groups.at(-1)!.push(wanted);
  }
  return groups;
}

/**
 * Adds earlier states of players to `states`: each just before a place of the log, with the waits between the player's newest match
 * and that place.
 * @throws Error if the rater cannot restore states; its leagues are replayed from the beginning
 */
export async function loadStatesAt(
  sql: Sql,
  journal: Journal,
  { rater, settings }: RatingSystem,
  players: readonly PlayerAt[],
  states: States,
  { turn, numberOf }: RestoringAt = AT_ONCE,
): Promise<void> {
  if (players.length === 0) return;
  if (!rater.restore) throw new Error(`${rater.key} cannot restore a state from the journal`);
  const columns = lineColumns({ rater, settings }, numberOf !== undefined);
  const lines = await listLines(sql, journal, players, columns, rater.restore.needs === 'all' ? 'all' : 'newest');
  await turn?.();
  for (const [player, state] of await askInSlices({ rater, settings }, RESTORE, byPlayer(lines, numberOf)))
    states.set(player, state);
  if (rater.waited) await loadWaits(sql, journal, players, states);
}

/** The players' states with all waits up to now, to predict a match. */
export async function loadStatesNow(
  sql: Sql,
  journal: Journal,
  system: RatingSystem,
  players: Iterable<PlayerId>,
): Promise<Map<PlayerId, unknown>> {
  const states = new States();
  await loadStates(sql, journal, system, players, states, IN_TURNS);
  return new Map(
    [...states].map(([player, state]) => [player, stateAfter(system, state, states.waits.get(player) ?? [])]),
  );
}

/**
 * Adds the waits of players between the newest rated match of each before their place and that place; all before it if they have no
 * such match. Merged players count as one.
 */
async function loadWaits(sql: Sql, journal: Journal, players: readonly PlayerAt[], states: States): Promise<void> {
  const waits: LogWait[] = await sql.query(
    `SELECT wait.sequence, wanted.player_id AS "playerId", wait.at
     FROM ${WANTED}
     LEFT JOIN LATERAL (
       SELECT played_at, sequence FROM rating_change AS line
       WHERE league_id = $1 AND generation = $5 AND line.player_id = wanted.player_id
         AND (played_at, sequence) < (before_at, before_sequence)
       ORDER BY played_at DESC, sequence DESC LIMIT 1
     ) AS last ON true
     JOIN log_wait AS wait ON wait.league_id = $1
       AND wait.player_id IN (${MERGED_IDS('wanted.player_id')})
       AND (wait.at, wait.sequence) > (COALESCE(last.played_at, '-infinity'), COALESCE(last.sequence, 0))
       AND (wait.at, wait.sequence) < (before_at, before_sequence)
     ORDER BY wait.at, wait.sequence`,
    [journal.id, ...wantedParameters(players), journal.generation],
  );
  for (const wait of waits) addWait(states, wait.playerId, wait);
}

function byPlayer(stored: readonly StoredLine[], numberOf: RestoringAt['numberOf']): LinesOfPlayer[] {
  const players: LinesOfPlayer[] = [];
  for (let start = 0, end: number; start < stored.length; start = end) {
    const player = stored[start]!.player_id;
    end = start;
    while (stored[end]?.player_id === player) end++;
    const lines = stored.slice(start, end).map((row) => toJournalLine(row, row.number ?? numberOf?.(player)));
    players.push([player, lines]);
  }
  return players;
}

function lineColumns(choice: RaterChoice, areCounted: boolean): string {
  return [
    `player_id, played_at, after_value, after_deviation, ${memoryColumn(choice)}`,
    ...(readsContributions(choice.rater) ? ['contributions'] : []),
    ...(choice.rater.restore!.needs === 'count' && !areCounted ? [`(${COUNT}) AS number`] : []),
  ].join(', ');
}

/** The lines of a player of WANTED; the league is $1, the generation $5. */
const OF_PLAYER = 'line.league_id = $1 AND line.generation = $5 AND line.player_id = wanted.player_id';
const BEFORE = '(line.played_at, line.sequence) < (before_at, before_sequence)';
const COUNT = `SELECT count(*)::integer FROM rating_change AS line WHERE ${OF_PLAYER} AND ${BEFORE}`;
const SINCE = '(line.played_at, line.sequence) >= (before_at, before_sequence)';

/** The lines of the players before their places, in each player's order: all, or the newest. */
async function listLines(
  sql: Sql,
  journal: Journal,
  players: readonly PlayerAt[],
  columns: string,
  which: 'all' | 'newest',
): Promise<StoredLine[]> {
  const [order, ofAll] =
    which === 'all'
      ? ['played_at, sequence', 'ORDER BY player_id, played_at, sequence']
      : ['played_at DESC, sequence DESC LIMIT 1', ''];
  return sql.query(
    `SELECT own.* FROM ${WANTED} CROSS JOIN LATERAL (
       SELECT ${columns}, sequence FROM rating_change AS line WHERE ${OF_PLAYER} AND ${BEFORE} ORDER BY ${order}
     ) AS own ${ofAll}`,
    [journal.id, ...wantedParameters(players), journal.generation],
  );
}

/**
 * Adds the counts of the players' matches before their places to `tallies`. It subtracts later matches from the board, because histories
 * may be long.
 */
export async function loadTalliesAt(
  sql: Sql,
  journal: Journal,
  players: readonly PlayerAt[],
  tallies: Map<PlayerId, Tally>,
): Promise<void> {
  if (players.length === 0) return;
  const stored: (Tally & { player: number; playedAt: Date })[] = await sql.query(
    `SELECT rating.player_id AS player, matches_played - tail_played AS "matchesPlayed", wins - tail_wins AS wins,
            draws - tail_draws AS draws, losses - tail_losses AS losses,
            CASE WHEN tail_peak IS NULL OR peak > tail_peak THEN peak
              ELSE (SELECT max(after_value) FROM rating_change AS line WHERE ${OF_PLAYER} AND ${BEFORE}) END AS peak,
            (SELECT played_at FROM rating_change AS line WHERE ${OF_PLAYER} AND ${BEFORE}
             ORDER BY played_at DESC, sequence DESC LIMIT 1) AS "playedAt"
     FROM ${WANTED} JOIN rating ON rating.league_id = $1 AND rating.player_id = wanted.player_id CROSS JOIN LATERAL (
       SELECT count(*)::integer AS tail_played, count(*) FILTER (WHERE verdict = 1)::integer AS tail_wins,
              count(*) FILTER (WHERE verdict = 0)::integer AS tail_draws,
              count(*) FILTER (WHERE verdict = -1)::integer AS tail_losses, max(after_value) AS tail_peak
       FROM rating_change AS line WHERE ${OF_PLAYER} AND ${SINCE}
     ) AS tail
     WHERE matches_played > tail_played`,
    [journal.id, ...wantedParameters(players), journal.generation],
  );
  for (const { player, playedAt, ...counts } of stored) {
    tallies.set(player, { ...counts, lastPlayedAt: playedAt.getTime() });
  }
}
