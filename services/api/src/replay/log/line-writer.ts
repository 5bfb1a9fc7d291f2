import type { EntityManager } from 'typeorm';
import { copyIn } from '../../kit/sql/copy-in.js';
import { expectRows } from '../../kit/sql/transaction.js';
import { LineChunk } from './line-chunk.js';
import { LINE_COLUMNS, type LineOrigin, lineEncoder } from './line-encoder.js';
import type { PlayerIndex } from './player-index.js';

/** Runs work when a connection has no other. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Writes a generation of the journal in chunks: writes one while the next is filled. */
export class LineWriter {
  /** The chunk for the next lines; another one after each `flush`. */
  chunk: LineChunk;
  #spare: LineChunk;
  readonly #encode: ReturnType<typeof lineEncoder>;
  #writing: Promise<void> = Promise.resolve();

  /**
   * @param tx the transaction that writes; null: a dry run
   * @param memoryWidth numbers of a state that the rater stores in each line
   * @param inTurn shared with other work of its connection
   */
  constructor(
    public tx: EntityManager | null,
    origin: LineOrigin,
    playerIndex: PlayerIndex,
    memoryWidth: number,
    private readonly inTurn: InTurn,
  ) {
    this.chunk = new LineChunk(memoryWidth);
    this.#spare = new LineChunk(memoryWidth);
    this.#encode = lineEncoder(origin, playerIndex);
  }

  /** Starts to write the chunk once the one before it is written. */
  async flush(): Promise<void> {
    await this.#writing;
    const { chunk, tx } = this;
    [this.chunk, this.#spare] = [this.#spare, chunk];
    this.chunk.clear();
    if (chunk.length === 0 || !tx) return;
    const target = `rating_change (${LINE_COLUMNS})`;
    this.#writing = this.inTurn(async () =>
      expectRows('LineWriter', await copyIn(tx, target, this.#encode(chunk)), chunk.length),
    );
    // The next flush throws the error.
    this.#writing.catch(() => undefined);
  }

  /** Writes to another transaction from now on, once all lines are written. */
  async turnTo(tx: EntityManager | null): Promise<void> {
    await this.finish();
    this.tx = tx;
  }

  /** Waits until all lines are written. */
  async finish(): Promise<void> {
    await this.flush();
    await this.#writing;
  }
}
