import { join } from 'node:path';
import { connectionUrl, DATABASE, type EmbeddedOptions, type EmbeddedPostgres, SUPERUSER } from './connection.js';
import { settleHome } from './home.js';
import { joinServer } from './join.js';
import { isServed, leaveSeat } from './seat.js';
import { startOnWindows } from './windows.js';

/** How soon a server that was killed is missed. */
const ROLL_CALL_MS = 500;

/**
 * Uses the embedded PostgreSQL of a data folder: makes the cluster at the first start, joins the server that another
 * process has started, and else starts one. The server stops when its last user has stopped or died, by kill -9 even;
 * where the server dies first, one of its users starts it again in the same place.
 * @throws Error when it can't be started here; the message says why, with the server's words
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  return process.platform === 'win32' ? startOnWindows(options) : startOnUnix(options);
}

async function startOnUnix({ dataDir, log = () => undefined, isDisposable = false }: EmbeddedOptions) {
  const home = await settleHome(dataDir);
  const joinOptions = { isDisposable, copies: join(dataDir, 'binaries') };
  const first = await joinServer(home, joinOptions);
  log(first.isAdopted ? `Joined the database server of ${home.path}` : `Started the database in ${home.path}.`);

  let seat = first.seat;
  let rejoining: Promise<void> | null = null;
  const rejoin = async () => {
    log(`The database server ${seat.pid} died; restarting it.`);
    try {
      const lost = seat;
      seat = (await joinServer(home, joinOptions)).seat;
      await leaveSeat(home, lost);
    } catch (error) {
      log(`Could not restart the database server: ${(error as Error).message}`);
    } finally {
      rejoining = null;
    }
  };
  const rollCall = setInterval(() => {
    if (!rejoining && !isServed(home, seat.pid)) rejoining = rejoin();
  }, ROLL_CALL_MS).unref();

  let stopping: Promise<void> | null = null;
  const stop = async () => {
    clearInterval(rollCall);
    await rejoining;
    await leaveSeat(home, seat);
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
