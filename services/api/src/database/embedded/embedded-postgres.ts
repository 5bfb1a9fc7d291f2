import { join } from 'node:path';
import { ensureClusterDir } from './cluster-dir.js';
import { connectionUrl, DATABASE, type EmbeddedOptions, type EmbeddedPostgres, SUPERUSER } from './connection.js';
import { joinServer } from './join-server.js';
import { isRunning, releaseLease } from './server-lease.js';
import { startOnWindows } from './windows.js';

/** How soon the death of a server is noticed. */
const CHECK_MS = 500;

/**
 * Uses the embedded PostgreSQL of a data folder: makes the cluster at the first start, joins the server that another
 * process has started, and else starts one. The server stops when its last user has stopped or died, even by kill -9.
 * If the server dies first, one of its users starts it again in the same place.
 * @throws Error when it can't be started here; the message says why, with the server's words
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  return process.platform === 'win32' ? startOnWindows(options) : startOnUnix(options);
}

async function startOnUnix({ dataDir, log = () => undefined, isDisposable = false }: EmbeddedOptions) {
  const dir = await ensureClusterDir(dataDir);
  const joinOptions = { isDisposable, copies: join(dataDir, 'binaries') };
  const first = await joinServer(dir, joinOptions);
  log(first.isAdopted ? `Joined the database server of ${dir.path}` : `Started the database in ${dir.path}.`);

  let lease = first.lease;
  let restarting: Promise<void> | null = null;
  const restart = async () => {
    log(`The database server ${lease.pid} died; restarting it.`);
    try {
      const lost = lease;
      lease = (await joinServer(dir, joinOptions)).lease;
      await releaseLease(dir, lost);
    } catch (error) {
      log(`Could not restart the database server: ${(error as Error).message}`);
    } finally {
      restarting = null;
    }
  };
  const check = setInterval(() => {
    if (!restarting && !isRunning(dir, lease.pid)) restarting = restart();
  }, CHECK_MS).unref();

  let stopping: Promise<void> | null = null;
  const stop = async () => {
    clearInterval(check);
    await restarting;
    await releaseLease(dir, lease);
  };
  const connection = { host: first.socketFolder, port: first.port, user: SUPERUSER, password: '', database: DATABASE };
  return {
    connection,
    url: connectionUrl(connection),
    isAdopted: first.isAdopted,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}
