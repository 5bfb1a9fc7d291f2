import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openClient } from '../support/server.js';

const USER_SCRIPT = fileURLToPath(new URL('database-user.mjs', import.meta.url));

/** Another process that uses an embedded database. */
export interface DatabaseUser {
  readonly url: string;
  readonly isAdopted: boolean;
  /** Ends as a service does on a signal; resolves when the process is gone. */
  leave(): Promise<void>;
  /** kill -9; resolves when the process is gone. */
  kill(): Promise<void>;
}

/** A process that has begun to use an embedded database and may not have it yet. */
export interface Starting {
  readonly user: Promise<DatabaseUser>;
  kill(): Promise<void>;
}

/** Starts a process that uses the embedded database of a folder; as another account when told so (root only). */
export function beginUser(dataDir: string, account: { uid: number; gid: number } | object = {}): Starting {
  const child = spawn(process.execPath, [USER_SCRIPT, dataDir], { stdio: 'pipe', ...account });
  const exited = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  const begin = async () => {
    let output = '';
    let complaint = '';
    child.stderr.on('data', (chunk) => {
      complaint += chunk;
    });
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
      output += chunk;
      if (output.includes('\n')) break;
    }
    if (!output) throw new Error(complaint || 'the process was killed');
    const leave = async () => {
      child.stdin.end();
      await exited;
    };
    return { ...(JSON.parse(output) as { url: string; isAdopted: boolean }), leave, kill };
  };
  const user = begin();
  // A process that is killed before it has the database rejects, perhaps before anybody waits for it.
  user.catch(() => undefined);
  return { user, kill };
}

export function startUser(dataDir: string, account: { uid: number; gid: number } | object = {}): Promise<DatabaseUser> {
  return beginUser(dataDir, account).user;
}

/** A folder that every account may enter; removed by `remove`. */
export async function openFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'openladder-test-'));
  await chmod(path, 0o755);
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Runs statements on one connection and answers with the rows of the last. */
export async function query(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = await openClient(url);
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The process id of the server of a data folder, from PostgreSQL's own file. */
export async function serverPid(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8'), 10);
}

/** Whether a process runs; one that has ended and waits to be reaped does not. */
export function isRunning(pid: number): boolean {
  const state = processField(pid, 'stat');
  return state !== '' && !state.startsWith('Z');
}

/** kill -9 of what watches a server: the shell that started it, and that shell's helper. */
export function killWatchdog(server: number): void {
  const watchdog = Number(processField(server, 'ppid'));
  // Once it is dead the parent is init, whose children are everybody.
  if (!processField(watchdog, 'args').includes('openladder-watchdog')) throw new Error(`${server} has no watchdog`);
  const all = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).stdout.trim().split('\n');
  const children = all.map((line) => line.trim().split(/\s+/).map(Number)).filter(([, parent]) => parent === watchdog);
  process.kill(watchdog, 'SIGKILL');
  for (const [pid] of children) if (pid !== server) process.kill(pid!, 'SIGKILL');
}

/** The account that a process runs as. */
export function userOf(pid: number): number {
  return Number(processField(pid, 'uid'));
}

/** Whether any process has a text in its command line. */
export function isAnyRunning(text: string): boolean {
  return spawnSync('ps', ['-A', '-ww', '-o', 'args='], { encoding: 'utf8' }).stdout.includes(text);
}

function processField(pid: number, field: 'args' | 'stat' | 'ppid' | 'uid'): string {
  return spawnSync('ps', ['-o', `${field}=`, '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
}

/** Tries until it is so. */
export async function eventually(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  timeoutMs = 300_000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`not so after ${timeoutMs} ms: ${what}`);
    await sleep(20);
  }
}
