import {
  type JournalLine,
  type Match,
  type PlayerId,
  type Rater,
  type RatingChange,
  rateMatch,
  stateAt,
} from '@openladder/rating';
import type { PlacedWait } from '../match-log/log-wait.js';
import { askRater, isApart, type Work } from '../raters/apart.js';
import { chancesOf } from '../raters/league-chances.js';
import type { RaterChoice, RatingSystem } from '../raters/rating-system.js';
import { type PlainStates, rateAfterWaits, States, stateAfter, stateSize } from './cached-states.js';
import { deltaOf, type RatingSnapshot, ratingAt, type ShownRating, shownRating } from './rating.js';

/** After this many milliseconds, a process returns its results so far, and work for other leagues gets a turn. */
export const SLICE = 250;
/** About how many bytes of states and results are sent to the process together, or returned: the service reads them while others wait. */
export const SLICE_BYTES = 2 ** 20;
/** The most items that are sent together. */
export const AT_ONCE = 100;

/** Items from a position on, at least one, that are sent together. @param sizeOf about how many bytes go with an item */
export function partFrom<I>(items: readonly I[], from: number, sizeOf: (item: I) => number): readonly I[] {
  let end = from;
  for (let bytes = 0; bytes < SLICE_BYTES && end < items.length && end < from + AT_ONCE; end++) {
    bytes += sizeOf(items[end]!);
  }
  return items.slice(from, end);
}

/** Results for the items from the first on, at least for one, within the time and size of a slice. Runs in the process of a rater. */
export function inSlice<I, R>(items: readonly I[], resultOf: (item: I, index: number) => R): R[] {
  const end = performance.now() + SLICE;
  const results: R[] = [];
  let bytes = 0;
  for (const [index, item] of items.entries()) {
    const result = resultOf(item, index);
    results.push(result);
    bytes += stateSize(result);
    if (bytes > SLICE_BYTES || performance.now() > end) break;
  }
  return results;
}

/**
 * Gets any number of results by a task that returns them `inSlice`.
 * @throws RaterEnded, RaterAway, or RaterFault if the rater fails
 */
export async function askInSlices<S extends { readonly rater: Rater }, I, R>(
  system: S,
  work: Work<S, readonly [readonly I[]], readonly R[]>,
  items: readonly I[],
): Promise<R[]> {
  const results: R[] = [];
  const sizeOf = isApart(system.rater) ? stateSize : () => 0;
  while (results.length < items.length) {
    results.push(...(await askRater(system, work, partFrom(items, results.length, sizeOf))));
  }
  return results;
}

/**
 * Work of the service with many states at a time, for `askRater`: functions whose arguments and results are data, except for the rater,
 * so that they can run in its process.
 */
function work<S, A extends readonly unknown[], R>(run: (system: S, ...args: A) => R): Work<S, A, R> {
  return { module: import.meta.url, run };
}

/** The lines of a player from which their state is restored. */
export type LinesOfPlayer = readonly [player: PlayerId, lines: readonly JournalLine[]];

export function restoreStates(
  { rater, settings }: RaterChoice,
  players: readonly LinesOfPlayer[],
): (readonly [PlayerId, unknown])[] {
  return inSlice(players, ([player, lines]) => [player, rater.restore!.from(lines, settings)]);
}
/** For `askInSlices`, which gets a list and returns one. */
export const RESTORE = work(restoreStates);

/** A state, and the waits that it does not include yet. */
export interface WaitingState {
  readonly state: unknown;
  readonly waits: readonly PlacedWait[] | undefined;
}

export function showStates(system: RatingSystem, states: readonly WaitingState[]): ShownRating[] {
  return inSlice(states, ({ state, waits }) => shownRating(system, state, waits));
}
export const SHOW = work(showStates);

export function showRestored(
  system: RatingSystem,
  players: readonly { readonly lines: readonly JournalLine[]; readonly waits: readonly PlacedWait[] | undefined }[],
): ShownRating[] {
  const { rater, settings } = system;
  return inSlice(players, ({ lines, waits }) => shownRating(system, rater.restore!.from(lines, settings), waits));
}
export const SHOW_RESTORED = work(showRestored);

/** A line of a player, and the waits between it and a match. */
export interface LineWithWaits {
  readonly line: JournalLine;
  readonly waits: readonly Pick<PlacedWait, 'at'>[];
}

function restoreLine(system: RaterChoice, { line, waits }: LineWithWaits): unknown {
  return stateAfter(system, system.rater.restore!.from([line], system.settings), waits);
}

export function restoreFromLines(system: RaterChoice, linesWithWaits: readonly LineWithWaits[]): unknown[] {
  return inSlice(linesWithWaits, (each) => restoreLine(system, each));
}
export const RESTORE_FROM_LINES = work(restoreFromLines);

/** The basis of a player's rating before a match: a state, their line, or nothing. */
export interface RatedUntil {
  readonly from: { readonly state: unknown } | LineWithWaits | null;
  readonly playedAt: Date;
}

export function rateUntil(system: RaterChoice, places: readonly RatedUntil[]): RatingSnapshot[] {
  const stateOf = (from: RatedUntil['from']) => {
    if (!from) return system.rater.initial(system.settings);
    return 'state' in from ? from.state : restoreLine(system, from);
  };
  return inSlice(places, ({ from, playedAt }) => ratingAt(system, stateOf(from), playedAt));
}
export const RATE_UNTIL = work(rateUntil);

/** A match without its outcome. */
export interface RatedMeeting {
  readonly playedAt: number;
  readonly sides: readonly { readonly players: readonly PlayerId[]; readonly role: string | undefined }[];
}

/** The chances of the sides. @param states after all waits; players without one are new */
export function foresee(
  system: RatingSystem,
  { playedAt, sides }: RatedMeeting,
  states: ReadonlyMap<PlayerId, unknown>,
): readonly number[] {
  const { rater, settings } = system;
  const stateThen = (player: PlayerId) =>
    stateAt(rater, settings, states.get(player) ?? rater.initial(settings), playedAt);
  return chancesOf(
    system,
    sides.map(({ players }) => players.map(stateThen)),
    { at: playedAt, roles: sides.map(({ role }) => role) },
  );
}
export const FORESEE = work(foresee);

/** The effect of an outcome. */
export interface ForeseenChange {
  readonly player: PlayerId;
  readonly before: RatingSnapshot;
  readonly after: RatingSnapshot;
  readonly delta: number | null;
}

/** The effect of a match's outcome. @param states after all waits; players without one are new */
export function foreseeChanges(
  system: RaterChoice,
  { playedAt, sides }: RatedMeeting,
  placements: readonly number[],
  states: ReadonlyMap<PlayerId, unknown>,
): ForeseenChange[] {
  const match: Match = {
    playedAt,
    sides: sides.map(({ players, role }, side) => ({
      placement: placements[side]!,
      role,
      participants: players.map((player) => ({ player })),
    })),
  };
  const { rater, settings } = system;
  return rateMatch(rater, settings, match, new Map(states)).map(({ player, stateBefore, before, after }) => ({
    player,
    before: ratingAt(system, stateBefore, new Date(playedAt)),
    after,
    delta: deltaOf({ before, after }),
  }));
}
export const FORESEE_CHANGES = work(foreseeChanges);

const HOUR = 3_600_000;

/** Whether anybody has a rank after matches in consecutive hours between the same newcomers, each a side, most of which keep their place. */
export function ranksSomebody(system: RatingSystem, sides: number, matches: number): boolean {
  const { rater, settings } = system;
  const states = new Map<PlayerId, unknown>();
  for (let hour = 0; hour < matches; hour++) {
    const placementOf = (side: number) => ((side + (side % 3 === hour % 3 ? hour : 0)) % sides) + 1;
    const match: Match = {
      playedAt: hour * HOUR,
      sides: Array.from({ length: sides }, (_, side) => ({
        placement: placementOf(side),
        participants: [{ player: side }],
      })),
    };
    rateMatch(rater, settings, match, states);
    if ([...states.values()].some((state) => !shownRating(system, state).isProvisional)) return true;
  }
  return false;
}
export const RANKS_SOMEBODY = work(ranksSomebody);

/** The changes of a match of the log, from the states before it. */
export function rateAgain(
  system: RatingSystem,
  match: Match,
  before: PlainStates,
  sequence: number,
): RatingChange<unknown>[] {
  return rateAfterWaits(system, match, States.of(before), sequence);
}
export const RATE_AGAIN = work(rateAgain);
