import type { DataSource, EntityManager } from 'typeorm';
import type { Sql } from '../kit/sql/transaction.js';

const ROWS = 2000;

/**
 * Reads the database as of one moment, regardless of later writes. It blocks no one, but PostgreSQL keeps old rows until it ends.
 */
export function inSnapshot<T>(database: DataSource, read: (tx: EntityManager) => Promise<T>): Promise<T> {
  return database.transaction('REPEATABLE READ', async (tx) => {
    await tx.query('SET TRANSACTION READ ONLY');
    return read(tx);
  });
}

/**
 * The rows of a query in pages, through a cursor of the transaction. It holds one page in memory.
 * @param cursor a name that no other open cursor of the transaction has
 */
export async function* rowsOf<Row>(
  tx: Sql,
  cursor: string,
  query: string,
  values: readonly unknown[],
): AsyncGenerator<readonly Row[]> {
  await tx.query(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${query}`, [...values]);
  for (;;) {
    const rows: Row[] = await tx.query(`FETCH ${ROWS} FROM ${cursor}`);
    if (rows.length === 0) break;
    yield rows;
  }
  await tx.query(`CLOSE ${cursor}`);
}
