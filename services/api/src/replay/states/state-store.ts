import { tmpdir } from 'node:os';
import { type PlayerId, withRoom } from '@openladder/rating';
import { copyWaits, States } from '../../rating/cached-states.js';
import type { PlayerIndex } from '../log/player-index.js';
import { StateCodec } from './state-codec.js';
import { TemporaryFile } from './temporary-file.js';

/**
 * The states of any number of players in bounded memory, to the bit. They are bytes outside of V8's heap, which would grow to several
 * times their size before it frees replaced states.
 */
export class StateStore {
  /** Expired waits of players that their states do not include yet. */
  readonly waits: States['waits'] = new Map();
  readonly #playerIndex: PlayerIndex;
  readonly #records: Records;
  readonly #codec = new StateCodec();

  /**
   * @param playerIndex assigns places to the players; others may use it as well
   * @param capacity bytes of states to keep in memory; the rest goes to a temporary file
   * @param folder of the file, which is created when needed
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
      copyWaits(this, player, picked);
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
      copyWaits(states, player, this);
    }
  }

  /** Deletes the temporary file. */
  close(): void {
    this.#records.close();
  }
}

/** The smallest slot for a record, in bytes. Slots are this size times a power of two, so that other records fit in later. */
const LEAST_SLOT = 64;

/**
 * Records of any length, numbered from 0 on. The first ones are in memory outside of V8's heap, up to a capacity; the others are in a
 * temporary file.
 */
export class Records {
  readonly #capacity: number;
  readonly #folder: string;
  /** The system gives memory only to the part that is used. */
  readonly #memory: Buffer;
  #file: TemporaryFile | null = null;
  #buffer = Buffer.alloc(0);
  /** By record, where it begins and how long it is; length 0 if there is none. */
  #begin = new Float64Array(0);
  #length = new Int32Array(0);
  /** Free slots, by the logarithm of their size: where each begins. */
  readonly #free: number[][] = [];
  /** The end of the last slot; addresses from the capacity on are in the file. */
  #end = 0;

  /**
   * @param capacity bytes of memory
   * @param folder of the file, which is created when needed
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
   * @param bytes at least one
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
   * @param record an existing one
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

  /** @returns where a record of this length should begin */
  #place(record: number, length: number): number {
    this.#begin = withRoom(this.#begin, record + 1);
    this.#length = withRoom(this.#length, record + 1);
    const old = this.#length[record]!;
    const slot = slotFor(length);
    this.#length[record] = length;
    if (old > 0 && slotFor(old) === slot) return this.#begin[record]!;
    if (old > 0) this.#freeSlots(slotFor(old)).push(this.#begin[record]!);
    const begin = this.#freeSlots(slot).pop() ?? this.#append(slot);
    this.#begin[record] = begin;
    return begin;
  }

  #freeSlots(slot: number): number[] {
    const size = Math.log2(slot);
    this.#free[size] ??= [];
    return this.#free[size];
  }

  #append(slot: number): number {
    const isOverEdge = this.#end < this.#capacity && this.#end + slot > this.#capacity;
    const begin = isOverEdge ? this.#capacity : this.#end;
    this.#end = begin + slot;
    return begin;
  }
}

function slotFor(length: number): number {
  return Math.max(LEAST_SLOT, 2 ** Math.ceil(Math.log2(length)));
}
