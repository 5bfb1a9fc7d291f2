import type { DataSource } from 'typeorm';
import { describePresent, listPresent } from '../presence.js';
import { listDueMigrations, listRanMigrations, schemaIncompatibility } from '../schema-compatibility.js';

/** The oldest version of Citus on which the tests run. */
const OLDEST = [13, 2] as const;

/** A setting that every server must have, and why. */
interface Need {
  readonly name: string;
  readonly isMet: (value: string) => boolean;
  readonly advice: string;
}

const NEEDS: readonly Need[] = [
  {
    name: 'citus.enable_unsafe_triggers',
    isMet: (value) => value === 'on',
    advice:
      'set it to "on" in postgresql.conf of every server: triggers number the changes of queues and protect the audit log',
  },
  {
    name: 'max_prepared_transactions',
    isMet: (value) => Number(value) > 0,
    advice:
      'set it to max_connections in postgresql.conf of every server: a change on several servers is prepared first',
  },
];

/** @returns why the leagues of a database cannot be spread over several servers, as a sentence; null if they can */
export async function citusIncompatibility(source: DataSource): Promise<string | null> {
  return (await versionMisfit(source)) ?? (await schemaIsUnfinished(source)) ?? (await nodesMisfit(source));
}

async function versionMisfit(source: DataSource): Promise<string | null> {
  const [{ name, server, version }] = await source.query(
    `SELECT current_database() AS name, current_setting('server_version') AS server,
       (SELECT extversion FROM pg_extension WHERE extname = 'citus') AS version`,
  );
  if (version === null) {
    return `The database "${name}" (OPENLADDER_DATABASE_URL) is on plain PostgreSQL ${server}: it lacks the extension Citus. Leagues can be spread over several servers only with Citus ${OLDEST.join('.')} or later.`;
  }
  const [major, minor] = String(version).split(/[.-]/).map(Number) as [number, number];
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return null;
  return `Citus must be ${OLDEST.join('.')} or later, but the database "${name}" (OPENLADDER_DATABASE_URL) has ${version}.`;
}

async function schemaIsUnfinished(source: DataSource): Promise<string | null> {
  const ran = await listRanMigrations(source);
  const incompatibility = schemaIncompatibility(source, ran, 'before migrating');
  if (incompatibility) return incompatibility;
  if (listDueMigrations(source, ran).length > 0) {
    return 'The schema of the database is not that of this version. Run "openladder migrate" first.';
  }
  return null;
}

async function nodesMisfit(source: DataSource): Promise<string | null> {
  const [{ hasCoordinator, workers }] = await source.query(
    `SELECT coalesce(bool_or(groupid = 0), false) AS "hasCoordinator", count(*) FILTER (WHERE shouldhaveshards)::int AS workers
     FROM pg_dist_node WHERE isactive AND noderole = 'primary'`,
  );
  if (!hasCoordinator) {
    return `Citus does not know under which name the other servers reach this one: SELECT citus_set_coordinator_host('<host>', <port>).`;
  }
  if (workers === 0)
    return `Citus knows no server that takes leagues: SELECT citus_add_node('<host>', <port>) for each.`;
  for (const { name, isMet, advice } of NEEDS) {
    const answers: { node: string; success: boolean; result: string }[] = await source.query(
      `SELECT nodename || ':' || nodeport AS node, success, result
       FROM run_command_on_all_nodes($1) JOIN pg_dist_node USING (nodeid) ORDER BY 1`,
      [`SELECT current_setting('${name}', true)`],
    );
    const silent = answers.find(({ success }) => !success);
    if (silent) return `The server ${silent.node} does not answer: ${silent.result}`;
    const lacking = answers.filter(({ result }) => !isMet(result));
    if (lacking.length > 0) {
      const where = lacking.map(({ node, result }) => `"${result}" on ${node}`).join(', ');
      return `${name} is ${where}: ${advice}.`;
    }
  }
  return null;
}

/** @returns why the leagues cannot be spread now, as sentences; null if they can */
export async function usedMisfit(source: DataSource): Promise<string | null> {
  const users = describePresent(await listPresent(source));
  return users && `${users} Stop these processes first; anything they write in the meantime could be lost.`;
}
