import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ensureAdminToken } from './access/token.service.js';
import type { Config } from './config.js';
import { createDemo } from './demo/demo.js';
import { createServer } from './graphql/server.js';
import type { JobLog } from './jobs/job-log.js';
import { startWorker } from './jobs/worker.js';
import { listen as listenForWakeUps } from './live/listen.js';
import { openApp } from './open-app.js';
import { startStep } from './start-error.js';

export interface RunningService {
  /** Where it listens, without a slash at the end. */
  readonly url: string;
  /** The administrator's token, where this start made one. */
  readonly adminToken: string | null;
  /** Finishes what is under way, then lets go of everything; may be called twice. */
  stop(): Promise<void>;
}

/**
 * Starts the service: database, schema, administrator, demonstration leagues, HTTP.
 * @param log told in one line what happens
 * @param clock the present, as use cases see it
 * @throws StartError
 */
export async function serve(
  config: Config,
  log: (message: string) => void,
  clock?: () => Date,
): Promise<RunningService> {
  const { app, migrated, close } = await openApp(config, log, clock);
  let server: FastifyInstance | undefined;
  let stopWorker: (() => Promise<void>) | undefined;
  let stopListening: (() => Promise<void>) | undefined;
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    await server?.close();
    await stopWorker?.();
    await stopListening?.();
    await close();
  };
  const stopOnce = () => {
    stopping ??= stop();
    return stopping;
  };
  try {
    if (migrated.length > 0) log(`The database schema is up to date (${migrated.length} migrations ran).`);
    if (config.isDemo) await createDemo(app, log);
    server = await createServer(app, config);
    const { log: serverLog } = server;
    stopListening = listenForWakeUps(app.databaseUrl, app.wakeUps, (error, message) => serverLog.error(error, message));
    await listen(server, config);
    stopWorker = await startWorker(app, jobLog(server));
    // Last of all: a start that failed after it would leave a token that nobody has seen.
    const adminToken = await ensureAdminToken(app, config.adminToken ?? undefined);
    return { url: addressOf(server), adminToken, stop: stopOnce };
  } catch (error) {
    await stopOnce();
    throw error;
  }
}

async function listen(server: FastifyInstance, { host, port }: Config): Promise<void> {
  const name = `The service could not listen on port ${port} of ${host} (OPENLADDER_PORT, OPENLADDER_HOST)`;
  await startStep(name, () => server.listen({ host, port }));
}

function jobLog({ log }: FastifyInstance): JobLog {
  return { info: (message) => log.info(message), error: (error, message) => log.error(error, message) };
}

function addressOf(server: FastifyInstance): string {
  const { address, family, port } = server.server.address() as AddressInfo;
  const host = family === 'IPv6' ? `[${address}]` : address;
  return `http://${host.replace('0.0.0.0', '127.0.0.1').replace('[::]', '[::1]')}:${port}`;
}
