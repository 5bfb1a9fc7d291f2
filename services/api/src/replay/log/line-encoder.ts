import { CopyBuffers } from '../../kit/sql/copy-in.js';
import {
  BEFORE_DEVIATION,
  BEFORE_VALUE,
  CONTRIBUTIONS,
  DEVIATION,
  FLAGS,
  LEFT_OUT,
  type LineChunk,
  PLAYED_AT,
  PROVISIONAL,
  SCORE,
  SEQUENCE,
  VALUE,
  VERDICT,
} from './line-chunk.js';
import type { PlayerIndex } from './player-index.js';

/** The columns of `rating_change` in the order of `encodeLine`. */
export const LINE_COLUMNS = `league_id, generation, player_id, played_at, sequence, revision, before_value,
  before_deviation, after_value, after_deviation, score, is_provisional, verdict, contributions, memory`;

const COLUMNS = 15;
/** Most bytes of a line without the numbers of its arrays. */
const FIXED = 2 + 15 * 4 + 5 * 4 + 8 + 5 * 8 + 1 + 2 + 2 * 20;
/** Bytes in one message. */
const PIECE = 262_144;
/** PostgreSQL counts microseconds from 2000 on. */
const EPOCH = Date.UTC(2000, 0, 1);
const FLOAT8 = 701;
const NULL = -1;

/** The columns that all lines of a recompute share. */
export interface LineOrigin {
  readonly leagueId: number;
  readonly generation: number;
  readonly revision: number;
}

/** Encodes a chunk's lines for `copyIn`, in the order of the journal's key. */
export function lineEncoder(origin: LineOrigin, playerIndex: PlayerIndex): (chunk: LineChunk) => Generator<Buffer> {
  const buffers = new CopyBuffers(PIECE);
  return function* encode(chunk) {
    const order = chunk.byPlayer(playerIndex);
    for (let next = 0; next < order.length; ) {
      const piece = buffers.take(sizeOf(chunk, order[next]!));
      const view = new DataView(piece.buffer, piece.byteOffset, piece.length);
      let at = 0;
      while (next < order.length && at + sizeOf(chunk, order[next]!) <= piece.length) {
        at = encodeLine(view, at, origin, chunk, order[next++]!, playerIndex);
      }
      yield piece.subarray(0, at);
    }
  };
}

function sizeOf({ first }: LineChunk, line: number): number {
  return FIXED + 12 * (first[line + 1]! - first[line]! - CONTRIBUTIONS);
}

function encodeLine(
  view: DataView,
  begin: number,
  { leagueId, generation, revision }: LineOrigin,
  { place, first, numbers, memoryWidth }: LineChunk,
  line: number,
  playerIndex: PlayerIndex,
): number {
  const own = first[line]!;
  let at = begin;
  view.setInt16(at, COLUMNS);
  at = integer(view, at + 2, leagueId);
  at = integer(view, at, generation);
  at = integer(view, at, playerIndex.player(place[line]!));
  at = time(view, at, numbers[own + PLAYED_AT]!);
  at = integer(view, at, numbers[own + SEQUENCE]!);
  at = integer(view, at, revision);
  at = float(view, at, numbers[own + BEFORE_VALUE]!);
  at = float(view, at, numbers[own + BEFORE_DEVIATION]!);
  at = float(view, at, numbers[own + VALUE]!);
  at = float(view, at, numbers[own + DEVIATION]!);
  at = float(view, at, numbers[own + SCORE]!);
  view.setInt32(at, 1);
  const flags = numbers[own + FLAGS]!;
  view.setUint8(at + 4, flags & PROVISIONAL);
  view.setInt32(at + 5, 2);
  view.setInt16(at + 9, numbers[own + VERDICT]!);
  const memory = first[line + 1]! - memoryWidth;
  at = array(view, at + 11, numbers, own + CONTRIBUTIONS, memory, (flags & LEFT_OUT) !== 0);
  return array(view, at, numbers, memory, memory + memoryWidth, memoryWidth === 0);
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

/** An array of one dimension without nulls, where NaN is an ordinary number; if empty, it has no dimension. */
function array(
  view: DataView,
  begin: number,
  numbers: Float64Array,
  first: number,
  end: number,
  isNull: boolean,
): number {
  if (isNull) {
    view.setInt32(begin, NULL);
    return begin + 4;
  }
  const length = end - first;
  if (length === 0) {
    view.setInt32(begin, 12);
    view.setInt32(begin + 4, 0);
    view.setInt32(begin + 8, 0);
    view.setInt32(begin + 12, FLOAT8);
    return begin + 16;
  }
  view.setInt32(begin, 20 + 12 * length);
  view.setInt32(begin + 4, 1);
  view.setInt32(begin + 8, 0);
  view.setInt32(begin + 12, FLOAT8);
  view.setInt32(begin + 16, length);
  view.setInt32(begin + 20, 1);
  let at = begin + 24;
  for (let number = first; number < end; number++) {
    view.setInt32(at, 8);
    view.setFloat64(at + 4, numbers[number]!);
    at += 12;
  }
  return at;
}
