import type { LineChunk } from './line-chunk.js';
import type { Roster } from './roster.js';

/** The columns of `rating_change` in the order of `LineEncoder`. */
export const LINE_COLUMNS = `league_id, generation, player_id, played_at, sequence, revision, before_value,
  before_deviation, after_value, after_deviation, score, is_provisional, verdict, contributions`;

const COLUMNS = 14;
/** Of a line without its contributions, at most. */
const FIXED = 2 + 14 * 4 + 5 * 4 + 8 + 5 * 8 + 1 + 2 + 20;
/** What is sent at once. */
const PIECE = 65_536;
/** Buffers by turns: more than the streams hold back, so that one is sent before its turn comes again. */
const TURNS = 48;
const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const TRAILER = Buffer.from([0xff, 0xff]);
/** PostgreSQL counts microseconds from 2000 on. */
const EPOCH = Date.UTC(2000, 0, 1);
const FLOAT8 = 701;
const NULL = -1;

/** What all lines of a recompute have in common. */
export interface LineOrigin {
  readonly leagueId: number;
  readonly generation: number;
  readonly revision: number;
}

/**
 * Lines as PostgreSQL's binary COPY takes them, in the order of the journal's key. The pieces of a chunk lie in the same
 * memory as those of the chunk before, which must have been sent.
 */
export class LineEncoder {
  readonly #origin: LineOrigin;
  readonly #roster: Roster;
  readonly #buffers: Buffer[] = [];

  constructor(origin: LineOrigin, roster: Roster) {
    this.#origin = origin;
    this.#roster = roster;
  }

  *encode(chunk: LineChunk): Generator<Buffer> {
    yield SIGNATURE;
    const order = chunk.byPlayer(this.#roster);
    for (let next = 0, turn = 0; next < order.length; turn = (turn + 1) % TURNS) {
      const size = sizeOf(chunk, order[next]!);
      const piece = size > PIECE ? Buffer.allocUnsafeSlow(size) : this.#buffer(turn);
      const view = new DataView(piece.buffer, piece.byteOffset, piece.length);
      let at = 0;
      while (next < order.length && at + sizeOf(chunk, order[next]!) <= piece.length) {
        at = encodeLine(view, at, this.#origin, chunk, order[next++]!, this.#roster);
      }
      yield piece.subarray(0, at);
    }
    yield TRAILER;
  }

  #buffer(turn: number): Buffer {
    this.#buffers[turn] ??= Buffer.allocUnsafeSlow(PIECE);
    return this.#buffers[turn];
  }
}

function sizeOf(chunk: LineChunk, line: number): number {
  return FIXED + 12 * (chunk.end(line) - chunk.first[line]!);
}

function encodeLine(
  view: DataView,
  begin: number,
  { leagueId, generation, revision }: LineOrigin,
  chunk: LineChunk,
  line: number,
  roster: Roster,
): number {
  let at = begin;
  view.setInt16(at, COLUMNS);
  at = integer(view, at + 2, leagueId);
  at = integer(view, at, generation);
  at = integer(view, at, roster.player(chunk.place[line]!));
  at = time(view, at, chunk.playedAt[line]!);
  at = integer(view, at, chunk.sequence[line]!);
  at = integer(view, at, revision);
  at = float(view, at, chunk.beforeValue[line]!);
  at = float(view, at, chunk.beforeDeviation[line]!);
  at = float(view, at, chunk.value[line]!);
  at = float(view, at, chunk.deviation[line]!);
  at = float(view, at, chunk.score[line]!);
  view.setInt32(at, 1);
  view.setUint8(at + 4, chunk.isProvisional[line]!);
  view.setInt32(at + 5, 2);
  view.setInt16(at + 9, chunk.verdict[line]! - 1);
  return contributions(view, at + 11, chunk, line);
}

function integer(view: DataView, at: number, value: number): number {
  view.setInt32(at, 4);
  view.setInt32(at + 4, value);
  return at + 8;
}

/** NaN is null. */
function float(view: DataView, at: number, value: number): number {
  if (Number.isNaN(value)) {
    view.setInt32(at, NULL);
    return at + 4;
  }
  view.setInt32(at, 8);
  view.setFloat64(at + 4, value);
  return at + 12;
}

function time(view: DataView, at: number, milliseconds: number): number {
  view.setInt32(at, 8);
  const microseconds = (milliseconds - EPOCH) * 1000;
  if (Number.isSafeInteger(microseconds)) {
    const high = Math.floor(microseconds / 2 ** 32);
    view.setInt32(at + 4, high);
    view.setUint32(at + 8, microseconds - high * 2 ** 32);
  } else {
    view.setBigInt64(at + 4, BigInt(milliseconds - EPOCH) * 1000n);
  }
  return at + 12;
}

/** An array of one dimension without nulls; there NaN is a number like others. */
function contributions(view: DataView, begin: number, chunk: LineChunk, line: number): number {
  const [first, end] = [chunk.first[line]!, chunk.end(line)];
  const numbers = end - first;
  view.setInt32(begin, (numbers > 0 ? 20 : 12) + 12 * numbers);
  view.setInt32(begin + 4, numbers > 0 ? 1 : 0);
  view.setInt32(begin + 8, 0);
  view.setInt32(begin + 12, FLOAT8);
  if (numbers === 0) return begin + 16;
  view.setInt32(begin + 16, numbers);
  view.setInt32(begin + 20, 1);
  let at = begin + 24;
  for (let number = first; number < end; number++) {
    view.setInt32(at, 8);
    view.setFloat64(at + 4, chunk.contributions[number]!);
    at += 12;
  }
  return at;
}
