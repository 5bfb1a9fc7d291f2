import type { Match, PlayerId } from '../match.js';
import type { Rated, Rater } from '../rater.js';
import { RaterFault } from '../replay.js';
import type { BatchForm } from './batch-form.js';
import { CONTRIBUTION_WIDTH, PackedLines } from './lines.js';
import { type PackedMatches, participantsOf } from './matches.js';
import { MatchPacker, packMatch } from './packer.js';
import { PackedStates } from './states.js';
import { unpackContributions } from './unpack.js';

/** A rater that has a batch form. */
export type BatchRater<Settings, State> = Rater<Settings, State> & { readonly batch: BatchForm<Settings, State> };

/** Whether the rater rates batches. */
export function hasBatch<Settings, State>(rater: Rater<Settings, State>): rater is BatchRater<Settings, State> {
  return rater.batch !== undefined;
}

/** States in which nobody has been rated yet. */
export function packedStates<Settings, State>(
  { batch, initial }: BatchRater<Settings, State>,
  settings: Settings,
  capacity: number,
): PackedStates<State> {
  return new PackedStates(batch, initial(settings), capacity);
}

/**
 * Rates matches one after the other, to the bit as `rateMatch` does.
 * @param states moved by the matches; they have a place for every player
 * @param lines overwritten with what the matches did, grown where that is more than fits
 * @throws RaterFault where the rater throws or a number is not finite. The states are then anywhere: who needs to know
 * which match it was, or to go on, rates the same matches from the states before with `rateMatch`.
 */
export function rateBatch<Settings, State>(
  rater: BatchRater<Settings, State>,
  settings: Settings,
  matches: PackedMatches,
  states: PackedStates<State>,
  lines: PackedLines,
): void {
  lines.reserve(matches);
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

/** `rate` of a rater as a batch of one, for one that has nothing simpler. */
export function rateAsBatch<Settings, State>(
  batch: BatchForm<Settings, State>,
  match: Match,
  states: ReadonlyMap<PlayerId, State>,
  settings: Settings,
): ReadonlyMap<PlayerId, Rated<State>> {
  const matches = new MatchPacker();
  const players: PlayerId[] = [];
  const places = new Map<PlayerId, number>();
  const placeOf = (player: PlayerId) => {
    let place = places.get(player);
    if (place === undefined) {
      place = players.push(player) - 1;
      places.set(player, place);
    }
    return place;
  };
  packMatch(matches, match, placeOf);

  const { width } = batch;
  const numbers = new Float64Array(width * players.length);
  for (const [player, state] of states) {
    const place = places.get(player);
    if (place !== undefined) batch.pack(state, numbers, width * place);
  }
  const lines = new PackedLines();
  lines.reserve(matches);
  batch.rate(matches, numbers, settings, lines);

  const rated = new Map<PlayerId, Rated<State>>();
  for (let p = 0; p < participantsOf(matches); p++) {
    const place = matches.player[p]!;
    const contributions = unpackContributions(matches, p, lines, (opponent) => players[opponent]!);
    rated.set(players[place]!, { state: batch.unpack(numbers, width * place), contributions });
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
      areFinite(lines.score, first, end) &&
      (!hasDeviation || areFinite(lines.deviation, first, end)) &&
      areFinite(
        lines.contributions,
        CONTRIBUTION_WIDTH * firstOpponent[first]!,
        CONTRIBUTION_WIDTH * firstOpponent[end]!,
      )
    );
  };
  if (isSound(0, matches.length)) return undefined;
  let index = 0;
  while (isSound(index, index + 1)) index++;
  return index;
}

/** Zero times a finite number is zero, and times any other is not. */
function areFinite(column: Float64Array, from: number, to: number): boolean {
  let zero = 0;
  for (let at = from; at < to; at++) zero += 0 * column[at]!;
  return zero === 0;
}
