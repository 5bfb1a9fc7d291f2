import type { DataSource } from 'typeorm';

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
