import type { DataSource } from 'typeorm';
import type { Sql } from '../kit/sql/transaction.js';

/** PostgreSQL 15, as in `server_version_num`: the oldest version on which all tests run. */
const OLDEST = 150_000;

/** @returns why Open Ladder cannot use that database, whatever its schema, as a sentence; null if it can */
export async function serverIncompatibility(source: DataSource): Promise<string | null> {
  const [{ version, number, encoding, name }] = await source.query(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
       current_setting('server_encoding') AS encoding, current_database() AS name`,
  );
  if (number < OLDEST) return `PostgreSQL must be 15 or later, but the server (OPENLADDER_DATABASE_URL) is ${version}.`;
  if (encoding !== 'UTF8') {
    return `The encoding of the database must be UTF8, but that of "${name}" (OPENLADDER_DATABASE_URL) is ${encoding}. Make another with "createdb --encoding=UTF8 --template=template0".`;
  }
  return null;
}

/** @returns the right that migrations need and the role lacks, as a sentence; null if it has all */
export async function missingRights(source: DataSource): Promise<string | null> {
  const [{ role, schema, mayMakeTables }] = await source.query(
    `SELECT current_user AS role, current_schema() AS schema,
       has_schema_privilege(current_schema(), 'CREATE') AS "mayMakeTables"`,
  );
  if (schema === null) return `The role "${role}" (OPENLADDER_DATABASE_URL) can use no schema of its search path.`;
  if (!mayMakeTables) {
    return `The role "${role}" (OPENLADDER_DATABASE_URL) must be allowed to create tables: GRANT CREATE ON SCHEMA "${schema}" TO "${role}".`;
  }
  return null;
}

/**
 * Rights that a role may lack if it does not own the tables, and without which a service starts and fails later: a long recompute keeps
 * lines in a temporary table.
 * @returns a sentence about each that is missing
 */
export async function rightsThatLack(sql: Sql): Promise<string[]> {
  const [{ role, schema, database, isReadOnly, mayMakeTemporaryTables, tables, sequences }] = await sql.query(
    `SELECT current_user AS role, current_schema() AS schema, current_database() AS database,
       current_setting('default_transaction_read_only') = 'on' AS "isReadOnly",
       has_database_privilege(current_database(), 'TEMPORARY') AS "mayMakeTemporaryTables",
       ARRAY(SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema() AND ${isOfNoExtension('tablename')} AND EXISTS (
         SELECT FROM unnest('{SELECT,INSERT,UPDATE,DELETE}'::text[]) AS privilege
         WHERE NOT has_table_privilege(format('%I.%I', schemaname, tablename), privilege)) ORDER BY 1) AS tables,
       ARRAY(SELECT sequencename::text FROM pg_sequences WHERE schemaname = current_schema() AND ${isOfNoExtension('sequencename')}
         AND NOT has_sequence_privilege(format('%I.%I', schemaname, sequencename), 'USAGE') ORDER BY 1) AS sequences`,
  );
  const who = `The role "${role}" (OPENLADDER_DATABASE_URL)`;
  const lacking: string[] = [];
  if (isReadOnly) {
    const remedy = `BEGIN READ WRITE; ALTER DATABASE "${database}" RESET default_transaction_read_only; COMMIT; or the same for the role or the server`;
    lacking.push(`${who} may only read, because default_transaction_read_only is on: ${remedy}.`);
  }
  if (tables.length > 0) {
    lacking.push(`${who} may not read and write the table ${named(tables)}. Make it the owner of the tables.`);
  }
  if (sequences.length > 0) {
    const remedy = `GRANT USAGE ON ALL SEQUENCES IN SCHEMA "${schema}" TO "${role}"`;
    lacking.push(`${who} may not use the sequence ${named(sequences)}, so nothing new gets a number: ${remedy}.`);
  }
  if (!mayMakeTemporaryTables) {
    const remedy = `GRANT TEMPORARY ON DATABASE "${database}" TO "${role}"`;
    lacking.push(`${who} may not make temporary tables, so long recomputes fail: ${remedy}.`);
  }
  return lacking;
}

/** SQL: whether a table or sequence came without an extension. Those of extensions, such as a table of PostGIS, may belong to another role. */
function isOfNoExtension(name: string): string {
  return `NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass
         AND objid = format('%I.%I', schemaname, ${name})::regclass AND deptype = 'e')`;
}

/** Matches of the future are refused, and tokens expire: larger differences between clocks are reported. In milliseconds. */
const MAX_SKEW = 5_000;

/** @returns how the clock of this machine differs from that of the database, as a sentence; null if it does not */
export async function clockDifference(sql: Sql): Promise<string | null> {
  const before = Date.now();
  const [{ now }] = await sql.query('SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now');
  const skew = Math.round(now - (before + Date.now()) / 2);
  if (Math.abs(skew) <= MAX_SKEW) return null;
  const how = `${Math.abs(skew / 1_000).toFixed(0)} s ${skew > 0 ? 'behind' : 'ahead of'} that of the database`;
  return `The clock of this machine is ${how}. Synchronise both, for example with chrony.`;
}

/** @param wanted by one process @returns which limit is lower, as a sentence; null if none is */
export async function connectionShortage(sql: Sql, wanted: number): Promise<string | null> {
  const [low] = await sql.query(
    `SELECT who, most FROM (
       SELECT format('The role "%s"', rolname) AS who, rolconnlimit AS most FROM pg_roles WHERE rolname = current_user AND NOT rolsuper
       UNION ALL
       SELECT format('The database "%s"', datname), datconnlimit FROM pg_database WHERE datname = current_database()
       UNION ALL SELECT 'The server', current_setting('max_connections')::integer
     ) AS connections WHERE most BETWEEN 0 AND $1 - 1 ORDER BY most LIMIT 1`,
    [wanted],
  );
  if (!low) return null;
  return `${low.who} has a limit of ${low.most} connections, and each process opens up to ${wanted} (OPENLADDER_DATABASE_CONNECTIONS). Raise the limit.`;
}

function named([first, ...others]: readonly string[]): string {
  return `"${first}"${others.length > 0 ? ` and ${others.length} others` : ''}`;
}
