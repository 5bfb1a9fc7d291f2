import type { EntityManager } from 'typeorm';
import { copyLines } from './copy-lines.repository.js';
import { LineChunk } from './line-chunk.js';
import { LineEncoder, type LineOrigin } from './line-encoder.js';
import type { PlayerIndex } from './player-index.js';

/** Writes a generation of the journal chunk by chunk: one is being written while the next is being filled. */
export class LineWriter {
  readonly #tx: EntityManager | null;
  readonly #encoder: LineEncoder;
  #filling = new LineChunk();
  #spare = new LineChunk();
  #writing: Promise<void> = Promise.resolve();

  /** @param tx a transaction on a connection that has nothing else to do while a chunk is being written; null: a dry run */
  constructor(tx: EntityManager | null, origin: LineOrigin, playerIndex: PlayerIndex) {
    this.#tx = tx;
    this.#encoder = new LineEncoder(origin, playerIndex);
  }

  /** Takes the next lines; after `flush`, ask again. */
  get chunk(): LineChunk {
    return this.#filling;
  }

  get isFull(): boolean {
    return this.#filling.isFull;
  }

  /** Begins to write what was taken, as soon as the chunk before is written. */
  async flush(): Promise<void> {
    await this.#writing;
    const chunk = this.#filling;
    [this.#filling, this.#spare] = [this.#spare, chunk];
    this.#filling.clear();
    if (chunk.length === 0 || !this.#tx) return;
    this.#writing = copyLines(this.#tx, this.#encoder.encode(chunk), chunk.length);
    // The next flush throws it.
    this.#writing.catch(() => undefined);
  }

  /** Waits until all lines that were taken are written. */
  async finish(): Promise<void> {
    await this.flush();
    await this.#writing;
  }
}
