import type { DataSource } from 'typeorm';

/** PostgreSQL 15, as `server_version_num` has it: the oldest on which all tests run. */
const OLDEST = 150_000;

/** @returns why Open Ladder cannot work on that database, whatever its schema, as a sentence; null where it can */
export async function serverMisfit(source: DataSource): Promise<string | null> {
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
