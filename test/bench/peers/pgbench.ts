import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { BenchContext } from '../benchmark.js';

/** PostgreSQL's own load: one row updated, one read, one inserted, in a transaction of its own; nothing of ours. */
export interface Pgbench {
  /** Transactions a second of `pgbench -N -M prepared`. */
  measure(options: { readonly clients: number; readonly seconds: number }): Promise<number>;
}

const DEBIAN = '/usr/lib/postgresql';
/** 100,000 accounts each, far more than there are clients. */
const SCALE = 10;

/**
 * Prepares PostgreSQL's load on the run's server, in a database of its own.
 * @returns null where there is no pgbench: neither in the PATH nor where Debian keeps it
 */
export async function preparePgbench(context: BenchContext): Promise<Pgbench | null> {
  const program = findPgbench();
  if (!program) return null;
  const { url } = await context.createDatabase(false);
  await run(program, ['-i', '-q', '-s', String(SCALE), url]);
  return {
    measure: async ({ clients, seconds }) => {
      // On a busy machine all clients may need a second to connect.
      const extent = context.isCheck ? ['-t', '10'] : ['-T', `${seconds}`];
      const output = await run(program, ['-N', '-n', '-M', 'prepared', '-c', `${clients}`, ...extent, url]);
      const tps = /^tps = ([\d.]+) \(without initial connection time\)$/m.exec(output);
      if (!tps || !/^number of failed transactions: 0 /m.test(output)) throw new Error(`pgbench said: ${output}`);
      return Number(tps[1]);
    },
  };
}

/** The result of a benchmark where there is none. */
export const NO_PGBENCH = {
  notMeasured: 'there is no pgbench on this machine (Debian: apt install postgresql-contrib, or any postgresql-NN)',
};

function findPgbench(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
  ];
  return folders.map((folder) => join(folder, 'pgbench')).find((path) => existsSync(path));
}

async function run(program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, [...args]);
  return stdout;
}
