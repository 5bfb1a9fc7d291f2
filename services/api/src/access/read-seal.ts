import type { DataSource } from 'typeorm';
import { SEAL_KEY_BYTES, Seal } from '../kit/seal.js';
import { IdSealTable } from './seal.table.js';

/**
 * The seal of a database's ids and cursors; read once, because it never changes.
 * @throws Error if the database has lost its key
 */
export async function readSeal(database: DataSource): Promise<Seal> {
  const row = await database.manager.findOneBy(IdSealTable, { id: 1 });
  if (row?.key.length === SEAL_KEY_BYTES) return new Seal(row.key);
  throw new Error(
    'the table id_seal has lost its key, without which ids cannot be read; put its row back from a backup',
  );
}
