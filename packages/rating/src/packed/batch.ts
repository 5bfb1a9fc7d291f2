import type { Match, PlayerId } from '../match.js';
import type { Rated, Rater } from '../rater.js';
import { RaterFault } from '../replay.js';
import { CONTRIBUTION_WIDTH, PackedLines, type PackedMatches, participantsOf, withRoom } from './lines.js';
import { MatchPacker, packMatch, unpackContributions } from './packer.js';
import type { BatchForm } from './states.js';
import { PackedStates } from './states.js';

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
 * @throws RaterFault if the rater throws or a number is not finite. The states are then undefined: to find
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
  const index = findNotFinite(matches, lines, rater.batch.hasDeviation);
  if (index === undefined) return;
  throw new RaterFault(`${rater.key} ${rater.version} made numbers that are not finite of match ${index}`);
}

/** The place of opponents who are not in the match. */
const NOBODY = -1;

/** Room for a batch of one. */
class Room {
  readonly matches = new MatchPacker();
  readonly lines = new PackedLines();
  states = new Float64Array(0);
}

/** Kept because making it takes longer than rating a match. Nothing in it outlives a call. */
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

/** The number of the first match that made a number that is not finite. */
function findNotFinite(matches: PackedMatches, lines: PackedLines, hasDeviation: boolean): number | undefined {
  const { firstParticipant, firstOpponent } = matches;
  const isSound = (from: number, to: number): boolean => {
    const first = firstParticipant[from]!;
    const end = firstParticipant[to]!;
    return (
      areFinite(lines.value, first, end) &&
      (!hasDeviation || areFinite(lines.deviation, first, end)) &&
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
