import type { ClientBase } from 'pg';
import type { BackedUpSequence } from './manifest.js';

/** A table as COPY knows it. */
export interface TableColumns {
  readonly name: string;
  /** Columns that are not computed from others. */
  readonly columns: readonly string[];
}

/** A table as this server has it. */
export interface FoundTable extends TableColumns {
  /** Whether this server does not let anybody read it: an unlogged table on a standby, which would be empty after a crash as well. */
  readonly isUnreadable: boolean;
}

/** TypeORM's list of the migrations that ran: a restore writes it by running them. */
const MIGRATION_LIST = 'migrations';
/** What a backup leaves out. A restored database is on one server, however its leagues were spread. */
const LEFT_OUT = [MIGRATION_LIST, 'spread_step'];

const TABLES = `
  SELECT relname AS name, array_agg(attname::text ORDER BY attnum) AS columns,
    relpersistence = 'u' AND pg_is_in_recovery() AS "isUnreadable"
  FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
  WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname <> ALL($1)
    AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
  GROUP BY relname, relpersistence ORDER BY relname`;

const REFERENCES = `
  SELECT child.relname AS child, parent.relname AS parent
  FROM pg_constraint JOIN pg_class child ON child.oid = conrelid JOIN pg_class parent ON parent.oid = confrelid
  WHERE contype = 'f' AND child.relnamespace = current_schema()::regnamespace AND conrelid <> confrelid`;

const SEQUENCES = `
  SELECT sequencename AS name, last_value::float8 AS "lastValue" FROM pg_sequences
  WHERE schemaname = current_schema() AND last_value IS NOT NULL AND sequencename <> $1
  ORDER BY sequencename`;

/** Our tables, each after those that it refers to. */
export async function listTables(client: ClientBase): Promise<FoundTable[]> {
  const { rows: tables } = await client.query<FoundTable>(TABLES, [LEFT_OUT]);
  const { rows: references } = await client.query<{ child: string; parent: string }>(REFERENCES);
  return tablesInOrder(tables, references);
}

function tablesInOrder(
  tables: readonly FoundTable[],
  references: readonly { child: string; parent: string }[],
): FoundTable[] {
  const ordered: FoundTable[] = [];
  const isPlaced = (name: string) => ordered.some((table) => table.name === name);
  while (ordered.length < tables.length) {
    const next = tables.find(
      ({ name }) => !isPlaced(name) && references.every(({ child, parent }) => child !== name || isPlaced(parent)),
    );
    if (!next) throw new Error('some tables refer to each other in a circle, so no order of restoring them is right');
    ordered.push(next);
  }
  return ordered;
}

/** The sequences that have given out a value, including those of identity columns. */
export async function listSequences(client: ClientBase): Promise<BackedUpSequence[]> {
  const { rows } = await client.query<BackedUpSequence>(SEQUENCES, [`${MIGRATION_LIST}_id_seq`]);
  return rows;
}
