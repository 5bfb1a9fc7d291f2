import type { DataSource } from 'typeorm';
import { LOCKS, withAdvisoryLock } from '../../kit/sql/advisory-locks.js';
import type { Sql } from '../../kit/sql/transaction.js';
import { StartError } from '../../kit/start-error.js';
import { describePresent, listPresent } from '../presence.js';
import {
  DISTRIBUTED_MARKER,
  listDueMigrations,
  listRanMigrations,
  schemaIncompatibility,
} from '../schema-compatibility.js';
import { type DistributionStep, planDistributionSteps } from './citus-plan.js';

/**
 * The plan of a distribution that has begun. It lists the dropped objects, so that an interrupted distribution can resume. Only distributed
 * databases have this table.
 */
const PLAN_TABLE = `CREATE TABLE spread_step (
  number integer PRIMARY KEY, title text NOT NULL, statements text[] NOT NULL, done_at timestamptz)`;

/**
 * Plans how the leagues would be distributed over the servers of a Citus cluster, and writes nothing.
 * @throws StartError if they cannot be distributed
 */
export async function planDistribution(source: DataSource): Promise<Rehearsal> {
  await checkFit(source);
  const begun = await listOpenSteps(source);
  return { steps: begun.length > 0 ? begun : await planDistributionSteps(source), obstacle: await usedMisfit(source) };
}

/** The result of planning a distribution. */
export interface Rehearsal {
  readonly steps: readonly DistributionStep[];
  /** Why that is impossible at present, as sentences; null if it is possible. */
  readonly obstacle: string | null;
}

/**
 * Distributes the leagues over the servers of a Citus cluster; one process at a time. Resumes an interrupted
 * distribution.
 * @param tell called before each step
 * @returns how many steps were done
 * @throws StartError if they cannot be distributed; nothing is written then
 */
export function distributeLeagues(source: DataSource, tell: (title: string) => void): Promise<number> {
  return withAdvisoryLock(source, LOCKS.migration, async () => {
    await checkFit(source);
    const used = await usedMisfit(source);
    if (used) throw new StartError(used);
    return withAdvisoryLock(source, LOCKS.backup, () => carryOut(source, tell));
  });
}

/** Does the remaining steps of a distribution, without checking whether the leagues can be distributed. @returns how many steps were done */
export async function carryOut(source: DataSource, tell: (title: string) => void): Promise<number> {
  if ((await listOpenSteps(source)).length === 0) await beginDistribution(source, await planDistributionSteps(source));
  const steps = await listOpenSteps(source);
  for (const { number, title, statements } of steps) {
    tell(title);
    await source.transaction(async (manager) => {
      // A foreign key between distributed tables and those on all servers does not work with parallel tasks.
      await manager.query(`SET LOCAL citus.multi_shard_modify_mode = 'sequential'`);
      for (const statement of statements) await manager.query(statement);
      await manager.query('UPDATE spread_step SET done_at = now() WHERE number = $1', [number]);
    });
  }
  return steps.length;
}

/** @throws StartError if the leagues of a database cannot be spread over several servers */
async function checkFit(source: DataSource): Promise<void> {
  const incompatibility =
    (await versionMisfit(source)) ?? (await schemaIsUnfinished(source)) ?? (await nodesMisfit(source));
  if (incompatibility) throw new StartError(incompatibility);
}

interface OpenStep extends DistributionStep {
  readonly number: number;
}

async function listOpenSteps(source: Sql): Promise<OpenStep[]> {
  if (!(await isDistributed(source))) return [];
  return source.query('SELECT number, title, statements FROM spread_step WHERE done_at IS NULL ORDER BY number');
}

/** Whether the leagues of a database are distributed over several servers, or begin to be. */
export async function isDistributed(source: Sql): Promise<boolean> {
  const [{ isThere }] = await source.query(`SELECT to_regclass('spread_step') IS NOT NULL AS "isThere"`);
  return isThere;
}

/** Stores the plan before the first step, and locks out every earlier version. */
async function beginDistribution(source: DataSource, steps: readonly DistributionStep[]): Promise<void> {
  if (steps.length === 0) return;
  await source.transaction(async (manager) => {
    await manager.query(PLAN_TABLE.replace('TABLE', 'TABLE IF NOT EXISTS'));
    const [timestamp] = /\d+$/.exec(DISTRIBUTED_MARKER)!;
    await manager.query(
      `INSERT INTO migrations ("timestamp", name) SELECT $1::bigint, $2::varchar WHERE NOT EXISTS (SELECT FROM migrations WHERE name = $2)`,
      [timestamp, DISTRIBUTED_MARKER],
    );
    const [{ last }] = await manager.query('SELECT coalesce(max(number), 0) AS last FROM spread_step');
    for (const [index, { title, statements }] of steps.entries()) {
      const values = [last + index + 1, title, statements];
      await manager.query('INSERT INTO spread_step (number, title, statements) VALUES ($1, $2, $3)', values);
    }
  });
}

/** @returns why no process may use a database whose leagues are spread over several servers, as a sentence; null if they may */
export async function distributionIncompatibility(source: Sql): Promise<string | null> {
  const open = await listOpenSteps(source);
  if (open.length === 0) return null;
  return `The leagues of this database are being distributed over several servers, and "${open[0]!.title}" did not finish. Run "openladder distribute" again to resume.`;
}

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
