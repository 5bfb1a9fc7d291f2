import { carryOut } from '../../services/api/dist/database/citus/distribute.js';
import { connect } from '../../services/api/dist/database/data-source.js';
import { onServer } from './server.js';

/** What Citus has and plain PostgreSQL lacks: a table is told to be spread, and nothing happens. */
const STAND_INS = `
  CREATE VIEW pg_dist_partition AS SELECT NULL::regclass AS logicalrelid WHERE false;
  CREATE FUNCTION create_reference_table(text) RETURNS void LANGUAGE sql AS '';
  CREATE FUNCTION create_distributed_table(text, text, colocate_with text) RETURNS void LANGUAGE sql AS '';
  CREATE FUNCTION truncate_local_data_after_distributing_table(text) RETURNS void LANGUAGE sql AS '';
  CREATE FUNCTION run_command_on_placements(text, text, OUT success boolean, OUT result text) RETURNS SETOF record
    LANGUAGE sql AS 'SELECT true, ''''';`;

/**
 * Leaves a database on one server, and does to its schema what `openladder distribute` does: keys get the league, identities become
 * sequences, and triggers and foreign keys are left out.
 */
export async function distributeKeys(url: string): Promise<void> {
  await onServer(url, STAND_INS);
  const source = await connect(url);
  try {
    await carryOut(source, () => undefined);
  } finally {
    await source.destroy();
  }
}
