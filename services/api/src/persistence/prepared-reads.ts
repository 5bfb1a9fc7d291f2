import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import type { Sql } from './transaction.js';

/**
 * Reads on any connection of the pool, each statement planned once a connection: to plan a join takes longer than to run
 * it. For texts that come from our code only, since every connection keeps each of them.
 */
export function preparedReads(database: DataSource): Sql {
  const pool = (database.driver as unknown as { readonly master: Pool }).master;
  const names = new Map<string, string>();
  return {
    query: async <T>(text: string, values?: unknown[]): Promise<T> => {
      let name = names.get(text);
      if (name === undefined) {
        name = `read_${names.size}`;
        names.set(text, name);
      }
      return (await pool.query({ name, text, values })).rows as T;
    },
  } as Sql;
}
