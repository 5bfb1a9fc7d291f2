import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { SAME_PLAYER } from '../match-log/appearances.js';
import type { PlacedWait } from '../match-log/log-wait.js';
import type { RaterCatalogue } from '../raters/raters.js';
import type { RatingSystem } from '../raters/rating-system.js';
import { States } from './cached-states.js';
import { readContributions, readsContributions } from './contributions.js';
import type { JournalChange } from './rating.js';
import { isGrownBefore, ratingAt } from './shown-rating.js';
import { IN_TURNS, loadStatesAt } from './states.js';
import { isWaitBefore, stateAfter } from './waits.js';

/**
 * Puts into changes, which were just read from the league's journal, what the ratings had become by the moment of each match.
 * @param changes of which `before` is still that of the journal
 */
export async function growToMatches(
  sql: Sql,
  raters: RaterCatalogue,
  league: League,
  changes: readonly JournalChange[],
): Promise<void> {
  const rater = raters.get(league.rater);
  // Another version might make other states of these lines.
  if (!rater || rater.version !== league.raterVersion || changes.length === 0) return;
  const system = { rater, settings: league.settings };
  if (!isGrownBefore(system)) return;
  const states = await statesBefore(sql, league, { ...system, shownThrough: null }, changes);
  for (const [place, change] of changes.entries()) {
    const state = states.has(place) ? states.get(place) : rater.initial(league.settings);
    Object.assign(change, { before: ratingAt(system, state, change.playedAt) });
  }
}

/** As `growToMatches`, for changes of one player of which none is left out, newest first: most follow from the next in the list. */
export async function growHistory(
  sql: Sql,
  raters: RaterCatalogue,
  league: League,
  changes: readonly JournalChange[],
): Promise<void> {
  const rater = raters.get(league.rater);
  const isRestoredFromLine = rater?.restore?.needs === 'last' && !readsContributions(rater);
  if (!rater || rater.version !== league.raterVersion || !rater.idle || !isRestoredFromLine || changes.length < 2) {
    return growToMatches(sql, raters, league, changes);
  }
  const system = { rater, settings: league.settings, shownThrough: null };
  const oldest = changes.at(-1)!;
  const [waits] = await Promise.all([
    rater.waited ? listWaitsAmong(sql, league, changes) : [],
    growToMatches(sql, raters, league, [oldest]),
  ]);
  for (const [place, previous] of changes.slice(1).entries()) {
    const change = changes[place]!;
    const line = { playedAt: previous.playedAt.getTime(), after: previous.after, contributions: [] };
    const between = waits.filter((wait) => isWaitBefore(wait, change) && !isWaitBefore(wait, previous));
    const state = stateAfter(system, rater.restore!.from([line], league.settings), between);
    Object.assign(change, { before: ratingAt(system, state, change.playedAt) });
  }
}

/** The waits of a player between the first and the last of their changes, in their order. */
function listWaitsAmong(sql: Sql, league: League, changes: readonly JournalChange[]): Promise<PlacedWait[]> {
  const newest = changes[0]!;
  const oldest = changes.at(-1)!;
  return sql.query(
    `SELECT at, sequence FROM log_wait WHERE league_id = $1 AND player_id IN (${SAME_PLAYER('$2')})
       AND (at, sequence) > ($3, $4) AND (at, sequence) < ($5, $6) ORDER BY at, sequence`,
    [league.id, newest.playerId, oldest.playedAt, oldest.sequence, newest.playedAt, newest.sequence],
  );
}

/** A player's place in the log. */
type PlayerPlace = Pick<JournalChange, 'playerId' | 'playedAt' | 'sequence'>;

/** The states just before matches, by their places in a list; none if the player had not been rated. */
type StatesBefore = ReadonlyMap<number, unknown>;

/** The states of players just before matches; they have grown as far as the line before, or the wait after it. @param system restores its states */
export function statesBefore(
  sql: Sql,
  league: League,
  system: RatingSystem,
  places: readonly PlayerPlace[],
): Promise<StatesBefore> {
  const load = system.rater.restore!.needs === 'last' ? restoreFromLast : restoreFromAll;
  return load(sql, league, system, places);
}

interface PreviousLine {
  /** From 1. */
  readonly place: number;
  readonly played_at: Date;
  readonly after_value: number | null;
  readonly after_deviation: number | null;
  /** Left out if no state comes back from them. */
  readonly contributions?: number[] | null;
  readonly waits: Date[] | null;
}

/** The waits of a player between their previous line and the change, in order. */
const WAITS = `(SELECT array_agg(wait.at ORDER BY wait.at, wait.sequence) FROM log_wait AS wait
  WHERE wait.league_id = $1 AND wait.player_id IN (${SAME_PLAYER('change.player_id')})
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
  const rows: PreviousLine[] = await sql.query(
    `SELECT change.place::integer AS place, last.*
     FROM unnest($3::integer[], $4::timestamptz[], $5::integer[]) WITH ORDINALITY
       AS change (player_id, played_at, sequence, place)
     CROSS JOIN LATERAL (
       SELECT played_at, after_value, after_deviation, ${contributions} ${rater.waited ? WAITS : 'NULL'} AS waits
       FROM rating_change AS line
       WHERE line.league_id = $1 AND line.generation = $2 AND line.player_id = change.player_id
         AND (line.played_at, line.sequence) < (change.played_at, change.sequence)
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
  return new Map(
    rows.map((row) => {
      const line = {
        playedAt: row.played_at.getTime(),
        after: { value: row.after_value, deviation: row.after_deviation },
        contributions: readContributions(row.contributions ?? []),
      };
      const waits = row.waits ?? [];
      const restored = rater.restore!.from([line], settings);
      return [row.place - 1, waits.reduce((state, at) => rater.waited!(state, at.getTime(), settings), restored)];
    }),
  );
}

/** One by one, since each takes all of the player's lines before it. */
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
