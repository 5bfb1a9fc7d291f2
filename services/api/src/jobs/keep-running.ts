import type { Runner } from 'graphile-worker';
import type { Log } from '../kit/log.js';
import { repeat } from '../kit/repeat.js';

/** How often to check whether the runner has given up, in milliseconds. */
const INTERVAL = 1000;

/**
 * Starts a runner of jobs, and another one after each that gives up. A runner gives up if a job has ended and the database cannot be told.
 * @param mayRun while it returns false, no job is started; running jobs continue
 * @returns a function that stops it and resolves when the running jobs have ended
 */
export async function keepRunning(
  start: () => Promise<Runner>,
  log: Log,
  mayRun: () => boolean,
): Promise<() => Promise<void>> {
  let running: Runner | null = null;
  const begin = async () => {
    const runner = await start();
    running = runner;
    const gone = () => {
      running = null;
    };
    runner.promise.then(gone, gone);
  };
  await begin();
  const endSupervision = repeat(INTERVAL, async () => {
    if (running && !mayRun()) await running.stop().catch(() => undefined);
    if (running || !mayRun()) return;
    await begin().catch((error) => log.error({ err: error }, 'Could not restart the job queue'));
  });
  return async () => {
    await endSupervision();
    // A runner that is giving up already refuses to be stopped.
    await running?.stop().catch(() => undefined);
  };
}
