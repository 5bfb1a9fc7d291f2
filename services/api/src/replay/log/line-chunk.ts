import { CONTRIBUTION_WIDTH, type PackedLines, type PackedMatches, withRoom } from '@openladder/rating';
import { packInto, type RatedLine } from '../../rating/journal-line.js';
import { VERDICT_NUMBERS } from '../../rating/rating.js';
import type { LogPage } from './log-page.js';
import type { PlayerIndex } from './player-index.js';

/** Long enough to keep the lines of a player together in the index; two chunks fit into memory easily. */
const FULL = 1_000_000;
/** Reserved at once, so that a column never moves; the system gives memory only to the part that is used. */
const ROOM = FULL + 2 ** 16;
const LINES = ROOM / 16;

/**
 * Positions of a line's numbers; NaN is null. After them come the contributions, packed as in rating/journal-line.ts, and the
 * rater's memory of the state.
 */
export const BEFORE_VALUE = 0;
export const BEFORE_DEVIATION = 1;
export const VALUE = 2;
export const DEVIATION = 3;
export const SCORE = 4;
export const PLAYED_AT = 5;
export const SEQUENCE = 6;
/** The sum of PROVISIONAL and LEFT_OUT, if they apply. */
export const FLAGS = 7;
/** The verdict as stored. */
export const VERDICT = 8;
export const CONTRIBUTIONS = 9;

export const PROVISIONAL = 1;
/** Its contributions are not stored. A line without this flag may have none as well. */
export const LEFT_OUT = 2;

/**
 * Lines of the journal in the total order. The numbers of a line are adjacent, because lines are written in another order than
 * they arrive.
 */
export class LineChunk {
  length = 0;
  /** Place of the player in the player index. */
  place = new Int32Array(LINES);
  /** The beginning of each line's numbers, and the end of the last one's. */
  first = new Int32Array(LINES + 1);
  numbers = new Float64Array(ROOM);

  /** @param memoryWidth numbers of a state that the rater stores in each line */
  constructor(readonly memoryWidth = 0) {}

  /** @param isStored whether the contributions are stored with the line */
  add(place: number, playedAt: number, sequence: number, line: RatedLine, isStored: boolean): void {
    const contributions = isStored ? line.contributions : [];
    const at = this.#begin(place, CONTRIBUTION_WIDTH * contributions.length);
    const { numbers } = this;
    numbers[at + BEFORE_VALUE] = line.before.value ?? Number.NaN;
    numbers[at + BEFORE_DEVIATION] = line.before.deviation ?? Number.NaN;
    numbers[at + VALUE] = line.after.value ?? Number.NaN;
    numbers[at + DEVIATION] = line.after.deviation ?? Number.NaN;
    numbers[at + SCORE] = line.after.score ?? Number.NEGATIVE_INFINITY;
    numbers[at + PLAYED_AT] = playedAt;
    numbers[at + SEQUENCE] = sequence;
    numbers[at + FLAGS] = (line.after.isProvisional ? PROVISIONAL : 0) + (isStored ? 0 : LEFT_OUT);
    numbers[at + VERDICT] = VERDICT_NUMBERS[line.verdict];
    packInto(numbers, at + CONTRIBUTIONS, contributions);
    if (line.memory) numbers.set(line.memory, this.#end - this.memoryWidth);
  }

  /**
   * Adds the lines of a batch.
   * @param index of each match of the batch in the page
   * @param isStored whether the contributions of a match of the page are stored
   */
  addPacked(
    page: LogPage,
    index: Int32Array,
    matches: PackedMatches,
    lines: PackedLines,
    playerIndex: PlayerIndex,
    isStored: (match: number) => boolean,
  ): void {
    const { firstParticipant, firstOpponent, player, side } = matches;
    for (let match = 0; match < matches.length; match++) {
      const own = index[match]!;
      const [first, end] = [firstParticipant[match]!, firstParticipant[match + 1]!];
      // The packed match lacks guests, who may have been beaten by others.
      const verdicts = end - first < page.end(own) - page.first[own]! ? page.verdictsOf(own) : null;
      const [width, flags] = isStored(own) ? [CONTRIBUTION_WIDTH, 0] : [0, LEFT_OUT];
      let verdict = 0;
      for (let p = first; p < end; p++) {
        if (verdicts) verdict = verdicts[p - first]!;
        else if (p === first || side[p] !== side[p - 1]) verdict = lineVerdict(matches, first, end, p);
        const [from, to] = [width * firstOpponent[p]!, width * firstOpponent[p + 1]!];
        const at = this.#begin(player[p]!, to - from);
        const { numbers } = this;
        numbers[at + BEFORE_VALUE] = lines.beforeValue[p]!;
        numbers[at + BEFORE_DEVIATION] = lines.beforeDeviation[p]!;
        numbers[at + VALUE] = lines.value[p]!;
        numbers[at + DEVIATION] = lines.deviation[p]!;
        numbers[at + SCORE] = lines.score[p]!;
        numbers[at + PLAYED_AT] = page.playedAt[own]!;
        numbers[at + SEQUENCE] = page.sequence[own]!;
        numbers[at + FLAGS] = flags + (lines.isProvisional[p] ? PROVISIONAL : 0);
        numbers[at + VERDICT] = verdict;
        addContributions(numbers, at + CONTRIBUTIONS, lines.contributions, from, to, playerIndex);
        const kept = this.#end - this.memoryWidth;
        for (let n = 0; n < this.memoryWidth; n++) numbers[kept + n] = lines.memory[this.memoryWidth * p + n]!;
      }
    }
  }

  /** How many numbers the contributions have, from a line on. */
  numbersSince(line: number): number {
    return this.#end - this.first[line]! - (CONTRIBUTIONS + this.memoryWidth) * (this.length - line);
  }

  get isFull(): boolean {
    return this.#end >= FULL;
  }

  /** The lines in the order of the journal's key: by player, and those of each player in the total order. */
  byPlayer(playerIndex: PlayerIndex): Int32Array {
    return sortedPositions(this.place.subarray(0, this.length).map((place) => playerIndex.player(place)));
  }

  clear(): void {
    this.length = 0;
  }

  get #end(): number {
    return this.first[this.length]!;
  }

  /** @returns the position for the numbers of a new line */
  #begin(place: number, contributions: number): number {
    const at = this.#end;
    const end = at + CONTRIBUTIONS + contributions + this.memoryWidth;
    const line = this.length++;
    this.place = withRoom(this.place, this.length);
    this.first = withRoom(this.first, this.length + 1);
    this.numbers = withRoom(this.numbers, end);
    this.place[line] = place;
    this.first[this.length] = end;
    return at;
  }
}

/** The verdict of a participant among those from `first` to `end`, as stored. */
function lineVerdict({ side, merit }: PackedMatches, first: number, end: number, own: number): number {
  let verdict: number = VERDICT_NUMBERS.won;
  for (let p = first; p < end; p++) {
    if (side[p] === side[own] || merit[p]! < merit[own]!) continue;
    verdict = Math.min(verdict, merit[p] === merit[own] ? VERDICT_NUMBERS.drawn : VERDICT_NUMBERS.lost);
  }
  return verdict;
}

/** Opponents are named by their places in a batch, and by their ids in the journal. */
function addContributions(
  numbers: Float64Array,
  to: number,
  packed: Float64Array,
  first: number,
  end: number,
  playerIndex: PlayerIndex,
): void {
  for (let at = first; at < end; at += CONTRIBUTION_WIDTH) {
    const own = to + at - first;
    numbers[own] = playerIndex.player(packed[at]!);
    for (let number = 1; number < CONTRIBUTION_WIDTH; number++) numbers[own + number] = packed[at + number]!;
  }
}

/**
 * The positions of keys in sorted order; the sort is stable.
 * @param keys not negative
 */
export function sortedPositions(keys: Int32Array): Int32Array {
  const { length } = keys;
  // Each number holds a key and its position exactly.
  const both = new Float64Array(keys).map((key, position) => key * length + position).sort();
  return new Int32Array(both.map((number) => number % length));
}
