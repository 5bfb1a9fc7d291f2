import { closeSync, constants, existsSync, openSync, readSync, writeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterDir } from './cluster-dir.js';
import { codeOf, statOrNull } from './files.js';
import { findPostmaster } from './postmaster.js';

/**
 * A process's share in a server, which runs while any process has one: two open pipes, see watchdog.ts. Node opens them
 * close-on-exec, so our own children hold no share.
 */
export interface ServerLease {
  /** The server's process id. */
  readonly pid: number;
  readonly leasePipe: number;
  readonly countPipe: number;
}

const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;
/** A checkpoint on a slow disk takes seconds; a minute means that something is wrong. */
const SHUTDOWN_TIMEOUT_MS = 60_000;

/** Takes a lease. Null if no watchdog reads the lease pipe: the server begins, ends, or runs without a watchdog of this kind. */
export async function takeLease(dir: ClusterDir, pid: number): Promise<ServerLease | null> {
  if (!(await arePipes(dir, pid))) return null;
  const leasePipe = openPipe(leasePipeOf(dir, pid), O_WRONLY);
  if (leasePipe === null) return null;
  try {
    writeSync(leasePipe, '\n');
  } catch {
    closeSync(leasePipe);
    return null;
  }
  const countPipe = openPipe(countPipeOf(dir, pid), O_WRONLY);
  if (countPipe !== null) return { pid, leasePipe, countPipe };
  closeSync(leasePipe);
  return null;
}

/** Whether the server of a lease still runs. */
export function isRunning(dir: ClusterDir, pid: number): boolean {
  return existsSync(countPipeOf(dir, pid));
}

/**
 * Gives a lease up. The last user waits until the server has ended.
 * @throws Error when it does not end in time
 */
export async function releaseLease(dir: ClusterDir, lease: ServerLease): Promise<void> {
  closeSync(lease.countPipe);
  closeSync(lease.leasePipe);
  const deadline = Date.now() + SHUTDOWN_TIMEOUT_MS;
  while (isUnused(dir, lease.pid)) {
    if (isUnwatched(dir, lease.pid)) return stopUnwatched(dir, lease.pid);
    if (Date.now() > deadline) throw new Error(`the database server ${lease.pid} did not stop; see ${dir.log}`);
    await sleep(5);
  }
}

/** Stops a server that lost its watchdog. */
export async function stopUnwatched(dir: ClusterDir, pid: number): Promise<void> {
  const deadline = Date.now() + SHUTDOWN_TIMEOUT_MS;
  const isThere = async () => (await findPostmaster(dir.data))?.pid === pid;
  if (await isThere()) process.kill(pid, 'SIGINT');
  while (await isThere()) {
    if (Date.now() > deadline) throw new Error(`the database server ${pid} did not stop; see ${dir.log}`);
    await sleep(20);
  }
  for (const path of [leasePipeOf(dir, pid), closedPipeOf(dir, pid), countPipeOf(dir, pid)]) {
    await rm(path, { force: true });
  }
}

/** Whether it is certain that nobody watches or uses a server: its pipes are there, and nobody has opened them. */
export async function isAbandoned(dir: ClusterDir, pid: number): Promise<boolean> {
  return (await arePipes(dir, pid)) && isUnwatched(dir, pid) && isUnused(dir, pid);
}

/**
 * Whether the files of a server are pipes, as they may not be with other versions. Not by `statSync`: after it has seen a pipe,
 * `realpathSync` of Node 20 leaves symbolic links as they are, and packages that are loaded next are loaded twice.
 */
async function arePipes(dir: ClusterDir, pid: number): Promise<boolean> {
  const files = [leasePipeOf, closedPipeOf, countPipeOf].map((pathOf) => statOrNull(pathOf(dir, pid)));
  return (await Promise.all(files)).every((file) => file === null || file.isFIFO());
}

/** Whether the server runs without a lease. Reading then returns the end of the pipe; with a writer it returns "try again". */
function isUnused(dir: ClusterDir, pid: number): boolean {
  const countPipe = openPipe(countPipeOf(dir, pid), O_RDONLY);
  if (countPipe === null) return false;
  try {
    return readSync(countPipe, Buffer.alloc(1)) === 0;
  } catch (error) {
    if (codeOf(error) === 'EAGAIN') return false;
    throw error;
  } finally {
    closeSync(countPipe);
  }
}

/** Whether the lease pipe exists, open or closed, and has no reader. */
function isUnwatched(dir: ClusterDir, pid: number): boolean {
  return [leasePipeOf(dir, pid), closedPipeOf(dir, pid)].some((path) => {
    try {
      closeSync(openSync(path, O_WRONLY | O_NONBLOCK));
      return false;
    } catch (error) {
      return codeOf(error) === 'ENXIO';
    }
  });
}

function openPipe(path: string, mode: number): number | null {
  try {
    return openSync(path, mode | O_NONBLOCK);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENXIO') return null;
    throw error;
  }
}

function leasePipeOf(dir: ClusterDir, pid: number): string {
  return join(dir.path, `lease.${pid}`);
}

/** Where the watchdog moves the lease pipe before it stops the server. */
function closedPipeOf(dir: ClusterDir, pid: number): string {
  return join(dir.path, `closed.${pid}`);
}

function countPipeOf(dir: ClusterDir, pid: number): string {
  return join(dir.path, `count.${pid}`);
}
