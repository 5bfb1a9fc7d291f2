import { withRoom } from '@openladder/rating';
import type { LogPosition } from '../../match/match.repository.js';
import { Copied } from './copied.js';
import { LogPage } from './log-page.js';
import { orderOf } from './order.js';

/** Matches, and participants, after which a page is full: so few that others get their turn meanwhile. */
const PAGE_MATCHES = 512;
const PAGE_PARTICIPANTS = 4096;

/** A stretch of a league's log, kept as `copyLog` sends it. */
export class LogStretch {
  readonly #rows = new Copied();
  #matches = 0;
  /** The row of each match, in the total order, and that of its first participant. */
  #match = new Int32Array(0);
  #participant = new Int32Array(0);
  readonly #page = new LogPage();

  /** Takes another stretch in place of what there was. */
  async read(pieces: AsyncIterable<Buffer>): Promise<void> {
    this.#rows.clear();
    for await (const piece of pieces) this.#rows.add(piece);
    this.#findParticipants(this.#findMatches());
  }

  /** How many there are. */
  get matches(): number {
    return this.#matches;
  }

  get bytes(): number {
    return this.#rows.length;
  }

  /** The place of its last match; null where there is none. */
  get last(): LogPosition | null {
    if (this.#matches === 0) return null;
    const match = this.#match[this.#matches - 1]!;
    return { playedAt: new Date(this.#playedAt(match)), sequence: this.#sequence(match) };
  }

  /**
   * Its matches. A page is the same object each time: use it before the next.
   * @param merges who counts as whom
   */
  *pages(merges: ReadonlyMap<number, number>): Generator<LogPage> {
    const page = this.#page;
    page.clear();
    for (let match = 0; match < this.#matches; match++) {
      this.#addMatch(this.#match[match]!, this.#participant[match]!, merges);
      if (page.matches < PAGE_MATCHES && page.participants < PAGE_PARTICIPANTS) continue;
      yield page;
      page.clear();
    }
    if (page.matches > 0) yield page;
  }

  /** @returns the row after them */
  #findMatches(): number {
    const rows = this.#rows;
    this.#matches = 0;
    let row = rows.first;
    for (; rows.isRow(row) && this.#isMatch(row); row = rows.nextRow(row)) {
      this.#match = withRoom(this.#match, this.#matches + 1);
      this.#match[this.#matches++] = row;
    }
    return row;
  }

  /** They come match by match as well, but in the order of the sequences. */
  #findParticipants(begin: number): void {
    const rows = this.#rows;
    this.#participant = withRoom(this.#participant, this.#matches);
    let row = begin;
    for (const match of orderOf(this.#match.subarray(0, this.#matches).map((one) => this.#sequence(one)))) {
      const sequence = this.#sequence(this.#match[match]!);
      if (!this.#isOf(row, sequence)) throw new Error(`match ${sequence} came without participants`);
      this.#participant[match] = row;
      while (this.#isOf(row, sequence)) row = rows.nextRow(row);
    }
  }

  #addMatch(match: number, first: number, merges: ReadonlyMap<number, number>): void {
    const rows = this.#rows;
    const [playedAt, sequence] = [this.#playedAt(match), this.#sequence(match)];
    const placements = match + PLACEMENTS;
    const sideScores = rows.next(placements);
    for (let row = first; this.#isOf(row, sequence); row = rows.nextRow(row)) {
      const side = rows.smallint(row + SIDE);
      const player = rows.integer(row + PLAYER);
      const minutes = rows.next(row + SCORE);
      this.#page.add({
        playedAt,
        sequence,
        side,
        player: merges.size === 0 ? player : (merges.get(player) ?? player),
        isGuest: rows.boolean(row + IS_GUEST),
        placement: rows.element(placements, side),
        sideScore: rows.element(sideScores, side),
        score: rows.float(row + SCORE),
        minutes: rows.float(minutes),
        scoresAgainst: this.#scoresAgainst(rows.next(minutes)),
      });
    }
  }

  #scoresAgainst(field: number): (number | null)[] | null {
    if (this.#rows.isNull(field)) return null;
    return Array.from({ length: this.#rows.elements(field) }, (_, position) => {
      const score = this.#rows.element(field, position);
      return Number.isNaN(score) ? null : score;
    });
  }

  #isMatch(row: number): boolean {
    return !this.#rows.isNull(row + PLAYED_AT);
  }

  /** Whether it is a participant's row, of the match of this sequence. */
  #isOf(row: number, sequence: number): boolean {
    return this.#rows.isRow(row) && this.#sequence(row) === sequence;
  }

  #sequence(row: number): number {
    return this.#rows.integer(row + SEQUENCE);
  }

  #playedAt(match: number): number {
    return this.#rows.time(match + PLAYED_AT);
  }
}

/** Where fields of the rows of `copyLog` begin: of a match, */
const SEQUENCE = 2;
const PLAYED_AT = 10;
const PLACEMENTS = 22;
/** and of a participant, in whose row the match's time, placements and scores are null. */
const SIDE = 22;
const PLAYER = 28;
const IS_GUEST = 36;
const SCORE = 41;
