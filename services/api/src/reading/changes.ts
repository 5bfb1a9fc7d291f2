import { groupedBy } from '../kit/grouped-by.js';
import type { NeedsReads } from '../kit/needs.js';
import { beginWork, type ResponseSize } from '../kit/paging/response-size.js';
import { hideArrayLength } from '../kit/sql/columns.js';
import type { Sql } from '../kit/sql/transaction.js';
import { Unavailable } from '../kit/unavailable.js';
import { yieldToEventLoop } from '../kit/waiting.js';
import type { League } from '../league/league.js';
import type { PlacedWait } from '../match-log/log-wait.js';
import { contributionsOf, type LogPosition, ratedPlayersOf, toRaterMatch } from '../match-log/match.js';
import { listMatchesBySequence } from '../match-log/match.repository.js';
import { listMerges, MERGED_IDS } from '../match-log/merges-and-waits.repository.js';
import { withMerges } from '../match-log/roster.js';
import { listPlayersById } from '../player/player.repository.js';
import { askRater } from '../raters/apart.js';
import { type NeedsRaters, type RaterCatalogue } from '../raters/raters.js';
import { type RatingSystem, ratingSystemOf } from '../raters/rating-system.js';
import { isWaitBefore, States, stateAfter } from '../rating/cached-states.js';
import { findChange, type LineJoins, listChanges } from '../rating/journal.repository.js';
import {
  canDeriveContributions,
  memoryColumn,
  pointsPerLine,
  type RatedLine,
  readsContributions,
  type StateRow,
  toJournalLine,
} from '../rating/journal-line.js';
import { askInSlices, RATE_AGAIN, RATE_UNTIL, RESTORE_FROM_LINES } from '../rating/rater-work.js';
import { isGrownBefore, type JournalChange, type RatingSnapshot, scoreSums } from '../rating/rating.js';
import { countMatchesPlayed } from '../rating/rating.repository.js';
import { IN_TURNS, loadStatesAt, type RestoringAt } from '../rating/states.js';

/** Data that a page of the journal includes besides its lines. */
export type HistoryJoins = Omit<LineJoins, 'waits'> & {
  readonly opponents: boolean;
  /** Whether `before` should be as of the moments of the matches. */
  readonly befores: boolean;
};

/**
 * One page of a player's journal, newest first.
 * @param size counts reads other than the lines
 * @returns one change more than `first` if there are more; `before` of that one is not adjusted
 */
export async function readHistory(
  { reads, raters }: NeedsReads & NeedsRaters,
  league: League,
  playerId: number,
  { from, to, first, after }: { from?: Date; to?: Date; first: number; after: LogPosition | null },
  joins: HistoryJoins,
  size?: ResponseSize,
): Promise<JournalChange[]> {
  const withWaits = joins.befores && needsWaits(raters, league);
  const page = { limit: first + 1, after };
  const joined = { ...joins, waits: withWaits };
  const { changes, waits } = await listChanges(reads, league, playerId, { from, to }, page, joined);
  const shown = { first, isFromStart: from === undefined };
  if (joins.befores) await growHistory(reads, raters, league, changes, waits, shown);
  if (joins.contributions) await addDerivedContributions(reads, raters, league, changes, size);
  return joins.opponents ? withOpponents(reads, league.id, changes) : changes;
}

/** One line of the journal; null if there is none. @param size as of `readHistory` */
export async function readChange(
  { reads, raters }: NeedsReads & NeedsRaters,
  league: League,
  key: { playerId: number; sequence: number; revision: number },
  isExplained: boolean,
  size?: ResponseSize,
): Promise<JournalChange | null> {
  const change = await findChange(reads, league, key);
  if (change) await growToMatches(reads, raters, league, [change]);
  if (change && isExplained) await addDerivedContributions(reads, raters, league, [change], size);
  return change;
}

async function withOpponents(sql: Sql, leagueId: number, changes: readonly JournalChange[]): Promise<JournalChange[]> {
  const ids = new Set(changes.flatMap(({ contributions }) => contributions.map(({ opponent }) => Number(opponent))));
  const players = new Map((await listPlayersById(sql, leagueId, [...ids])).map((player) => [player.id, player]));
  return changes.map((change) => ({
    ...change,
    contributions: change.contributions.map((contribution) => ({
      ...contribution,
      opponent: players.get(Number(contribution.opponent))!,
    })),
  }));
}

/** Points for reading the state of a player. */
const POINTS_PER_PLAYER = 2;
/** Pairs of a match that are rated in the time of a point. */
const PAIRS_PER_POINT = 100;

/**
 * Adds the contributions that a league's journal does not store to its changes, with their sums. Each match is rated again from the
 * states before it, which gives the same contributions to the bit.
 * @param size counts the work
 * @throws CorrectedMeanwhile
 * @throws RaterMissing, DerivedByOtherVersion if some are not stored and the rater that made them is not installed
 */
export async function addDerivedContributions(
  sql: Sql,
  raters: RaterCatalogue,
  league: League,
  changes: readonly JournalChange[],
  size?: ResponseSize,
): Promise<void> {
  const lacking = groupedBy(
    changes.filter(({ lacksContributions }) => lacksContributions),
    ({ sequence }) => sequence,
  );
  if (lacking.size === 0) return;
  const system = ratingSystemOf(raters, league);
  if (!canDeriveContributions(system.rater)) return;
  for await (const { sequence, lines } of deriveLines(sql, league, system, [...lacking.keys()], { size })) {
    for (const change of lacking.get(sequence)!) {
      const line = lines.get(change.playerId);
      if (!line || line.after.value !== change.after.value) throw new CorrectedMeanwhile(league);
      const { contributions } = line;
      Object.assign(change, { contributions, ...scoreSums(contributions), lacksContributions: undefined });
    }
    // A match may have two hundred players, so others get a turn.
    await yieldToEventLoop();
  }
}

/** The lines were read before a correction, and the states after it. */
class CorrectedMeanwhile extends Unavailable {
  constructor({ slug }: League) {
    super(`league ${slug} was corrected while it was read; send the request again`, { retryAfter: 1 });
  }
}

/** The result of rating a match of the log again, by player id. */
export interface DerivedLines {
  readonly sequence: number;
  readonly lines: ReadonlyMap<number, Pick<RatedLine, 'after' | 'contributions'>>;
}

/**
 * Rates matches of the log again, each on the states that the journal had before it.
 * @param size counts the work before it is done
 * @param numberOf how many lines a player has before the matches, if the caller has counted them
 */
export async function* deriveLines(
  sql: Sql,
  league: League,
  system: RatingSystem,
  sequences: readonly number[],
  { size, numberOf }: { readonly size?: ResponseSize | undefined } & Pick<RestoringAt, 'numberOf'> = {},
): AsyncGenerator<DerivedLines> {
  const merges = await listMerges(sql, league.id);
  for (const match of await listMatchesBySequence(sql, league.id, sequences)) {
    const { sequence, playedAt, weight, sides: submitted } = match;
    const sides = withMerges(submitted, merges);
    const players = ratedPlayersOf(sides);
    if (size) {
      const perLine = pointsPerLine(system.rater);
      const counted = perLine > 0 ? perLine * (await countMatchesPlayed(sql, league.id, players)) : 0;
      const pairs = contributionsOf({ sides }) / PAIRS_PER_POINT;
      await beginWork(size, POINTS_PER_PLAYER * players.length + Math.ceil(pairs + counted));
    }
    const states = new States();
    const before = { playedAt, sequence };
    const wanted = players.map((player) => ({ player, before }));
    await loadStatesAt(sql, league, system, wanted, states, { numberOf });
    const rated = toRaterMatch({ playedAt, weight, sides });
    const changes = await askRater(system, RATE_AGAIN, rated, states.plain(), sequence);
    yield { sequence, lines: new Map(changes.map((change) => [Number(change.player), change])) };
  }
}

/**
 * Sets `before` of changes to the ratings just before each match.
 * @param changes as read from the journal
 */
export async function growToMatches(
  sql: Sql,
  raters: RaterCatalogue,
  league: League,
  changes: readonly JournalChange[],
): Promise<void> {
  const rater = raters.get(league.rater);
  // Another version might restore different states from these lines.
  if (!rater || rater.version !== league.raterVersion || changes.length === 0) return;
  const system = { rater, settings: league.settings };
  if (!isGrownBefore(system)) return;
  const states = await statesBefore(sql, league, { ...system, shownThrough: null }, changes);
  const places = changes.map(({ playedAt }, place) => {
    return { from: states.has(place) ? { state: states.get(place) } : null, playedAt };
  });
  setBefore(changes, await askInSlices(system, RATE_UNTIL, places));
}

function setBefore(changes: readonly JournalChange[], befores: readonly RatingSnapshot[]): void {
  for (const [place, before] of befores.entries()) Object.assign(changes[place]!, { before });
}

/** A page of a player's history. */
interface HistoryPage {
  /** How many changes are shown; one more may have been read. */
  readonly first: number;
  /** Whether the player has no line before the oldest; it only matters if no more lines were read than are shown. */
  readonly isFromStart: boolean;
}

/**
 * Like `growToMatches`, for consecutive changes of one player, newest first: each state follows from the next change in the
 * list.
 * @param waits of the player between the changes; needed if the rater uses waits
 */
export async function growHistory(
  sql: Sql,
  raters: RaterCatalogue,
  league: League,
  changes: readonly JournalChange[],
  waits: readonly PlacedWait[],
  { first, isFromStart }: HistoryPage,
): Promise<void> {
  const rater = raters.get(league.rater);
  const isRestoredFromLine = rater?.restore?.needs === 'last' && !readsContributions(rater) && !rater.restore.memory;
  if (!rater || rater.version !== league.raterVersion || !rater.idle || !isRestoredFromLine) {
    return growToMatches(sql, raters, league, changes.slice(0, first));
  }
  const system = { rater, settings: league.settings };
  const restorable = (previous: JournalChange, change: JournalChange) => ({
    line: { playedAt: previous.playedAt.getTime(), after: previous.after, contributions: [] },
    waits: waits.filter((wait) => isWaitBefore(wait, change) && !isWaitBefore(wait, previous)),
  });
  const shown = changes.slice(0, first);
  const oldest = changes.length <= first && !isFromStart ? shown.pop() : undefined;
  const places = shown.map((change, place) => {
    const previous = changes[place + 1];
    return { from: previous ? restorable(previous, change) : null, playedAt: change.playedAt };
  });
  setBefore(shown, await askInSlices(system, RATE_UNTIL, places));
  if (oldest) await growToMatches(sql, raters, league, [oldest]);
}

/** Whether `growHistory` needs the waits among the changes. */
export function needsWaits(raters: RaterCatalogue, { rater }: Pick<League, 'rater'>): boolean {
  return raters.get(rater)?.waited !== undefined;
}

/** A player's place in the log. */
type PlayerPlace = Pick<JournalChange, 'playerId' | 'playedAt' | 'sequence'>;

/** The states just before matches, by their positions in a list; missing if the player was not rated yet. */
type StatesBefore = ReadonlyMap<number, unknown>;

/** The states of players just before matches, as of the line before, or of the wait after it. @param system restores its states */
export function statesBefore(
  sql: Sql,
  league: League,
  system: RatingSystem,
  places: readonly PlayerPlace[],
): Promise<StatesBefore> {
  const load = system.rater.restore!.needs === 'all' ? restoreFromAll : restoreFromLast;
  return load(sql, league, system, places);
}

interface PreviousLine extends StateRow {
  /** From 1. */
  readonly place: number;
  readonly waits: Date[] | null;
}

/** The waits of a player between their previous line and the change, in order. */
const WAITS = `(SELECT array_agg(wait.at ORDER BY wait.at, wait.sequence) FROM log_wait AS wait
  WHERE wait.league_id = $1 AND wait.player_id IN (${MERGED_IDS('change.player_id')})
    AND (wait.at, wait.sequence) > (line.played_at, line.sequence)
    AND (wait.at, wait.sequence) < (change.played_at, change.sequence))`;

/** In one statement, however many there are. */
async function restoreFromLast(
  sql: Sql,
  league: League,
  { rater, settings }: RatingSystem,
  changes: readonly PlayerPlace[],
): Promise<StatesBefore> {
  const contributions = readsContributions(rater) ? 'contributions,' : '';
  const of = `line.league_id = $1 AND line.generation = $2 AND line.player_id = change.player_id
         AND (line.played_at, line.sequence) < (change.played_at, change.sequence)`;
  const number = `, (SELECT count(*)::integer FROM rating_change AS line WHERE ${of}) AS number`;
  const rows: PreviousLine[] = await sql.query(
    `SELECT change.place::integer AS place, last.*${rater.restore!.needs === 'count' ? number : ''}
     FROM unnest(${hideArrayLength('$3', 'integer')}, ${hideArrayLength('$4', 'timestamptz')}, ${hideArrayLength('$5', 'integer')})
       WITH ORDINALITY
       AS change (player_id, played_at, sequence, place)
     CROSS JOIN LATERAL (
       SELECT played_at, after_value, after_deviation, ${memoryColumn({ rater, settings })}, ${contributions} ${rater.waited ? WAITS : 'NULL'} AS waits
       FROM rating_change AS line
       WHERE ${of}
       ORDER BY line.played_at DESC, line.sequence DESC LIMIT 1
     ) AS last`,
    [
      league.id,
      league.generation,
      changes.map(({ playerId }) => playerId),
      changes.map(({ playedAt }) => playedAt.toISOString()),
      changes.map(({ sequence }) => sequence),
    ],
  );
  const restorable = rows.map((row) => ({
    line: toJournalLine(row),
    waits: (row.waits ?? []).map((at) => ({ at })),
  }));
  const states = await askInSlices({ rater, settings }, RESTORE_FROM_LINES, restorable);
  return new Map(rows.map((row, index) => [row.place - 1, states[index]]));
}

/** One by one, since each needs all of the player's lines before it. */
async function restoreFromAll(
  sql: Sql,
  league: League,
  system: RatingSystem,
  changes: readonly PlayerPlace[],
): Promise<StatesBefore> {
  const found = new Map<number, unknown>();
  for (const [place, change] of changes.entries()) {
    const states = new States();
    await loadStatesAt(sql, league, system, [{ player: change.playerId, before: change }], states, IN_TURNS);
    const { playerId } = change;
    if (!states.has(playerId)) continue;
    found.set(place, stateAfter(system, states.get(playerId), states.waits.get(playerId) ?? []));
  }
  return found;
}
