import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isMissing, readTextOrNull } from './files.js';

/** A running server as its postmaster.pid describes it. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** Empty until the server has opened its socket. */
  readonly socketFolder: string;
  /** "starting", "ready", "stopping" or, before the server has said anything, empty. */
  readonly status: string;
}

/**
 * The server that runs on a data directory, or null. A file left behind by a server that was killed is told from the
 * truth even where its number belongs to another process by now, which is common in containers, and removed then:
 * PostgreSQL itself would refuse to start.
 */
export async function findPostmaster(data: string): Promise<Postmaster | null> {
  const file = join(data, 'postmaster.pid');
  const found = parsePostmasterFile((await readTextOrNull(file)) ?? '');
  if (!found || !isAlive(found.pid)) return null;
  if (isServerOf(data, await commandLine(found.pid))) return found;
  // Read again: the server may have ended, and another begun, since.
  const now = parsePostmasterFile((await readTextOrNull(file)) ?? '');
  if (now?.pid === found.pid && isAlive(found.pid) && !isServerOf(data, await commandLine(found.pid))) {
    await rm(file, { force: true });
  }
  return null;
}

/** The lines are: pid, data directory, start, port, socket directory, address, shared memory, status (pidfile.h). */
export function parsePostmasterFile(text: string): Postmaster | null {
  const [pid, , , port, socketFolder, , , status] = text.split('\n');
  if (!pid || !/^\d+$/.test(pid)) return null;
  return { pid: Number(pid), port: Number(port), socketFolder: socketFolder ?? '', status: (status ?? '').trim() };
}

/** Whether a process exists, be it ours or another user's. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function isServerOf(data: string, command: string): boolean {
  return command.includes('postgres') && command.includes(data);
}

/** Empty for a process that has ended. /proc/PID/cmdline may be read across users, unlike the links beside it. */
async function commandLine(pid: number): Promise<string> {
  if (existsSync('/proc/self/cmdline')) {
    try {
      return await readFile(`/proc/${pid}/cmdline`, 'utf8');
    } catch (error) {
      if (isMissing(error) || (error as NodeJS.ErrnoException).code === 'ESRCH') return '';
      throw error;
    }
  }
  const listed = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return listed.stdout;
}
