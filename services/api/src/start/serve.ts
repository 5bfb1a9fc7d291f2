import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { isStandby } from '../database/migrate.js';
import { clockDifference, rightsThatLack } from '../database/server-compatibility.js';
import { createDemo, runDemoMatches } from '../demo/demo.js';
import { nodeId } from '../graphql/scalars.js';
import type { Lifecycle } from '../http/door.js';
import { serveMetrics } from '../http/serve-metrics.js';
import { createServer } from '../http/server.js';
import { startWorker } from '../jobs/worker.js';
import { createLog, type Log, STANDARD_OUTPUT } from '../kit/log.js';
import { REQUESTS } from '../kit/sql/connection.js';
import type { Sql } from '../kit/sql/transaction.js';
import { startStep } from '../kit/start-error.js';
import { repeat } from '../kit/waiting.js';
import { upgradeRatings } from '../league-log/upgrade-ratings.js';
import { runNightly } from '../nightly/pass-midnight.js';
import type { RaterCatalogue } from '../raters/raters.js';
import { makeSignInCode } from '../token/sessions.js';
import { ensureAdminToken, troublesOfChosenAdmin } from '../token/token.service.js';
import type { NeedsIds } from '../webhook/content.js';
import { runWebhooks } from '../webhook/run-webhooks.js';
import type { App } from './app.js';
import type { Config } from './config.js';
import { openApp } from './open-app.js';
import { startTracing } from './tracing.js';

export interface RunningService {
  /** Its URL, without a slash at the end. */
  readonly url: string;
  /** URL of the metrics; null if they are not served. */
  readonly metricsUrl: string | null;
  /** The admin token, if this start created one. */
  readonly adminToken: string | null;
  /** Signs one browser in to the console with that token; null if there is no new token. */
  readonly signInCode: string | null;
  /** Resolves when the standby that it reads is promoted: only a restarted service writes, and does background work. */
  readonly promoted: Promise<void>;
  /**
   * Finishes its running work, then releases everything; may be called twice.
   * @param delay how long it first continues to serve while /ready reports that it drains, in seconds
   * @param reason logged
   */
  stop(delay?: number, reason?: string): Promise<void>;
}

/**
 * Starts the service: database, schema, admin token, demonstration leagues, HTTP. On a standby it only serves reads.
 * @param toPerson called with one line for a waiting person; null: nobody waits, and the lines go to the log
 * @param clock the current time for use cases
 * @throws StartError
 */
export async function serve(
  config: Config,
  toPerson: ((message: string) => void) | null,
  clock?: () => Date,
): Promise<RunningService> {
  const log = createLog(config.logLevel, STANDARD_OUTPUT);
  const tell = toPerson ?? ((message: string) => log.info({}, message));
  const stopTracing = config.traceEndpoint === null ? undefined : await startTracing(config.traceEndpoint, log);
  const { app, migrated, close } = await openApp(config, tell, {
    ...{ clock, log, timeouts: REQUESTS },
    migrates: true,
  });
  let server: FastifyInstance | undefined;
  /** Each ends some background work. */
  const ends: (() => Promise<void>)[] = [];
  let metrics: Awaited<ReturnType<typeof serveMetrics>> | undefined;
  let stopping: Promise<void> | undefined;
  const lifecycle: Lifecycle = { phase: 'starting' };
  const stop = async (delay: number) => {
    if (lifecycle.phase === 'serving') lifecycle.phase = 'draining';
    if (delay > 0) await setTimeout(delay * 1_000);
    await server?.close();
    await Promise.all(ends.map((end) => end()));
    await metrics?.stop();
    await close();
    await stopTracing?.();
  };
  const stopOnce = (delay = 0, reason?: string) => {
    if (reason && !stopping) log.info({ reason, delay }, 'Shutting down');
    stopping ??= stop(delay);
    return stopping;
  };
  try {
    if (migrated.length > 0) tell(`The database schema is up to date (${migrated.length} migrations ran).`);
    await upgradeRatings(app, config.upgradeRatings, tell);
    if (app.isStandby) tell('The database is a standby: this service answers queries and refuses mutations.');
    else if (config.isDemo) await createDemo(app, tell);
    await warnOfMissingRaters(app.database, app.raters, log);
    const difference = await clockDifference(app.database);
    if (difference) log.warn({}, difference);
    if (!app.isStandby) for (const sentence of await rightsThatLack(app.database)) log.warn({}, sentence);
    await app.schema.start(config.directDatabaseUrl === null ? app.session : null, (isUsable) =>
      app.metrics.databaseUsable.set(Number(isUsable)),
    );
    // Boards are right from the first response on, even if no process was running at their midnights.
    if (!app.isStandby && app.schema.incompatibility === null) await runNightly(app, log);
    server = await createServer(app, config, undefined, lifecycle);
    // A standby receives no notifications; code that waits for events there polls.
    if (!app.isStandby) await app.wakeUps.listen(app.session);
    metrics = config.metricsPort === null ? undefined : await openMetrics(app, config, config.metricsPort);
    await listen(server, config);
    if (!app.isStandby) {
      ends.push(await startWorker(app, log));
      const idOf: NeedsIds['idOf'] = (kind, ...key) => nodeId(app, kind, ...key);
      ends.push(runWebhooks({ ...app, idOf }, log));
      if (config.isDemo) ends.push(runDemoMatches(app, log));
    }
    // Last of all: a start that failed after this would leave a token that no one has seen.
    const adminToken = app.isStandby ? null : await ensureAdminToken(app, config.adminToken ?? undefined);
    await warnOfChosenAdmin(app, config, log);
    const signInCode = adminToken ? await makeSignInCode(app, adminToken) : null;
    const promoted = new Promise<void>((resolve) => {
      if (app.isStandby) ends.push(untilPromoted(app, resolve));
    });
    lifecycle.phase = 'serving';
    return {
      url: addressOf(server),
      metricsUrl: metrics?.url ?? null,
      adminToken,
      signInCode,
      promoted,
      stop: stopOnce,
    };
  } catch (error) {
    await stopOnce();
    throw error;
  }
}

/** How often a service on a standby checks whether it still is one, in milliseconds. */
const LOOK_INTERVAL = 1_000;

function untilPromoted({ database }: App, promoted: () => void): () => Promise<void> {
  return repeat(LOOK_INTERVAL, async () => {
    // A database that does not answer is still a standby.
    if (!(await isStandby(database).catch(() => true))) promoted();
  });
}

async function listen(server: FastifyInstance, { host, port }: Config): Promise<void> {
  const name = `The service could not listen on port ${port} of ${host} (OPENLADDER_PORT, OPENLADDER_HOST)`;
  await startStep(name, () => server.listen({ host, port }));
}

function openMetrics({ metrics, log }: App, { metricsHost: host }: Config, port: number) {
  const name = `The metrics could not be served on port ${port} of ${host} (OPENLADDER_METRICS_PORT, …_HOST)`;
  return startStep(name, () => serveMetrics(metrics, { port, host }, log));
}

function addressOf(server: FastifyInstance): string {
  const { address, family, port } = server.server.address() as AddressInfo;
  const host = family === 'IPv6' ? `[${address}]` : address;
  return `http://${host.replace('0.0.0.0', '127.0.0.1').replace('[::]', '[::1]')}:${port}`;
}

/** Warns of unexpected effects of the operator's own secret. */
async function warnOfChosenAdmin(app: App, { adminToken }: Config, log: Log): Promise<void> {
  if (adminToken === null) return;
  for (const trouble of await troublesOfChosenAdmin(app, adminToken)) log.warn({}, trouble);
}

/** The most leagues that are named for a missing rater. */
const NAMED_LEAGUES = 10;

/** Warns of every rater that a league uses and that is not installed. */
export async function warnOfMissingRaters(sql: Sql, raters: RaterCatalogue, log: Log): Promise<void> {
  const missing: { rater: string; count: number; leagues: string[] }[] = await sql.query(
    `SELECT rater, count(*)::integer AS count, (array_agg(slug ORDER BY slug))[1:$2] AS leagues
     FROM league WHERE rater <> ALL($1::text[]) AND deleted_at IS NULL GROUP BY rater ORDER BY rater`,
    [[...raters.keys()], NAMED_LEAGUES],
  );
  for (const { rater, count, leagues } of missing) {
    log.warn(
      { rater, count, leagues },
      'A rating system is not installed (OPENLADDER_RATERS); its leagues can be read but refuse matches',
    );
  }
}
