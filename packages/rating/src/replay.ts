import { isRatable, type Match, type PlayerId, ratedParticipants } from './match.js';
import { CONTRIBUTION_WIDTH, PackedLines, type PackedMatches, participantsOf, withRoom } from './packed/lines.js';
import { MatchPacker, packMatch } from './packed/packer.js';
import { type BatchForm, PackedStates } from './packed/states.js';
import type { Contribution, Rated, Rater, RatingValue } from './rater.js';

/** The change that one match made to one rated participant. */
export interface RatingChange<State> {
  readonly player: PlayerId;
  readonly stateBefore: State;
  readonly stateAfter: State;
  readonly before: RatingValue;
  readonly after: RatingValue;
  readonly contributions: readonly Contribution[];
}

/** A rater broke its contract: it threw, omitted a participant, or returned something that is not a number. */
export class RaterFault extends Error {
  override readonly name = 'RaterFault';
}

/**
 * One step of the fold: rates a match and moves the states. Live rating, replay and recompute all use this, so that they
 * agree to the last bit.
 * @param states every player's state so far; those of the match's participants are replaced
 * @returns one change for each rated participant, in the match's order; none if the match is not ratable
 * @throws RaterFault if the rater breaks its contract; `states` are then unchanged
 */
export function rateMatch<Settings, State>(
  rater: Rater<Settings, State>,
  settings: Settings,
  match: Match,
  states: Map<PlayerId, State>,
): RatingChange<State>[] {
  if (!isRatable(match)) return [];
  const changes = askRater(rater, settings, match, states);
  for (const { player, stateAfter } of changes) states.set(player, stateAfter);
  return changes;
}

/**
 * Folds a rater over a log in its total order.
 * @param log matches ordered by (playedAt, sequence)
 * @param states where to start, empty for the whole history; has the final states afterwards
 */
export function* replay<Settings, State, M extends Match>(
  rater: Rater<Settings, State>,
  settings: Settings,
  log: Iterable<M>,
  states: Map<PlayerId, State> = new Map(),
): Generator<{ match: M; changes: RatingChange<State>[] }> {
  for (const match of log) yield { match, changes: rateMatch(rater, settings, match, states) };
}

/** The state as a board shows it at a later time: the stored state after elapsed time. */
export function stateAt<Settings, State>(
  rater: Rater<Settings, State>,
  settings: Settings,
  state: State,
  at: number,
): State {
  return rater.idle ? rater.idle(state, at, settings) : state;
}

/** Any error in here is the rater's fault. */
function askRater<Settings, State>(
  rater: Rater<Settings, State>,
  settings: Settings,
  match: Match,
  states: ReadonlyMap<PlayerId, State>,
): RatingChange<State>[] {
  try {
    const players = ratedParticipants(match).map(({ participant }) => participant.player);
    const snapshot = new Map(players.map((player) => [player, states.get(player) ?? rater.initial(settings)]));
    const rated = rater.rate(match, snapshot, settings);
    return players.map((player) => {
      const stateBefore = snapshot.get(player)!;
      const result = rated.get(player);
      if (!result) throw new RangeError(`it left out player ${player}`);
      return {
        player,
        stateBefore,
        stateAfter: result.state,
        before: soundRating(rater.rating(stateBefore, settings)),
        after: soundRating(rater.rating(result.state, settings)),
        contributions: result.contributions.map(finiteContribution),
      };
    });
  } catch (error) {
    if (error instanceof RaterFault) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new RaterFault(`${rater.key} ${rater.version} could not rate the match: ${reason}`, { cause: error });
  }
}

function soundRating(rating: RatingValue): RatingValue {
  const problem = ratingProblem(rating);
  if (problem === undefined) return rating;
  throw new RangeError(problem);
}

/** The problem of a rating that a rater returns; undefined if there is none. */
export function ratingProblem({ value, deviation, score, isProvisional }: RatingValue): string | undefined {
  if (!isFiniteOrNull(value) || !isFiniteOrNull(deviation) || !isFiniteOrNull(score)) {
    return `a rating is not finite: value ${shown(value)}, deviation ${shown(deviation)}, score ${shown(score)}`;
  }
  if (deviation !== null && deviation < 0) return `the deviation of a rating must be 0 or more, but is ${deviation}`;
  if (typeof isProvisional === 'boolean') return undefined;
  return `isProvisional of a rating must be true or false, but is ${shown(isProvisional)}`;
}

/** A place on a board, and a picture of it, have room for a few words. */
const MAX_DISPLAY = 200;

/** The problem of the text by which a rater displays a rating; undefined if there is none. */
export function displayProblem(text: unknown): string | undefined {
  const isText = typeof text === 'string';
  if (isText && text.length <= MAX_DISPLAY && !text.includes('\0')) return undefined;
  const received = isText && text.length > MAX_DISPLAY ? `${text.length} characters long` : shown(text);
  return `display must be a text without NUL of at most ${MAX_DISPLAY} characters, but is ${received}`;
}

/** A text is no number, even if it looks like one. */
function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

function finiteContribution(contribution: Contribution): Contribution {
  const { opponent, opponentValue, expected, actual, weight, delta } = contribution;
  const isSound = Number.isFinite(expected) && Number.isFinite(actual) && Number.isFinite(weight);
  if (isSound && isFiniteOrNull(opponentValue) && isFiniteOrNull(delta)) return contribution;
  throw new RangeError(
    `the contribution of player ${opponent} is not finite: ` +
      `opponentValue ${opponentValue}, expected ${expected}, actual ${actual}, weight ${weight}, delta ${delta}`,
  );
}

function isFiniteOrNull(value: number | null): boolean {
  return value === null || Number.isFinite(value);
}

/** A rater that has a batch form. */
export type BatchRater<Settings, State> = Rater<Settings, State> & { readonly batch: BatchForm<Settings, State> };

/** Whether the rater rates batches. */
export function hasBatch<Settings, State>(rater: Rater<Settings, State>): rater is BatchRater<Settings, State> {
  return rater.batch !== undefined;
}

/** States of players who have not been rated yet. */
export function packedStates<Settings, State>(
  { batch, initial }: BatchRater<Settings, State>,
  settings: Settings,
  capacity: number,
): PackedStates<State> {
  return new PackedStates(batch, initial(settings), capacity);
}

/**
 * Rates matches one after the other, with the same bits as `rateMatch`.
 * @param states changed by the matches; they have a place for every player
 * @param lines overwritten with the changes; they grow if needed. Lines of ratings alone lead to the same states in a fraction of
 * the time
 * @throws RaterFault if the rater throws, a number is not finite or a deviation is below 0. The states are then undefined: to find
 * the match, or to continue, rate the same matches with `rateMatch` from the states before.
 */
export function rateBatch<Settings, State>(
  rater: BatchRater<Settings, State>,
  settings: Settings,
  matches: PackedMatches,
  states: PackedStates<State>,
  lines: PackedLines,
): void {
  lines.reserve(matches, rater.restore?.memory?.width(settings) ?? 0);
  try {
    rater.batch.rate(matches, states.numbers, settings, lines);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new RaterFault(`${rater.key} ${rater.version} could not rate the matches: ${reason}`, { cause: error });
  }
  const index = findUnsound(matches, lines, rater.batch.hasDeviation);
  if (index === undefined) return;
  const what = 'numbers that are not finite or a deviation below 0';
  throw new RaterFault(`${rater.key} ${rater.version} made ${what} of match ${index}`);
}

/** The number of the first match that made a number that is not finite, or a deviation below 0. */
function findUnsound(matches: PackedMatches, lines: PackedLines, hasDeviation: boolean): number | undefined {
  const { firstParticipant, firstOpponent } = matches;
  const isSound = (from: number, to: number): boolean => {
    const first = firstParticipant[from]!;
    const end = firstParticipant[to]!;
    return (
      areFinite(lines.value, first, end) &&
      (!hasDeviation || (areFinite(lines.deviation, first, end) && isNowhereNegative(lines.deviation, first, end))) &&
      (lines.areRatingsOnly ||
        (areFinite(lines.score, first, end) &&
          areFinite(lines.memory, lines.memoryWidth * first, lines.memoryWidth * end) &&
          areFinite(
            lines.contributions,
            CONTRIBUTION_WIDTH * firstOpponent[first]!,
            CONTRIBUTION_WIDTH * firstOpponent[end]!,
          )))
    );
  };
  if (isSound(0, matches.length)) return undefined;
  let index = 0;
  while (isSound(index, index + 1)) index++;
  return index;
}

/** Zero times a finite number is zero, and times any other is not. Four sums at a time need not wait for each other. */
function areFinite(column: Float64Array, from: number, to: number): boolean {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let at = from + 3;
  for (; at < to; at += 4) {
    a += 0 * column[at - 3]!;
    b += 0 * column[at - 2]!;
    c += 0 * column[at - 1]!;
    d += 0 * column[at]!;
  }
  for (at -= 3; at < to; at++) a += 0 * column[at]!;
  return a + b + c + d === 0;
}

function isNowhereNegative(column: Float64Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (column[at]! < 0) return false;
  return true;
}

/** The parts of a change that a line contains: not the states, and not the score before it. */
export type PackedChange = Pick<RatingChange<unknown>, 'player' | 'after' | 'contributions'> & {
  /** The rater's memory of the state after it; empty if there is none. */
  readonly memory: readonly number[];
  readonly before: Pick<RatingChange<unknown>['before'], 'value' | 'deviation'>;
};

/**
 * The changes of a match, as objects.
 * @param index the match's place among the matches
 * @param playerOf the player whose state has a place
 * @returns one change for each participant, in the match's order
 * @throws RangeError for lines of ratings alone
 */
export function unpackChanges(
  matches: PackedMatches,
  index: number,
  lines: PackedLines,
  playerOf: (place: number) => PlayerId,
): PackedChange[] {
  const first = matches.firstParticipant[index]!;
  return Array.from({ length: matches.firstParticipant[index + 1]! - first }, (_, offset) => {
    const p = first + offset;
    return {
      player: playerOf(matches.player[p]!),
      before: { value: lines.beforeValue[p]!, deviation: orNull(lines.beforeDeviation[p]!) },
      after: {
        value: lines.value[p]!,
        deviation: orNull(lines.deviation[p]!),
        score: lines.score[p]!,
        isProvisional: lines.isProvisional[p] === 1,
      },
      contributions: unpackContributions(matches, p, lines, playerOf),
      memory: Array.from(lines.memory.subarray(lines.memoryWidth * p, lines.memoryWidth * (p + 1))),
    };
  });
}

/**
 * The contributions of a participant, by their place among all of the matches.
 * @throws RangeError for lines of ratings alone
 */
export function unpackContributions(
  { firstOpponent }: PackedMatches,
  participant: number,
  { areRatingsOnly, contributions }: PackedLines,
  playerOf: (place: number) => PlayerId,
): Contribution[] {
  if (areRatingsOnly) throw new RangeError('lines of ratings alone have no contributions');
  const unpacked: Contribution[] = [];
  const end = CONTRIBUTION_WIDTH * firstOpponent[participant + 1]!;
  for (let at = CONTRIBUTION_WIDTH * firstOpponent[participant]!; at < end; at += CONTRIBUTION_WIDTH) {
    unpacked.push({
      opponent: playerOf(contributions[at]!),
      opponentValue: contributions[at + 1]!,
      expected: contributions[at + 2]!,
      actual: contributions[at + 3]!,
      weight: contributions[at + 4]!,
      delta: contributions[at + 5]!,
    });
  }
  return unpacked;
}

function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}

/** The place of opponents who are not in the match. */
const NOBODY = -1;

/** Room for a batch of one. */
class Room {
  readonly matches = new MatchPacker();
  readonly lines = new PackedLines();
  states = new Float64Array(0);
}

/** Kept because creating it takes longer than rating a match. Nothing in it outlives a call. */
const kept = new Room();
/** Larger matches get separate buffers, so that one crowd does not occupy memory forever. */
const MAX_PLAYERS_KEPT = 64;

/** `rate` as a batch of one match, for raters without a simpler form. */
export function rateAsBatch<Settings, State>(
  batch: BatchForm<Settings, State>,
  match: Match,
  states: ReadonlyMap<PlayerId, State>,
  settings: Settings,
): ReadonlyMap<PlayerId, Rated<State>> {
  const { width } = batch;
  const players = [...states.keys()];
  const room = players.length > MAX_PLAYERS_KEPT ? new Room() : kept;
  const { matches, lines } = room;
  const places = new Map(players.map((player, place) => [player, place]));
  matches.clear();
  packMatch(matches, match, (player) => places.get(player) ?? NOBODY);
  lines.reserve(matches);
  room.states = withRoom(room.states, width * players.length);
  players.forEach((player, place) => {
    batch.pack(states.get(player)!, room.states, width * place);
  });
  batch.rate(matches, room.states, settings, lines);

  const playerOf = (place: number) => players[place]!;
  const rated = new Map<PlayerId, Rated<State>>();
  for (let p = 0; p < participantsOf(matches); p++) {
    const place = matches.player[p]!;
    const state = batch.unpack(room.states, width * place);
    rated.set(playerOf(place), { state, contributions: unpackContributions(matches, p, lines, playerOf) });
  }
  return rated;
}
