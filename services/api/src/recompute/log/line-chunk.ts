import { CONTRIBUTION_WIDTH, type PackedLines, type PackedMatches, withRoom } from '@openladder/rating';
import { packInto } from '../../rating/contributions.js';
import { VERDICT_NUMBERS } from '../../rating/journal.repository.js';
import type { JournalLine } from '../../rating/journal-line.js';
import type { LogPage } from './log-page.js';
import { orderOf } from './order.js';
import type { Roster } from './roster.js';

const LINES = 1024;

/** Lines of the journal in columns, in the total order; NaN for null. */
export class LineChunk {
  length = 0;
  /** Of the player, in the roster. */
  place = new Int32Array(LINES);
  playedAt = new Float64Array(LINES);
  sequence = new Int32Array(LINES);
  beforeValue = new Float64Array(LINES);
  beforeDeviation = new Float64Array(LINES);
  value = new Float64Array(LINES);
  deviation = new Float64Array(LINES);
  score = new Float64Array(LINES);
  isProvisional = new Uint8Array(LINES);
  /** As it is stored, and 1 more. */
  verdict = new Uint8Array(LINES);
  /** Where each line's contributions begin. */
  first = new Int32Array(LINES);
  /** Packed; see rating/contributions.ts. */
  contributions = new Float64Array(CONTRIBUTION_WIDTH * LINES);
  #numbers = 0;

  add(place: number, playedAt: number, sequence: number, line: JournalLine): void {
    const at = this.length++;
    if (at >= this.place.length) this.#makeRoom();
    this.place[at] = place;
    this.playedAt[at] = playedAt;
    this.sequence[at] = sequence;
    this.beforeValue[at] = line.before.value ?? Number.NaN;
    this.beforeDeviation[at] = line.before.deviation ?? Number.NaN;
    this.value[at] = line.after.value ?? Number.NaN;
    this.deviation[at] = line.after.deviation ?? Number.NaN;
    this.score[at] = line.after.score ?? Number.NEGATIVE_INFINITY;
    this.isProvisional[at] = line.after.isProvisional ? 1 : 0;
    this.verdict[at] = VERDICT_NUMBERS[line.verdict] + 1;
    this.first[at] = this.#numbers;
    const numbers = CONTRIBUTION_WIDTH * line.contributions.length;
    this.contributions = withRoom(this.contributions, this.#numbers + numbers);
    packInto(this.contributions, this.#numbers, line.contributions);
    this.#numbers += numbers;
  }

  /**
   * Adds what a batch did.
   * @param index the match of the page that each match of the batch is
   */
  addPacked(page: LogPage, index: Int32Array, matches: PackedMatches, lines: PackedLines, roster: Roster): void {
    const { firstParticipant, firstOpponent, player } = matches;
    for (let match = 0; match < matches.length; match++) {
      const own = index[match]!;
      const verdicts = page.verdictsOf(own);
      for (let p = firstParticipant[match]!; p < firstParticipant[match + 1]!; p++) {
        const at = this.length++;
        if (at >= this.place.length) this.#makeRoom();
        this.place[at] = player[p]!;
        this.playedAt[at] = page.playedAt[own]!;
        this.sequence[at] = page.sequence[own]!;
        this.beforeValue[at] = lines.beforeValue[p]!;
        this.beforeDeviation[at] = lines.beforeDeviation[p]!;
        this.value[at] = lines.value[p]!;
        this.deviation[at] = lines.deviation[p]!;
        this.score[at] = lines.score[p]!;
        this.isProvisional[at] = lines.isProvisional[p]!;
        this.verdict[at] = verdicts[page.sideOf(own, p - firstParticipant[match]!)]! + 1;
        this.first[at] = this.#numbers;
        const [from, to] = [CONTRIBUTION_WIDTH * firstOpponent[p]!, CONTRIBUTION_WIDTH * firstOpponent[p + 1]!];
        this.#addContributions(lines.contributions, from, to, roster);
      }
    }
  }

  #addContributions(packed: Float64Array, from: number, to: number, roster: Roster): void {
    this.contributions = withRoom(this.contributions, this.#numbers + to - from);
    for (let at = from; at < to; at += CONTRIBUTION_WIDTH) {
      this.contributions[this.#numbers] = roster.player(packed[at]!);
      for (let number = 1; number < CONTRIBUTION_WIDTH; number++) {
        this.contributions[this.#numbers + number] = packed[at + number]!;
      }
      this.#numbers += CONTRIBUTION_WIDTH;
    }
  }

  /** One after the last of a line's contributions. */
  end(line: number): number {
    return line + 1 < this.length ? this.first[line + 1]! : this.#numbers;
  }

  /** How many bytes the lines take, about. */
  get bytes(): number {
    return 8 * this.#numbers + 70 * this.length;
  }

  /** The lines in the order of the journal's key: by player, and those of each player in the total order. */
  byPlayer(roster: Roster): Int32Array {
    return orderOf(this.place.subarray(0, this.length).map((place) => roster.player(place)));
  }

  clear(): void {
    this.length = 0;
    this.#numbers = 0;
  }

  #makeRoom(): void {
    const { length } = this;
    this.place = withRoom(this.place, length);
    this.playedAt = withRoom(this.playedAt, length);
    this.sequence = withRoom(this.sequence, length);
    this.beforeValue = withRoom(this.beforeValue, length);
    this.beforeDeviation = withRoom(this.beforeDeviation, length);
    this.value = withRoom(this.value, length);
    this.deviation = withRoom(this.deviation, length);
    this.score = withRoom(this.score, length);
    this.isProvisional = withRoom(this.isProvisional, length);
    this.verdict = withRoom(this.verdict, length);
    this.first = withRoom(this.first, length);
  }
}
