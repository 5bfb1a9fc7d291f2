import { LogPage } from './log-page.js';

/** Signature, flags and the length of an extension of COPY's binary format, of which there is none. */
const HEADER = 19;
/** The length of a null. */
const NULL = 0xffffffff;
/** The number of fields in what comes after the last row. */
const TRAILER = -1;
/** PostgreSQL counts microseconds from 2000 on. */
const EPOCH = Date.UTC(2000, 0, 1);

/** Matches, and participants, after which a page is full: so few that others get their turn meanwhile. */
const PAGE_MATCHES = 512;
const PAGE_PARTICIPANTS = 4096;

/**
 * Reads rows of the log (see `copyLog`) as PostgreSQL's binary COPY sends them, in whatever pieces. A page holds whole
 * matches, and is the same object each time: use it before the next.
 */
export class LogReader {
  readonly #page = new LogPage();
  /** Who counts as whom. */
  readonly #merges: ReadonlyMap<number, number>;
  #rest: Buffer = Buffer.alloc(0);
  #isBegun = false;
  #bytes = 0;

  constructor(merges: ReadonlyMap<number, number>) {
    this.#merges = merges;
  }

  *read(piece: Buffer): Generator<LogPage> {
    this.#bytes += piece.length;
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, piece]) : piece;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    let at = 0;
    if (!this.#isBegun) {
      if (bytes.length < HEADER) {
        this.#rest = bytes;
        return;
      }
      this.#isBegun = true;
      at = HEADER;
    }
    for (;;) {
      const next = endOfRow(view, at);
      if (next === null) break;
      const page = this.#page;
      const isFull = page.matches >= PAGE_MATCHES || page.participants >= PAGE_PARTICIPANTS;
      if (isFull && page.sequence[page.matches - 1] !== view.getInt32(at + 18)) {
        yield page;
        page.clear();
      }
      this.#addRow(view, at);
      at = next;
    }
    this.#rest = bytes.subarray(at);
  }

  /** What is left when all has come. */
  *rest(): Generator<LogPage> {
    if (this.#page.matches > 0) yield this.#page;
    this.#page.clear();
  }

  /** How many bytes came. */
  get bytes(): number {
    return this.#bytes;
  }

  /** In the order of `copyLog`. Each field comes after its length of four bytes; the first ones are never null. */
  #addRow(view: DataView, row: number): void {
    const player = view.getInt32(row + 32);
    const placement = row + 41;
    const sideScore = after(view, placement);
    const score = after(view, sideScore);
    const minutes = after(view, score);
    this.#page.add({
      playedAt: time(view, row + 6),
      sequence: view.getInt32(row + 18),
      side: view.getInt16(row + 26),
      player: this.#merges.size === 0 ? player : (this.#merges.get(player) ?? player),
      isGuest: view.getUint8(row + 40) === 1,
      placement: view.getUint32(placement) === NULL ? Number.NaN : view.getInt32(placement + 4),
      sideScore: float(view, sideScore),
      score: float(view, score),
      minutes: float(view, minutes),
      scoresAgainst: floats(view, after(view, minutes)),
    });
  }
}

/** Where the row that begins here ends; null where it is not there yet, or was the last. */
function endOfRow(view: DataView, row: number): number | null {
  if (row + 2 > view.byteLength) return null;
  const fields = view.getInt16(row);
  if (fields === TRAILER) return null;
  let at = row + 2;
  for (let field = 0; field < fields; field++) {
    if (at + 4 > view.byteLength) return null;
    at = after(view, at);
  }
  return at <= view.byteLength ? at : null;
}

/** The beginning of the field after the one that begins here. */
function after(view: DataView, field: number): number {
  const length = view.getUint32(field);
  return field + 4 + (length === NULL ? 0 : length);
}

function time(view: DataView, at: number): number {
  // Rounded, because microseconds of far times are more than a double holds; times are whole milliseconds.
  return EPOCH + Math.round((view.getInt32(at) * 2 ** 32 + view.getUint32(at + 4)) / 1000);
}

function float(view: DataView, field: number): number {
  return view.getUint32(field) === NULL ? Number.NaN : view.getFloat64(field + 4);
}

/** An array of one dimension: dimensions, nulls, type, length, lower bound, then its elements. */
function floats(view: DataView, field: number): (number | null)[] | null {
  if (view.getUint32(field) === NULL) return null;
  const values: (number | null)[] = [];
  if (view.getInt32(field + 4) === 0) return values;
  let at = field + 24;
  for (let left = view.getInt32(field + 16); left > 0; left--) {
    const value = float(view, at);
    values.push(view.getUint32(at) === NULL ? null : value);
    at = after(view, at);
  }
  return values;
}
