import type { Match, PlayerId } from '../match.js';
import { PackedLines } from '../packed/lines.js';
import { windowOf } from '../packed/match-window.js';
import { MatchPacker, packMatch } from '../packed/packer.js';
import {
  type BatchRater,
  hasBatch,
  packedStates,
  type RatingChange,
  rateBatch,
  rateMatch,
  unpackChanges,
} from '../replay.js';
import { isSame } from './compare.js';
import { type Law, type Subject, show, Violation } from './law.js';
import { withGuests } from './variations.js';

/** Laws about rating many matches at a time. */
export const batchLaws: readonly Law[] = [
  {
    law: 'a batch gives the bits of rating one by one',
    applies: ({ rater }) => hasBatch(rater),
    check: ratesBatchesExactly,
  },
];

/** Matches of a batch; the log is not a multiple of it. */
const BATCH_LENGTH = 50;

function ratesBatchesExactly(subject: Subject): void {
  const { settings } = subject;
  const rater = subject.rater as BatchRater<unknown, unknown>;
  const formats = rater.formats(settings);
  const log = subject.log.flatMap((match) => [match, ...withGuests(match, formats)]);

  const { memory } = rater.restore ?? {};
  const memoryOf = (state: unknown) => (memory && memory.width(settings) > 0 ? memory.of(state, settings) : []);
  const players: PlayerId[] = [];
  const places = new Map<PlayerId, number>();
  const placeOf = (player: PlayerId) => {
    if (!places.has(player)) places.set(player, players.push(player) - 1);
    return places.get(player)!;
  };
  const packed = packedStates(rater, settings, 1);
  const ratings = packedStates(rater, settings, 1);
  const singles = packedStates(rater, settings, 1);
  const states = new Map<PlayerId, unknown>();
  const packer = new MatchPacker();
  const lines = new PackedLines();
  const ratingLines = new PackedLines('ratings');

  for (let start = 0; start < log.length; start += BATCH_LENGTH) {
    const batch = log.slice(start, start + BATCH_LENGTH);
    packer.clear();
    for (const match of batch) packMatch(packer, match, placeOf);
    packed.grow(players.length);
    rateBatch(rater, settings, packer, packed, lines);
    ratings.grow(players.length);
    rateBatch(rater, settings, packer, ratings, ratingLines);
    singles.grow(players.length);
    const single = windowOf(packer);
    for (const [index, match] of batch.entries()) {
      single.moveTo(index);
      rateBatch(rater, settings, single, singles, ratingLines);
      const before = new Map(states);
      const expected = rateMatch(rater, settings, match, states).map((change) => asPacked(change, memoryOf));
      const actual = unpackChanges(packer, index, lines, (place) => players[place]!);
      if (isSame(actual, expected)) continue;
      const line = expected.findIndex((change, at) => !isSame(change, actual[at]));
      const message = `in a batch it is ${show(actual[line])}, one by one ${show(expected[line])}`;
      throw new Violation(message, { match, states: before });
    }
    for (const [player, state] of states) {
      expectState('a batch', player, packed.get(placeOf(player)), state, batch);
      expectState('a batch of ratings alone', player, ratings.get(placeOf(player)), state, batch);
      expectState('batches of one', player, singles.get(placeOf(player)), state, batch);
    }
  }
}

/** The change without the parts that a batch omits. */
function asPacked(
  { player, before: { value, deviation }, after, contributions, stateAfter }: RatingChange<unknown>,
  memoryOf: (state: unknown) => readonly number[],
) {
  return { player, before: { value, deviation }, after, contributions, memory: memoryOf(stateAfter) };
}

function expectState(
  what: string,
  player: PlayerId,
  actual: unknown,
  expected: unknown,
  batch: readonly Match[],
): void {
  if (isSame(actual, expected)) return;
  throw new Violation(`after ${what} player ${player}'s state is ${show(actual)}, one by one ${show(expected)}`, {
    batch,
  });
}
