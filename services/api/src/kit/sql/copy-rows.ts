import type { EntityManager } from 'typeorm';
import { type Element, ENCODINGS, valueSize, writeValue } from './arrays.js';
import { type Columns, columnNames } from './columns.js';
import { CopyBuffers } from './copy-buffers.js';
import { copyIn } from './copy-in.js';
import { expectRows } from './transaction.js';

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
