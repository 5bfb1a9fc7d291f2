import type { EntityManager } from 'typeorm';
import { copyLines } from './copy-lines.repository.js';
import { LineChunk } from './line-chunk.js';
import { LineEncoder, type LineOrigin } from './line-encoder.js';
import type { PlayerIndex } from './player-index.js';

/** Runs work when nothing else is under way on a connection. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Writes a generation of the journal in chunks: writes one while the next is filled. */
export class LineWriter {
  #tx: EntityManager | null;
  readonly #encoder: LineEncoder;
  #filling: LineChunk;
  #spare: LineChunk;
  readonly #inTurn: InTurn;
  #writing: Promise<void> = Promise.resolve();

  /**
   * @param tx the transaction that writes; null: a dry run
   * @param inTurn shared with what else its connection does meanwhile
   * @param memoryWidth numbers that the rater keeps of a state in each line
   */
  constructor(
    tx: EntityManager | null,
    origin: LineOrigin,
    playerIndex: PlayerIndex,
    memoryWidth: number,
    inTurn: InTurn,
  ) {
    this.#inTurn = inTurn;
    this.#filling = new LineChunk(memoryWidth);
    this.#spare = new LineChunk(memoryWidth);
    this.#tx = tx;
    this.#encoder = new LineEncoder(origin, playerIndex);
  }

  /** The chunk for the next lines; another one after each `flush`. */
  get chunk(): LineChunk {
    return this.#filling;
  }

  get isFull(): boolean {
    return this.#filling.isFull;
  }

  /** Starts to write the chunk once the one before it is written. */
  async flush(): Promise<void> {
    await this.#writing;
    const chunk = this.#filling;
    [this.#filling, this.#spare] = [this.#spare, chunk];
    this.#filling.clear();
    const tx = this.#tx;
    if (chunk.length === 0 || !tx) return;
    this.#writing = this.#inTurn(() => copyLines(tx, this.#encoder.encode(chunk), chunk.length));
    // The next flush throws the error.
    this.#writing.catch(() => undefined);
  }

  /** Where it writes. */
  get tx(): EntityManager | null {
    return this.#tx;
  }

  /** Writes elsewhere from now on, once all lines are written. */
  async turnTo(tx: EntityManager | null): Promise<void> {
    await this.finish();
    this.#tx = tx;
  }

  /** Waits until all lines are written. */
  async finish(): Promise<void> {
    await this.flush();
    await this.#writing;
  }
}
