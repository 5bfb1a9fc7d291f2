import { readdir, rm } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findBinaryPackage, prepareBinaries } from './binaries.js';
import { ensureCluster } from './cluster.js';
import type { Home } from './home.js';
import { findPostmaster, type Postmaster, removeStaleLocks } from './postmaster.js';
import { isServed, leaveSeat, type Seat, stopUnwatched, takeSeat } from './seat.js';
import { logEnd, logSince, rotateLog } from './server-log.js';
import { serverArguments } from './settings.js';
import { settleSocketFolder } from './socket-folder.js';
import { startWatched } from './watchdog.js';

/** A share in a running server that accepts connections. */
export interface Membership {
  readonly seat: Seat;
  readonly socketFolder: string;
  readonly port: number;
  /** Whether another process had started the server. */
  readonly isAdopted: boolean;
}

export interface JoinOptions {
  readonly isDisposable: boolean;
  /** Where copies of the binaries may be kept. */
  readonly copies: string;
}

/** Recovery of a large cluster after a crash takes time; after this long, the log is the place to look. */
const PATIENCE_MS = 120_000;
/** A door is missing for milliseconds while a server begins, and while one ends; then its watchdog is dead. */
const DOOR_PATIENCE_MS = 2_000;
const PAUSE_MS = 20;

/**
 * Takes a seat in the server of a cluster, which is started when none runs. No lock of ours is needed when several
 * processes do this at once: PostgreSQL lets one server at a data directory, and those who started the others find that
 * one on their next round.
 * @throws Error with the end of the server's log when it doesn't start
 */
export async function joinServer(home: Home, options: JoinOptions): Promise<Membership> {
  const deadline = Date.now() + PATIENCE_MS;
  const doorless = { pid: 0, since: 0 };
  while (Date.now() < deadline) {
    const server = await findPostmaster(home.data);
    const seat = server ? takeSeat(home, server.pid) : await launch(home, options);
    const membership = seat && (await settle(home, seat, server !== null, deadline));
    if (membership) return membership;
    if (server && !seat) {
      if (doorless.pid !== server.pid) Object.assign(doorless, { pid: server.pid, since: Date.now() });
      if (Date.now() - doorless.since > DOOR_PATIENCE_MS) await stopUnwatched(home, server.pid);
    }
    await sleep(PAUSE_MS);
  }
  throw new Error(`the database in ${home.path} was not ready after ${PATIENCE_MS / 1000} s; see ${home.log}`);
}

async function launch(home: Home, options: JoinOptions): Promise<Seat | null> {
  const binaries = await prepareBinaries(await findBinaryPackage(), home.user, options.copies);
  await ensureCluster(home, binaries, options.isDisposable);
  const socketFolder = await settleSocketFolder(home);
  await removeStaleLocks(home.data, socketFolder);
  await rotateLog(home.log);
  const before = await logEnd(home.log);
  const command = [binaries.postgres, ...serverArguments(home.data, socketFolder, options.isDisposable)];
  const started = await startWatched(home, command);
  const seat = takeSeat(home, started.pid);
  started.release();
  if (seat && (await hasClaimed(home, seat))) return seat;
  if (seat) await leaveSeat(home, seat);
  const log = await logSince(home.log, before);
  if (isRivalry(log) || (await findPostmaster(home.data))) return null;
  throw new Error(`the database in ${home.path} did not start; its log says:\n${log || '(nothing)'}`);
}

/** Whether a server just started got the data directory, rather than ended at once. */
async function hasClaimed(home: Home, seat: Seat): Promise<boolean> {
  while (isServed(home, seat.pid)) {
    if ((await findPostmaster(home.data))?.pid === seat.pid) return true;
    await sleep(PAUSE_MS / 4);
  }
  return false;
}

/** Another server has the directory, or what one that was killed left in memory is not gone yet. */
function isRivalry(log: string): boolean {
  return log.includes('lock file "postmaster.pid" already exists') || log.includes('pre-existing shared memory block');
}

/** Waits until the server accepts connections; null, and the seat given up, when it ends instead. */
async function settle(home: Home, seat: Seat, isAdopted: boolean, deadline: number): Promise<Membership | null> {
  let server: Postmaster | null = null;
  while (isServed(home, seat.pid) && Date.now() < deadline) {
    server = await findPostmaster(home.data);
    if (server?.pid === seat.pid && server.status === 'ready') {
      if (!isAdopted) await removeOldPipes(home, seat.pid);
      return { seat, socketFolder: server.socketFolder, port: server.port, isAdopted };
    }
    await sleep(PAUSE_MS / 4);
  }
  await leaveSeat(home, seat);
  return null;
}

/** Pipes of watchdogs that were killed; those of a rival that is about to give up may go too. */
async function removeOldPipes(home: Home, current: number): Promise<void> {
  for (const name of await readdir(home.path)) {
    const pid = /^(?:door|closed|census)\.(\d+)$/.exec(name)?.[1];
    if (pid && Number(pid) !== current) await rm(joinPath(home.path, name), { force: true });
  }
}
