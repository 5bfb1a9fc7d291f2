import { Logger, type Runner, run } from 'graphile-worker';
import pg from 'pg';
import type { App } from '../app.js';
import { resumeAbandoned, runRecompute } from '../recompute/run-recompute.js';
import type { JobLog } from './job-log.js';
import type { Jobs } from './queue.js';

const CONCURRENCY = 2;
/** How often jobs whose worker died are looked for, in milliseconds. */
const SUPERVISION_INTERVAL = 3000;

/**
 * Starts the worker of this process. Jobs are shared by all processes on the database; each runs in one of them.
 * @returns what stops it: running jobs are given up, and taken up by whoever comes next
 */
export async function startWorker(app: App, log: JobLog): Promise<() => Promise<void>> {
  const pool = new pg.Pool({
    connectionString: app.databaseUrl,
    max: CONCURRENCY + 2,
    application_name: 'openladder jobs',
  });
  // Without listeners a lost connection would end the process.
  const onLost = (error: Error) => log.error(error, 'the job queue lost a connection');
  pool.on('error', onLost);
  pool.on('connect', (client) => client.on('error', onLost));
  const runner = await run({
    pgPool: pool,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => {
      if (level === 'error') log.error(new Error(message), 'the job queue reports an error');
    }),
    taskList: {
      recompute: (payload) => runRecompute(app, (payload as Jobs['recompute']).id, log),
    },
  });
  const supervision = setInterval(() => {
    resumeAbandoned(app).catch((error) => log.error(error, 'abandoned recomputes could not be looked for'));
  }, SUPERVISION_INTERVAL);
  return () => stop(runner, pool, supervision);
}

async function stop(runner: Runner, pool: pg.Pool, supervision: NodeJS.Timeout): Promise<void> {
  clearInterval(supervision);
  await runner.stop();
  await pool.end();
}
