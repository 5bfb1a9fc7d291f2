import type { Connection, Submittable } from 'pg';
import type { EntityManager } from 'typeorm';
import { type Columns, columnNames, type Element, ENCODINGS, valueSize, writeValue } from './columns.js';
import { pgClient } from './prepared.js';
import { expectRows } from './transaction.js';

const COPY_DATA = 'd'.charCodeAt(0);
const COPY_DONE = Buffer.from(['c'.charCodeAt(0), 0, 0, 0, 4]);

/** The header of COPY's binary format: its signature, no flags, no extension. */
const HEAD = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const END = Buffer.from([0xff, 0xff]);

/**
 * Writes rows by COPY in its binary format, which costs PostgreSQL and us half as much as an INSERT.
 * @param target table and columns, in COPY's syntax
 * @param pieces the rows, cut anywhere. The next piece is requested when all but the last one have been sent, so that two buffers suffice,
 * and the database does not wait while a piece is made
 * @returns how many rows were written
 */
export async function copyIn(tx: EntityManager, target: string, pieces: Iterable<Buffer>): Promise<number> {
  const client = await pgClient(tx);
  return new Promise((resolve, reject) => {
    client.query(new CopyIn(`COPY ${target} FROM STDIN (FORMAT binary)`, framed(pieces), resolve, reject));
  });
}

function* framed(pieces: Iterable<Buffer>): Generator<Buffer> {
  yield HEAD;
  yield* pieces;
  yield END;
}

type CopyConnection = Connection & { sendCopyFail(message: string): void };

/** A statement for node-postgres, which calls the methods named `handle…`. */
class CopyIn implements Submittable {
  #rows = 0;
  #hasFailed = false;
  /** The error of the source of the pieces. */
  #cause: unknown;

  constructor(
    private readonly statement: string,
    private readonly pieces: Iterable<Buffer>,
    private readonly resolve: (rows: number) => void,
    private readonly reject: (error: unknown) => void,
  ) {}

  submit(connection: Connection): void {
    connection.query(this.statement);
  }

  async handleCopyInResponse(connection: CopyConnection): Promise<void> {
    const { stream } = connection;
    try {
      let sent = Promise.resolve();
      for (const piece of this.pieces) {
        const before = sent;
        sent = new Promise((resolve) => {
          stream.cork();
          stream.write(header(piece));
          // Even if it could not be sent: the connection is then broken, and an error follows.
          stream.write(piece, () => resolve());
          stream.uncork();
        });
        await before;
        if (this.#hasFailed) return;
      }
      stream.write(COPY_DONE);
    } catch (error) {
      this.#cause = error;
      connection.sendCopyFail('could not produce the rows');
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#rows = Number(/^COPY (\d+)$/.exec(text)![1]);
  }

  handleReadyForQuery(): void {
    this.resolve(this.#rows);
  }

  handleError(error: unknown): void {
    this.#hasFailed = true;
    this.reject(this.#cause ?? error);
  }
}

function header({ length }: Buffer): Buffer {
  const head = Buffer.allocUnsafe(5);
  head.writeUInt8(COPY_DATA);
  head.writeUInt32BE(4 + length, 1);
  return head;
}

/** Memory for the pieces that `copyIn` takes: of two buffers, one is sent while the other is filled. */
export class CopyBuffers {
  #next: Buffer;
  #last: Buffer;

  /** @param length bytes that are sent at a time */
  constructor(length: number) {
    this.#next = Buffer.allocUnsafeSlow(length);
    this.#last = Buffer.allocUnsafeSlow(length);
  }

  /** The buffer for the next piece; a new one if the piece is longer. */
  take(bytes: number): Buffer {
    if (bytes > this.#next.length) return Buffer.allocUnsafeSlow(bytes);
    [this.#next, this.#last] = [this.#last, this.#next];
    return this.#last;
  }
}

/** Bytes that are sent at once. */
const PIECE = 65_536;

/** Writes rows by COPY. */
export async function copyRows<C extends Columns>(
  tx: EntityManager,
  table: string,
  columns: C,
  rows: Iterable<Readonly<Record<keyof C, Element>>>,
): Promise<void> {
  const fields = Object.entries(columns).map(([name, type]) => ({ name, encoding: ENCODINGS[type]! }));
  const buffers = new CopyBuffers(PIECE);
  let count = 0;
  function* pieces(): Generator<Buffer> {
    let piece = buffers.take(0);
    let numbers = new DataView(piece.buffer);
    let at = 0;
    for (const row of rows) {
      const size = fields.reduce((sum, { name, encoding }) => sum + valueSize(encoding, row[name]!), 2);
      if (at + size > piece.length) {
        yield piece.subarray(0, at);
        piece = buffers.take(size);
        numbers = new DataView(piece.buffer);
        at = 0;
      }
      numbers.setInt16(at, fields.length);
      at += 2;
      for (const { name, encoding } of fields) at = writeValue(piece, at, encoding, row[name]!, numbers);
      count++;
    }
    yield piece.subarray(0, at);
  }
  expectRows(`COPY ${table}`, await copyIn(tx, `${table} (${columnNames(columns)})`, pieces()), count);
}
