import { readFileSync } from 'node:fs';
import { readFile, stat, unlink, writeFile } from 'node:fs/promises';

/** This process: its number and when it began. */
const ME = `${process.pid} ${startOf(process.pid)}`;
/** Milliseconds that a process may take to write the few bytes of its lock. */
const WRITING = 5_000;

/** Files that this process holds. */
const held = new Set<string>();

/**
 * Locks a file for this process alone, with a file beside it that names the process. The lock of a killed process is
 * taken over. @returns a function that releases it @throws Error if another process on this machine, or this one, has it
 */
export async function lock(path: string): Promise<() => Promise<void>> {
  const lockPath = `${path}.lock`;
  if (held.has(path)) throw new Error(`${path} is open in this process already`);
  held.add(path);
  try {
    while (!(await create(lockPath))) await takeOver(path, lockPath);
  } catch (error) {
    held.delete(path);
    throw error;
  }
  return async () => {
    await unlink(lockPath);
    held.delete(path);
  };
}

async function create(lockPath: string): Promise<boolean> {
  try {
    await writeFile(lockPath, ME, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes the lock of a process that has ended. @throws Error if it has not */
async function takeOver(path: string, lockPath: string): Promise<void> {
  const holder = await readFile(lockPath, 'utf8').catch(ifMissing(undefined));
  if (holder === undefined) return;
  const [pid = ''] = holder.split(' ');
  if (await isHeld(holder, lockPath)) {
    throw new Error(`${path} is open in process ${pid || 'unknown'}; if that is something else, remove ${lockPath}`);
  }
  // Two processes may find the same lock. The one that creates this file removes the lock, if it is still the same.
  const claim = `${lockPath}.${pid}`;
  if (!(await create(claim))) throw new Error(`${path} is being opened by another process; if not, remove ${claim}`);
  try {
    const isSame = (await readFile(lockPath, 'utf8').catch(ifMissing(undefined))) === holder;
    if (isSame) await unlink(lockPath);
  } finally {
    await unlink(claim);
  }
}

async function isHeld(holder: string, lockPath: string): Promise<boolean> {
  if (holder === '') {
    // Created, but not written yet: by a process that is writing it, or was killed.
    const { mtimeMs } = await stat(lockPath);
    return Date.now() - mtimeMs < WRITING;
  }
  const [pid, start] = holder.split(' ');
  return holder !== ME && isAlive(Number(pid)) && startOf(Number(pid)) === start && !isZombie(Number(pid));
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When a process began, if the system reports it: another process may have its number by now. */
function startOf(pid: number): string {
  return statOf(pid)[19] ?? 'unknown';
}

/** Whether a process has ended, and keeps its number because nobody has reaped it: typical of a container. */
function isZombie(pid: number): boolean {
  return ['Z', 'X'].includes(statOf(pid)[0] ?? '');
}

/** Linux's data of a process, from its state on; proc_pid_stat(5). */
function statOf(pid: number): string[] {
  try {
    // After the name, which may contain any character.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  } catch {
    return [];
  }
}

function ifMissing<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
}
