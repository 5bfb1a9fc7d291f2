import type { DataSource } from 'typeorm';
import { LOCKS, withAdvisoryLock } from '../../kit/sql/advisory-locks.js';
import type { Sql } from '../../kit/sql/transaction.js';
import { StartError } from '../../kit/start-error.js';
import { DISTRIBUTED_MARKER } from '../schema-compatibility.js';
import { citusIncompatibility, usedMisfit } from './citus-compatibility.js';
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

async function checkFit(source: DataSource): Promise<void> {
  const incompatibility = await citusIncompatibility(source);
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
