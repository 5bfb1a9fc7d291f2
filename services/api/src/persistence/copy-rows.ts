import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import copyStreams from 'pg-copy-streams';
import type { EntityManager } from 'typeorm';
import type { Element } from './binary-array.js';
import { type Columns, columnNames } from './columns.js';
import { pgClient } from './pg-client.js';
import { escapeCopied } from './text.js';
import { expectRows } from './transaction.js';

/** Characters that are sent at once. */
const PIECE = 65_536;

/** Writes rows by COPY, for which PostgreSQL and we do half of what an INSERT of as many takes. */
export async function copyRows<C extends Columns>(
  tx: EntityManager,
  table: string,
  columns: C,
  rows: Iterable<Readonly<Record<keyof C, Element>>>,
): Promise<void> {
  const names = Object.keys(columns);
  let count = 0;
  function* pieces(): Generator<string> {
    let piece = '';
    for (const row of rows) {
      piece += `${names.map((name) => copied(row[name]!)).join('\t')}\n`;
      count++;
      if (piece.length < PIECE) continue;
      yield piece;
      piece = '';
    }
    yield piece;
  }
  const client = await pgClient(tx);
  const copy = client.query(copyStreams.from(`COPY ${table} (${columnNames(columns)}) FROM STDIN`));
  await pipeline(Readable.from(pieces()), copy);
  expectRows(`COPY ${table}`, copy.rowCount, count);
}

/** A value in COPY's text format. */
function copied(value: Element): string {
  if (value === null) return '\\N';
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return `\\\\x${value.toString('hex')}`;
  return typeof value === 'string' ? escapeCopied(value) : String(value);
}
