import { withRoom } from '@openladder/rating';
import type { LogPosition } from '../../match-log/match.js';
import { CopiedRows } from './copied-rows.js';
import { LogPage } from './log-page.js';

/** Matches and participants after which a page is full, so that other requests get a turn between pages. */
const PAGE_MATCHES = 512;
const PAGE_PARTICIPANTS = 4096;

/** A stretch of a league's log, in the form in which `copyLog` sends it. */
export class LogSegment {
  readonly #rows = new CopiedRows();
  /** How many matches it has. */
  matches = 0;
  /** The row of each match, in the total order. */
  #match = new Int32Array(0);
  readonly #page = new LogPage();

  /** Replaces the stretch with another. */
  async read(pieces: AsyncIterable<Buffer>): Promise<void> {
    const rows = this.#rows;
    rows.clear();
    for await (const piece of pieces) rows.add(piece);
    this.matches = 0;
    for (let row = rows.first; rows.isRow(row); row = rows.nextRow(row)) {
      this.#match = withRoom(this.#match, this.matches + 1);
      this.#match[this.matches++] = row;
    }
  }

  get bytes(): number {
    return this.#rows.length;
  }

  /** The place of its last match; null if there is none. */
  get last(): LogPosition | null {
    if (this.matches === 0) return null;
    const match = this.#match[this.matches - 1]!;
    return { playedAt: new Date(this.#playedAt(match)), sequence: this.#sequence(match) };
  }

  /**
   * Its matches. A page is the same object each time: use it before the next.
   * @param merges merged players with the players they count as
   */
  *pages(merges: ReadonlyMap<number, number>): Generator<LogPage> {
    const page = this.#page;
    page.clear();
    for (let match = 0; match < this.matches; match++) {
      this.#addMatch(this.#match[match]!, merges);
      if (page.matches < PAGE_MATCHES && page.participants < PAGE_PARTICIPANTS) continue;
      yield page;
      page.clear();
    }
    if (page.matches > 0) yield page;
  }

  #addMatch(match: number, merges: ReadonlyMap<number, number>): void {
    const rows = this.#rows;
    const [playedAt, sequence] = [this.#playedAt(match), this.#sequence(match)];
    const players = match + PLAYERS;
    const sides = rows.next(players);
    const guests = rows.next(sides);
    const scores = rows.next(guests);
    const minutes = rows.next(scores);
    const against = rows.next(minutes);
    const placements = rows.next(against);
    const sideScores = rows.next(placements);
    const roles = rows.next(sideScores);
    const weight = rows.double(rows.next(roles));
    const participants = rows.elements(players);
    const scoresAgainst = rows.isNull(against)
      ? null
      : Array.from(rows.all(against), (score) => (Number.isNaN(score) ? null : score));
    if (participants === 0) throw new Error(`match ${sequence} came without participants`);
    for (let position = 0; position < participants; position++) {
      const side = rows.isNull(sides) ? position : rows.element(sides, position);
      const player = rows.element(players, position);
      this.#page.add({
        playedAt,
        sequence,
        side,
        player: merges.size === 0 ? player : (merges.get(player) ?? player),
        isGuest: rows.element(guests, position) === 1,
        placement: rows.element(placements, side),
        sideScore: rows.element(sideScores, side),
        score: rows.element(scores, position),
        minutes: rows.element(minutes, position),
        scoresAgainst: scoresAgainst?.slice(position * participants, (position + 1) * participants) ?? null,
      });
    }
    if (weight !== null) this.#page.setWeight(weight);
    if (!rows.isNull(roles)) this.#page.setRoles([...rows.texts(roles)]);
  }

  #sequence(row: number): number {
    return this.#rows.integer(row + SEQUENCE);
  }

  #playedAt(match: number): number {
    return this.#rows.time(match + PLAYED_AT);
  }
}

/** Offsets of the first fields in a row of `copyLog`; the later ones vary in length. */
const SEQUENCE = 2;
const PLAYED_AT = 10;
const PLAYERS = 22;
