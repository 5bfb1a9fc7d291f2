import { closeSync, constants, existsSync, openSync, readSync, writeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from './files.js';
import type { Home } from './home.js';
import { findPostmaster } from './postmaster.js';

/**
 * A process's share in a server; the server runs while anyone holds one. See watchdog.ts for the two pipes. The file
 * descriptors are close-on-exec, as Node opens all, so that our own children hold no share.
 */
export interface Seat {
  readonly pid: number;
  readonly door: number;
  readonly census: number;
}

const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;
/** A checkpoint on a slow disk takes seconds; a minute means that something is wrong. */
const SHUTDOWN_PATIENCE_MS = 60_000;

/** Takes a seat, or answers null where no watchdog holds the door: the server begins, ends, or runs without one. */
export function takeSeat(home: Home, pid: number): Seat | null {
  const door = openPipe(doorOf(home, pid), O_WRONLY);
  if (door === null) return null;
  try {
    writeSync(door, '\n');
  } catch {
    closeSync(door);
    return null;
  }
  const census = openPipe(censusOf(home, pid), O_WRONLY);
  if (census !== null) return { pid, door, census };
  closeSync(door);
  return null;
}

/** Whether the server of a seat still runs. */
export function isServed(home: Home, pid: number): boolean {
  return existsSync(censusOf(home, pid));
}

/**
 * Gives a seat up; the last to leave waits until the server has ended.
 * @throws Error when it does not end in time
 */
export async function leaveSeat(home: Home, seat: Seat): Promise<void> {
  closeSync(seat.census);
  closeSync(seat.door);
  const deadline = Date.now() + SHUTDOWN_PATIENCE_MS;
  while (isDeserted(home, seat.pid)) {
    if (isUnwatched(home, seat.pid)) return stopUnwatched(home, seat.pid);
    if (Date.now() > deadline) throw new Error(`the database server ${seat.pid} did not stop; see ${home.log}`);
    await sleep(5);
  }
}

/** Stops a server whose watchdog was killed. */
export async function stopUnwatched(home: Home, pid: number): Promise<void> {
  const deadline = Date.now() + SHUTDOWN_PATIENCE_MS;
  const isThere = async () => (await findPostmaster(home.data))?.pid === pid;
  if (await isThere()) process.kill(pid, 'SIGINT');
  while (await isThere()) {
    if (Date.now() > deadline) throw new Error(`the database server ${pid} did not stop; see ${home.log}`);
    await sleep(20);
  }
  for (const path of [doorOf(home, pid), closedDoorOf(home, pid), censusOf(home, pid)]) {
    await rm(path, { force: true });
  }
}

/** The server runs, and nobody has a seat: the end of the census pipe is met, where a writer would make it "try again". */
function isDeserted(home: Home, pid: number): boolean {
  const census = openPipe(censusOf(home, pid), O_RDONLY);
  if (census === null) return false;
  try {
    return readSync(census, Buffer.alloc(1)) === 0;
  } catch (error) {
    if (codeOf(error) === 'EAGAIN') return false;
    throw error;
  } finally {
    closeSync(census);
  }
}

/** The door, open or closed, is there and nobody reads it. */
function isUnwatched(home: Home, pid: number): boolean {
  return [doorOf(home, pid), closedDoorOf(home, pid)].some((path) => {
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

function doorOf(home: Home, pid: number): string {
  return join(home.path, `door.${pid}`);
}

/** Where the watchdog moves the door before it stops the server. */
function closedDoorOf(home: Home, pid: number): string {
  return join(home.path, `closed.${pid}`);
}

function censusOf(home: Home, pid: number): string {
  return join(home.path, `census.${pid}`);
}
