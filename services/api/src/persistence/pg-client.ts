import type { ClientBase } from 'pg';
import type { EntityManager } from 'typeorm';

/** The connection of a transaction, for COPY, of which TypeORM knows nothing. */
export async function pgClient(tx: EntityManager): Promise<ClientBase> {
  if (!tx.queryRunner) throw new Error('COPY needs the connection of a transaction');
  return tx.queryRunner.connect();
}
