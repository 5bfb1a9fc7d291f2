import {
  hasBatch,
  MatchPacker,
  PackedLines,
  type PlayerId,
  packedStates,
  packMatch,
  RaterFault,
  type Match as RaterMatch,
  rateBatch,
  ratedParticipants,
  unpackChanges,
  verdicts,
} from '@openladder/rating';
import { DONE, say } from '../kit/child/in-child.js';
import { contributionsOf } from '../match-log/match.js';
import { askRater, isApart, noteTrouble, RaterEnded } from '../raters/apart.js';
import { checked, checkKept } from '../raters/checked-rater.js';
import { isOutOfTime, OUT_OF_TIME } from '../raters/guarded-rater.js';
import { MAX_WORK } from '../raters/rater-process.js';
import { isUnlisted, type RatingSystem } from '../raters/rating-system.js';
import { type PlainStates, rateAfterWaits, States, stateSize } from './cached-states.js';
import { countLines, emptyTally, journalLines, memoryWidth, type RatedLine, type Tally } from './journal-line.js';
import { AT_ONCE, inSlice, partFrom, SLICE, SLICE_BYTES } from './rater-work.js';
import { type ShownRating, shownRating } from './rating.js';

/** Result of one match of a batch. */
export type BatchResult =
  | { readonly kind: 'rated'; readonly lines: readonly RatedLine[] }
  | { readonly kind: 'failed'; readonly message: string; readonly cause?: FailureCause | undefined };

/** Causes of failures that concern the rater as a whole, and not just the match. */
type FailureCause = 'out of time' | 'not tried';

/** A match for raters, in the total order; one that is new has no sequence yet. */
export type OrderedMatch = RaterMatch & { readonly sequence?: number };

/**
 * Rates consecutive matches of the total order, and updates states and tallies. A match on which the rater fails changes nothing.
 * @param isShown whether to add `justBefore` to the lines, if time changes ratings
 * @returns one result for each match, in their order
 */
export function rateInOrder(
  system: RatingSystem,
  matches: readonly OrderedMatch[],
  states: States,
  tallies: Map<PlayerId, Tally>,
  isShown: boolean,
): BatchResult[] {
  return matches.map(({ sequence, ...match }) => {
    try {
      const lines = journalLines(match, rateAfterWaits(system, match, states, sequence), system, isShown);
      countLines(tallies, match.playedAt, lines);
      return { kind: 'rated', lines };
    } catch (error) {
      if (!(error instanceof RaterFault)) throw error;
      return { kind: 'failed', message: error.message, cause: isOutOfTime(error.cause) ? 'out of time' : undefined };
    }
  });
}

/** A player's rating after a batch, with their counts. */
export interface RatingUpdate extends ShownRating {
  readonly playerId: number;
  /** Null if the state can be restored from the journal. */
  readonly state: unknown;
  readonly tally: Tally;
}

/** A player's row on the board, from their state and counts; a newcomer's row if they were never rated. */
export function ratingUpdate(
  system: RatingSystem,
  player: PlayerId,
  states: States,
  tally: Tally = emptyTally(),
): RatingUpdate {
  const { rater, settings } = system;
  const isNew = tally.matchesPlayed === 0 && !states.has(player);
  const state = isNew ? rater.initial(settings) : states.get(player);
  const rating = shownRating(isNew ? { rater, settings, shownThrough: null } : system, state, states.waits.get(player));
  return {
    playerId: Number(player),
    state: rater.restore || isNew ? null : state,
    tally,
    ...rating,
    isProvisional: isNew || rating.isProvisional || isUnlisted(system.boardRule, system.shownThrough, tally),
  };
}

/** How matches are rated. */
export interface RatingMode {
  /** They are new: a third party's rater is checked by the rules. */
  readonly areNew: boolean;
  /** Lines contain `justBefore`, if time changes ratings. */
  readonly isShown: boolean;
}

/**
 * Like `rateInOrder`, for any rater: a third party's rates in its process. New matches for which its time is used up fail; others are
 * rated for as long as it takes, up to the first on which it fails: a log with such a match is not rated again.
 * @param stayAwake called whenever a third party's rater has answered; see `keepingAwake`
 * @throws RaterAway
 */
export async function rateMatches(
  system: RatingSystem,
  matches: readonly OrderedMatch[],
  states: States,
  tallies: Map<PlayerId, Tally>,
  mode: RatingMode,
  stayAwake?: () => Promise<void>,
): Promise<BatchResult[]> {
  if (!isApart(system.rater)) return rateInOrder(system, matches, states, tallies, mode.isShown);
  const results: BatchResult[] = [];
  const fail = (message: string, cause?: FailureCause) => results.push({ kind: 'failed', message, cause });
  const name = `${system.rater.key} ${system.rater.version}`;
  /** Milliseconds for which the rater worked. Others may keep its process busy meanwhile, which is not the rater's fault. */
  let spent = 0;
  let areAlone = mode.areNew || mode.isShown;
  let trouble: string | null = null;
  let ends = 0;
  /** The match in which the process ended; the ones before it have to be rated once more. */
  let suspect = null as { readonly index: number; readonly message: string } | null;
  /** Whether an answer for several matches was refused, such as a too large one: each is then rated separately. */
  let isRefused = false;
  while (results.length < matches.length && (mode.areNew || results.at(-1)?.kind !== 'failed')) {
    if (suspect?.index === results.length) {
      fail(suspect.message);
      suspect = null;
      continue;
    }
    if (mode.areNew && ends >= MAX_ENDS) trouble = `ended ${ends} times in a batch`;
    else if (mode.areNew && spent > MAX_WORK) trouble = `took longer than ${MAX_WORK / 1000} s for a batch`;
    if (trouble !== null) {
      fail(`${name} ${trouble}, and did not come to this match; send it again`, 'not tried');
      continue;
    }
    const next = results.length;
    const part = isRefused
      ? matches.slice(next, next + 1)
      : partFrom(matches.slice(0, suspect?.index), next, bytesWith(states));
    try {
      const before = states.pick(part.flatMap(playersOf)).plain();
      const slice = await askRater(system, RATE_SLICE, part, before, { ...mode, areAlone });
      await stayAwake?.();
      spent += slice.spent;
      // They could not be rated together, which may have taken most of a task's time.
      if (slice.results.length === 0) areAlone = true;
      results.push(...take(part, slice, states, tallies));
    } catch (error) {
      if (!(error instanceof RaterFault)) throw error;
      if (error instanceof RaterEnded) {
        spent += error.spent;
        ends++;
      }
      // It is unknown which of them it was.
      if (!areAlone) areAlone = true;
      else if (error instanceof RaterEnded) suspect = { index: next + error.done, message: error.message };
      else if (part.length === 1) fail(error.message);
      else isRefused = true;
    }
  }
  const isLate = results.some((result) => result.kind === 'failed' && result.cause === 'out of time');
  if (trouble === null && isLate) trouble = `${OUT_OF_TIME} for a match`;
  if (trouble !== null || ends === 0) noteTrouble(system.rater, trouble);
  return results;
}

const playersOf = (match: OrderedMatch) => ratedParticipants(match).map(({ participant }) => participant.player);

/** About how many bytes of memory a contribution takes. */
const CONTRIBUTION = 150;

/** About how many bytes are sent to the process with each of consecutive matches, or returned. */
function bytesWith(states: States): (match: OrderedMatch) => number {
  const gone = new Set<PlayerId>();
  return (match) => {
    let bytes = CONTRIBUTION * contributionsOf(match);
    for (const player of playersOf(match)) {
      if (!gone.has(player)) bytes += stateSize(states.get(player));
      gone.add(player);
    }
    return bytes;
  };
}

/** Ends of a rater's process after which the rest of a batch is not tried. */
const MAX_ENDS = 3;
/** A number of matches from the first on, and the states of their players after them. */
interface Slice {
  readonly results: readonly SlicedResult[];
  readonly after: PlainStates;
  /** Milliseconds that it took. */
  readonly spent: number;
}

interface SliceMode extends RatingMode {
  /** Whether each match is rated separately. Otherwise they are rated together, or not at all. */
  readonly areAlone: boolean;
}

type SlicedLine = Omit<RatedLine, 'justBefore'> & { readonly grown?: ReturnType<NonNullable<RatedLine['justBefore']>> };
type SlicedResult =
  | Extract<BatchResult, { kind: 'failed' }>
  | { readonly kind: 'rated'; readonly lines: readonly SlicedLine[] };

/** Runs in the process of a rater. */
export function rateSlice(
  system: RatingSystem,
  matches: readonly OrderedMatch[],
  before: PlainStates,
  { areNew, isShown, areAlone }: SliceMode,
): Slice {
  const begin = performance.now();
  const own = areNew ? { ...system, rater: checked(system.rater) } : system;
  const states = States.of(before);
  const sliceOf = (results: readonly SlicedResult[]) => ({
    results,
    after: states.pick(matches.slice(0, results.length).flatMap(playersOf)).plain(),
    spent: performance.now() - begin,
  });
  if (!areAlone) {
    const together = ratePacked(system, matches, states) ?? [];
    return sliceOf(together.map((lines) => ({ kind: 'rated', lines })));
  }
  const results: SlicedResult[] = [];
  const sizes = new Map<PlayerId, number>();
  let bytes = 0;
  for (const match of matches) {
    const [rated] = rateInOrder(own, [match], states, new Map(), isShown);
    const result: SlicedResult =
      rated!.kind === 'failed' ? rated! : { kind: 'rated', lines: rated!.lines.map(withoutFunctions) };
    results.push(result);
    say(DONE);
    bytes += stateSize(result);
    for (const player of playersOf(match)) {
      const size = stateSize(states.get(player));
      bytes += size - (sizes.get(player) ?? 0);
      sizes.set(player, size);
    }
    if (performance.now() - begin > SLICE || bytes > SLICE_BYTES || (!areNew && result.kind === 'failed')) break;
  }
  return sliceOf(results);
}

const RATE_SLICE = { module: import.meta.url, run: rateSlice };

function withoutFunctions({ justBefore, ...line }: RatedLine): SlicedLine {
  return justBefore ? { ...line, grown: justBefore() } : line;
}

/** Adopts the states of a slice. @returns its results */
function take(
  matches: readonly OrderedMatch[],
  { results, after }: Slice,
  states: States,
  tallies: Map<PlayerId, Tally>,
): BatchResult[] {
  states.keep(matches.slice(0, results.length).flatMap(playersOf), States.of(after));
  return results.map((result, index) => {
    if (result.kind === 'failed') return result;
    const lines = result.lines.map(
      ({ grown, ...line }): RatedLine => (grown ? { ...line, justBefore: () => grown } : line),
    );
    countLines(tallies, matches[index]!.playedAt, lines);
    return { kind: 'rated', lines };
  });
}

/** The rows of players; see `ratingUpdate`. A third party's rater makes them in its process. */
export async function ratingUpdates(
  system: RatingSystem,
  players: readonly PlayerId[],
  statesOf: (players: readonly PlayerId[]) => States,
  tallyOf: (player: PlayerId) => Tally | undefined,
): Promise<RatingUpdate[]> {
  if (!isApart(system.rater)) {
    return players.map((player) => ratingUpdate(system, player, statesOf([player]), tallyOf(player)));
  }
  const updates: RatingUpdate[] = [];
  while (updates.length < players.length) {
    const next = players.slice(updates.length, updates.length + AT_ONCE);
    const states = statesOf(next);
    const part = partFrom(next, 0, (player) => stateSize(states.get(player)));
    const plain = states.pick(part).plain();
    updates.push(...(await askRater(system, UPDATE_SLICE, part, plain, part.map(tallyOf))));
  }
  return updates;
}

/** Runs in the process of a rater. */
export function updateSlice(
  system: RatingSystem,
  players: readonly PlayerId[],
  plain: PlainStates,
  tallies: readonly (Tally | undefined)[],
): RatingUpdate[] {
  const states = States.of(plain);
  return inSlice(players, (player, index) => {
    const update = ratingUpdate(system, player, states, tallies[index]);
    if (update.state !== null) checkStored(system, update.state);
    return update;
  });
}

/** A log that is rated again is not checked match by match. */
function checkStored({ rater }: RatingSystem, state: unknown): void {
  try {
    checkKept(state);
  } catch (error) {
    throw new RaterFault(`${rater.key} ${rater.version}: ${(error as Error).message}`, { cause: error });
  }
}

const UPDATE_SLICE = { module: import.meta.url, run: updateSlice };

/**
 * Rates consecutive matches together by the batch form of the rater, with the same bits as one by one, and updates the states.
 * @returns the lines of each match; null, and nothing is changed, if there is no such form, players have waited, or it fails on a match
 */
export function ratePacked(
  system: RatingSystem,
  matches: readonly OrderedMatch[],
  states: States,
): readonly (readonly RatedLine[])[] | null {
  const { rater, settings } = system;
  if (matches.length < 2 || !hasBatch(rater) || states.waits.size > 0) return null;
  const packer = new MatchPacker();
  const players: PlayerId[] = [];
  const places = new Map<PlayerId, number>();
  const placeOf = (player: PlayerId) => {
    const place = places.get(player) ?? players.push(player) - 1;
    places.set(player, place);
    return place;
  };
  const lines = new PackedLines();
  try {
    const isPacked = matches.map((match) => packMatch(packer, match, placeOf));
    const packed = packedStates(rater, settings, players.length);
    for (const [place, player] of players.entries()) if (states.has(player)) packed.set(place, states.get(player));
    rateBatch(rater, settings, packer, packed, lines);
    let next = 0;
    const playerOf = (place: number) => players[place]!;
    const rated = matches.map((match, index) => {
      if (!isPacked[index]) return [];
      const verdictOf = verdicts(match);
      const sides = ratedParticipants(match).map(({ side }) => side);
      const width = memoryWidth(system);
      return unpackChanges(packer, next++, lines, playerOf).map(({ before, after, memory, ...change }, place) => ({
        // No line contains the score before it.
        before: { score: null, isProvisional: false, ...before },
        after,
        verdict: verdictOf[sides[place]!]!,
        memory: width > 0 ? memory : null,
        ...change,
      }));
    });
    for (const { player } of rated.flat()) states.set(player, packed.get(places.get(player)!));
    return rated;
  } catch (error) {
    // The failing match is found one by one. A RangeError: a match has no outcome.
    if (error instanceof RaterFault || error instanceof RangeError) return null;
    throw error;
  }
}
