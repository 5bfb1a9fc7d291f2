import type { EntityManager } from 'typeorm';
import { pgPool } from './pg-client.js';

/** A statement that each connection parses and plans once. */
export interface Prepared {
  readonly name: string;
  readonly text: string;
}

/** Runs a prepared statement where the writer wants it to run. @returns its rows */
export type Send = <Row>(statement: Prepared, values: readonly unknown[]) => Promise<Row[]>;

/**
 * Runs a prepared statement: in the transaction of the manager, or else on any connection of the pool, as a transaction of its own. TypeORM
 * does not support prepared statements, so this bypasses it.
 */
export async function runPrepared<Row>(
  manager: EntityManager,
  statement: Prepared,
  values: readonly unknown[],
): Promise<Row[]> {
  const { queryRunner, dataSource } = manager;
  const client = queryRunner ? await queryRunner.connect() : pgPool(dataSource);
  const { rows } = await client.query({ ...statement, values });
  return rows;
}
