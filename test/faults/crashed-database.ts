import { underLoad } from './under-load.js';

/** PostgreSQL stops at once, recovers, and is started again. */
export const crashedDatabase = underLoad(
  { name: 'the database crashes', rounds: { short: 1, long: 50 } },
  ({ cluster }) => cluster.crash(),
);
