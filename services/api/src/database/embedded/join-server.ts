import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type BinaryPackage, findBinaryPackage, prepareBinaries } from './binaries.js';
import { ensureCluster, serverArguments } from './cluster.js';
import type { ClusterDir } from './cluster-dir.js';
import { DATABASE, ensureSocketFolder, SUPERUSER } from './connection.js';
import { readTextOrNull, statOrNull } from './files.js';
import { findPostmaster, type Postmaster, removeStaleLocks } from './postmaster.js';
import { isAbandoned, isRunning, releaseLease, type ServerLease, stopUnwatched, takeLease } from './server-lease.js';
import { startWatched } from './watchdog.js';

/** A share in a running server that accepts connections. */
export interface JoinedServer {
  readonly lease: ServerLease;
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

/** Recovery of a large cluster after a crash takes time. After this long, people should look into the log. */
const TIMEOUT_MS = 120_000;
/** The lease pipe is missing for milliseconds while a server begins or ends. After this long, its watchdog is dead. */
const UNWATCHED_TIMEOUT_MS = 2_000;
const PAUSE_MS = 20;

/**
 * Takes a lease on the server of a cluster, which is started when none runs. No lock of ours is needed when several
 * processes do this at once: PostgreSQL lets one server at a data directory, and those who started the others find that
 * one on their next round.
 * @throws Error with the end of the server's log when it doesn't start, or when the server that runs is not ours to join or to stop
 */
export async function joinServer(dir: ClusterDir, options: JoinOptions): Promise<JoinedServer> {
  const deadline = Date.now() + TIMEOUT_MS;
  const unwatched = { pid: 0, since: 0 };
  while (Date.now() < deadline) {
    const server = await findPostmaster(dir.data);
    const lease = server ? await takeLease(dir, server.pid) : await launch(dir, options);
    const joined = lease && (await untilReady(dir, lease, server !== null, deadline));
    if (joined) return joined;
    if (server && !lease) {
      if (unwatched.pid !== server.pid) Object.assign(unwatched, { pid: server.pid, since: Date.now() });
      // A starting server will be ready, and a stopping one will be gone.
      const isLasting = server.status === 'ready' && Date.now() - unwatched.since > UNWATCHED_TIMEOUT_MS;
      if (isLasting) await stopAbandoned(dir, server);
    }
    await sleep(PAUSE_MS);
  }
  throw new Error(`the database in ${dir.path} was not ready after ${TIMEOUT_MS / 1000} s; see ${dir.log}`);
}

async function launch(dir: ClusterDir, options: JoinOptions): Promise<ServerLease | null> {
  const found = await findBinaryPackage();
  const binaries = await prepareBinaries(found, dir.user, options.copies);
  await ensureCluster(dir, binaries, options.isDisposable);
  await checkVersion(dir, found);
  const socketFolder = await ensureSocketFolder(dir);
  await removeStaleLocks(dir.data, socketFolder);
  await rotateLog(dir.log);
  const before = await logEnd(dir.log);
  const command = [binaries.postgres, ...serverArguments(dir.data, socketFolder, options.isDisposable)];
  const started = await startWatched(dir, command);
  const lease = await takeLease(dir, started.pid);
  started.release();
  if (lease && (await hasClaimed(dir, lease))) return lease;
  if (lease) await releaseLease(dir, lease);
  const log = await logSince(dir.log, before);
  if (isRivalry(log) || (await findPostmaster(dir.data))) return null;
  throw new Error(`the database in ${dir.path} did not start; its log says:\n${log || '(nothing)'}`);
}

/**
 * Stops a server that nobody uses and nobody watches, so that another one can take its place.
 * @throws Error if somebody may use it: another version may keep leases in another way
 */
async function stopAbandoned(dir: ClusterDir, server: Postmaster): Promise<void> {
  if ((await isAbandoned(dir, server.pid)) && !(await hasClients(server))) return stopUnwatched(dir, server.pid);
  throw new Error(
    `process ${server.pid} is a PostgreSQL server in ${dir.path} that this version of Open Ladder cannot join: another version or a person ` +
      `started it, or its watchdog was killed. Use the version that runs there, or stop what uses the server, and then the server if it goes on: kill -INT ${server.pid}`,
  );
}

/** Whether anybody is connected to a server. True if it does not answer. */
async function hasClients({ socketFolder, port }: Postmaster): Promise<boolean> {
  const client = new pg.Client({
    ...{ host: socketFolder, port, user: SUPERUSER, database: DATABASE },
    ...{ connectionTimeoutMillis: UNWATCHED_TIMEOUT_MS, query_timeout: UNWATCHED_TIMEOUT_MS },
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const others = `SELECT FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() LIMIT 1`;
    return (await client.query(others)).rowCount !== 0;
  } catch {
    return true;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** PostgreSQL reads the files of its own major version only. */
async function checkVersion({ path, data }: ClusterDir, { version }: BinaryPackage): Promise<void> {
  const made = (await readTextOrNull(join(data, 'PG_VERSION')))?.trim();
  const [ours] = version.split('.');
  if (made === undefined || made === ours) return;
  throw new Error(
    `the database in ${path} was made by PostgreSQL ${made}, and this version of Open Ladder has PostgreSQL ${ours}. Make a backup with ` +
      'the version of Open Ladder that you used before, and restore it with this one, into a new folder; docs/upgrading.md has the steps',
  );
}

/** Whether a server just started got the data directory, rather than ended at once. */
async function hasClaimed(dir: ClusterDir, lease: ServerLease): Promise<boolean> {
  while (isRunning(dir, lease.pid)) {
    if ((await findPostmaster(dir.data))?.pid === lease.pid) return true;
    await sleep(PAUSE_MS / 4);
  }
  return false;
}

/** Another server has the directory, or shared memory of a killed one still exists. */
function isRivalry(log: string): boolean {
  return log.includes('lock file "postmaster.pid" already exists') || log.includes('pre-existing shared memory block');
}

/** Waits until the server accepts connections. Null when it ends instead; the lease is then given up. */
async function untilReady(
  dir: ClusterDir,
  lease: ServerLease,
  isAdopted: boolean,
  deadline: number,
): Promise<JoinedServer | null> {
  let server: Postmaster | null = null;
  while (isRunning(dir, lease.pid) && Date.now() < deadline) {
    server = await findPostmaster(dir.data);
    if (server?.pid === lease.pid && server.status === 'ready') {
      if (!isAdopted) await removeOldPipes(dir, lease.pid);
      return { lease, socketFolder: server.socketFolder, port: server.port, isAdopted };
    }
    await sleep(PAUSE_MS / 4);
  }
  await releaseLease(dir, lease);
  return null;
}

/** Removes the pipes of killed watchdogs. Those of a rival that is about to give up may be removed as well. */
async function removeOldPipes(dir: ClusterDir, current: number): Promise<void> {
  for (const name of await readdir(dir.path)) {
    const pid = /^(?:lease|closed|count)\.(\d+)$/.exec(name)?.[1];
    if (pid && Number(pid) !== current) await rm(join(dir.path, name), { force: true });
  }
}

const LARGEST_LOG_BYTES = 1_000_000;
const TAIL_BYTES = 2_000;

/** Puts a long log aside, as `<name>.old`. Only while no server runs. */
async function rotateLog(log: string): Promise<void> {
  const found = await statOrNull(log);
  if (found && found.size > LARGEST_LOG_BYTES) await rename(log, `${log}.old`);
}

/** The current end of the log, for `logSince`. */
async function logEnd(log: string): Promise<number> {
  return (await statOrNull(log))?.size ?? 0;
}

/** The last lines that a server wrote since a place. */
async function logSince(log: string, start: number): Promise<string> {
  const end = await logEnd(log);
  const from = Math.max(start, end - TAIL_BYTES);
  if (end <= from) return '';
  const file = await open(log);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(end - from), 0, end - from, from);
    return buffer.toString('utf8', 0, bytesRead).trim();
  } finally {
    await file.close();
  }
}
