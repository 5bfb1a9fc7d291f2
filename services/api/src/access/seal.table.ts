import { bytes, key, smallint, table } from '../kit/sql/table.js';

/** The key that seals ids and cursors: one row, which every replica and every copy of the database uses. */
export const IdSealTable = table('id_seal', {
  id: key(smallint()),
  /** 32 random bytes. */
  key: bytes(),
});
