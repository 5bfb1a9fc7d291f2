import { tmpdir } from 'node:os';
import { type PlayerId, withRoom } from '@openladder/rating';
import { States } from '../../rating/cached-states.js';
import type { PlayerIndex } from '../log/player-index.js';
import { StateCodec } from './state-codec.js';
import { TemporaryFile } from './temporary-file.js';

/**
 * The states of any number of players in bounded memory, to the bit. They are kept as bytes, outside of V8's heap: it
 * would grow to some times what the states take before it lets go of those that were replaced.
 */
export class StateStore {
  /** Expired waits of players that their states do not include yet. */
  readonly waits: States['waits'] = new Map();
  readonly #playerIndex: PlayerIndex;
  readonly #records: Records;
  readonly #codec = new StateCodec();

  /**
   * @param playerIndex numbers the players, and may be used for other things as well
   * @param capacity bytes of states to have in memory; the others are in a temporary file
   * @param folder of the file, which is made when it is needed
   */
  constructor(playerIndex: PlayerIndex, capacity: number, folder = tmpdir()) {
    this.#playerIndex = playerIndex;
    this.#records = new Records(capacity, folder);
  }

  /**
   * A copy of the players' states and waits, to rate matches on.
   * @throws TemporaryFileFailed
   */
  pick(players: Iterable<PlayerId>): States {
    const picked = new States();
    for (const player of players) {
      const record = this.#playerIndex.find(Number(player));
      if (record !== undefined && this.#records.has(record)) {
        picked.set(player, this.#codec.decode(this.#records.read(record)));
      }
      const waits = this.waits.get(player);
      if (waits) picked.waits.set(player, waits);
    }
    return picked;
  }

  /**
   * Keeps the players' states and waits.
   * @throws TemporaryFileFailed
   */
  keep(players: Iterable<PlayerId>, states: States): void {
    for (const player of players) {
      if (states.has(player)) {
        this.#records.write(this.#playerIndex.place(Number(player)), this.#codec.encode(states.get(player)));
      }
      const waits = states.waits.get(player);
      if (waits) this.waits.set(player, waits);
      else this.waits.delete(player);
    }
  }

  /** Removes what is outside of memory. */
  close(): void {
    this.#records.close();
  }
}

/** The least room of a record, in bytes. Rooms are this, doubled so often as it takes, so that they fit others later. */
const LEAST_ROOM = 64;

/**
 * Records of any length, numbered from 0 on: those that come first are in memory, up to a capacity, outside of V8's heap;
 * the others are in a temporary file.
 */
export class Records {
  readonly #capacity: number;
  readonly #folder: string;
  /** The system gives memory for what is used of it. */
  readonly #memory: Buffer;
  #file: TemporaryFile | null = null;
  #buffer = Buffer.alloc(0);
  /** By record: where it begins, and how long it is; of length 0 if there is none. */
  #begin = new Float64Array(0);
  #length = new Int32Array(0);
  /** Rooms that are used no more, by the logarithm of their size: where each begins. */
  readonly #free: number[][] = [];
  /** Where memory goes on, in the file: from the capacity on. */
  #end = 0;

  /**
   * @param capacity bytes of memory
   * @param folder of the file, which is made when it is needed
   */
  constructor(capacity: number, folder: string) {
    this.#capacity = capacity;
    this.#folder = folder;
    this.#memory = Buffer.alloc(capacity);
  }

  has(record: number): boolean {
    return (this.#length[record] ?? 0) > 0;
  }

  /**
   * @param bytes one at least
   * @throws TemporaryFileFailed
   */
  write(record: number, bytes: Uint8Array): void {
    const begin = this.#place(record, bytes.length);
    if (begin < this.#capacity) {
      this.#memory.set(bytes, begin);
    } else {
      this.#file ??= new TemporaryFile(this.#folder);
      this.#file.write(bytes, begin - this.#capacity);
    }
  }

  /**
   * @param record one that is there
   * @returns good until the next call
   * @throws TemporaryFileFailed
   */
  read(record: number): Uint8Array {
    const begin = this.#begin[record]!;
    const length = this.#length[record]!;
    if (begin < this.#capacity) return this.#memory.subarray(begin, begin + length);
    if (this.#buffer.length < length) this.#buffer = Buffer.alloc(2 * length);
    const bytes = this.#buffer.subarray(0, length);
    this.#file!.read(bytes, begin - this.#capacity);
    return bytes;
  }

  /** Removes the file. */
  close(): void {
    this.#file?.close();
    this.#file = null;
  }

  /** @returns where a record of this length is to begin */
  #place(record: number, length: number): number {
    this.#begin = withRoom(this.#begin, record + 1);
    this.#length = withRoom(this.#length, record + 1);
    const old = this.#length[record]!;
    const room = roomFor(length);
    this.#length[record] = length;
    if (old > 0 && roomFor(old) === room) return this.#begin[record]!;
    if (old > 0) this.#freeRooms(roomFor(old)).push(this.#begin[record]!);
    const begin = this.#freeRooms(room).pop() ?? this.#append(room);
    this.#begin[record] = begin;
    return begin;
  }

  #freeRooms(room: number): number[] {
    const size = Math.log2(room);
    this.#free[size] ??= [];
    return this.#free[size];
  }

  #append(room: number): number {
    const isOverEdge = this.#end < this.#capacity && this.#end + room > this.#capacity;
    const begin = isOverEdge ? this.#capacity : this.#end;
    this.#end = begin + room;
    return begin;
  }
}

function roomFor(length: number): number {
  return Math.max(LEAST_ROOM, 2 ** Math.ceil(Math.log2(length)));
}
