import type { ClientBase, Pool } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';

/** The connection of a transaction, for COPY, which TypeORM does not support. */
export async function pgClient(tx: EntityManager): Promise<ClientBase> {
  if (!tx.queryRunner) throw new Error('COPY needs the connection of a transaction');
  return tx.queryRunner.connect();
}

/** The connections of a database, for prepared statements and for counting them. TypeORM's driver holds them here. */
export function pgPool({ driver }: DataSource): Pool {
  return (driver as unknown as { readonly master: Pool }).master;
}
