import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readTextOrNull } from './files.js';

/** A running server as its postmaster.pid describes it. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** Empty until the server has opened its socket. */
  readonly socketFolder: string;
  /** "starting", "ready", "stopping", or empty before the server has written it. */
  readonly status: string;
}

/** The server that runs on a data directory; null if a killed one left its file behind. */
export async function findPostmaster(data: string): Promise<Postmaster | null> {
  const found = parsePostmasterFile((await readTextOrNull(join(data, 'postmaster.pid'))) ?? '');
  return found && isServerOf(data, await commandLine(found.pid)) ? found : null;
}

/**
 * Removes the lock files of a killed server if their process id now belongs to another process, or to a dead one that
 * nobody has reaped: both are common in containers, and PostgreSQL would refuse to start.
 */
export async function removeStaleLocks(data: string, socketFolder: string): Promise<void> {
  for (const file of [join(data, 'postmaster.pid'), join(socketFolder, '.s.PGSQL.5432.lock')]) {
    const text = await readTextOrNull(file);
    const owner = parsePostmasterFile(text ?? '');
    if (!owner || !isAlive(owner.pid) || isServerOf(data, await commandLine(owner.pid))) continue;
    // Read again: another process may have begun a server since.
    if ((await readTextOrNull(file)) === text) await rm(file, { force: true });
  }
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
  if (existsSync('/proc/self/cmdline')) return (await readTextOrNull(`/proc/${pid}/cmdline`, 'ESRCH')) ?? '';
  const listed = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return listed.stdout;
}
