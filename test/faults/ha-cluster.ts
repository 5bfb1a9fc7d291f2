import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chooseServerUser } from '../../services/api/dist/database/embedded/server-user.js';
import { loopbackNetwork } from '../support/loopback.js';
import { onServer } from '../support/server.js';
import { pause } from './fault.js';

const CONFIGS = fileURLToPath(new URL('../../deploy/ha/', import.meta.url));
const PROGRAMS = {
  etcd: '/usr/bin/etcd',
  patroni: '/usr/bin/patroni',
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
  postgres: '/usr/lib/postgresql/15/bin/postgres',
} as const;
const NAMES = ['db1', 'db2', 'db3'] as const;
type Name = (typeof NAMES)[number];
const PASSWORDS = { postgres: 'change-me-1', openladder: 'change-me-4' };
/** How long a cluster may take to be whole, in milliseconds. */
const TIMEOUT = 180_000;

/** PostgreSQL on three machines, with what deploy/ha puts before it. Each machine is an address of this one. */
export interface HaCluster {
  /** By way of PgBouncer and HAProxy. */
  readonly url: string;
  /** By way of HAProxy. */
  readonly directUrl: string;
  leader(): Promise<Name>;
  /** Waits until one leads and the others follow it. */
  whole(): Promise<void>;
  /** Hands the lead to another in good order. */
  switchOver(): Promise<void>;
  /** Stops the leader from sending to its standbys, and after some milliseconds kills it and its Patroni. @returns whose machine it was */
  killLeader(silence: number): Promise<Name>;
  /** Starts a machine that was killed. */
  revive(name: Name): Promise<void>;
  stop(): Promise<void>;
}

/** Programs that are not on this machine; empty: a cluster can be started. */
export function missingPrograms(): string[] {
  return Object.values(PROGRAMS).filter((program) => !existsSync(program));
}

/** Starts it with the files of deploy/ha as they are, but for addresses and folders. @param isSynchronous whether it is as they say */
export async function startHaCluster({ isSynchronous }: { readonly isSynchronous: boolean }): Promise<HaCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'openladder-ha-'));
  await chmod(folder, 0o755);
  const account = await chooseServerUser();
  const network = loopbackNetwork();
  const running = new Map<string, ChildProcess>();
  const said: string[] = [];

  const own = async (path: string) => {
    await mkdir(path, { mode: 0o700 });
    await chown(path, account.uid, account.gid);
    return path;
  };
  /** A file of deploy/ha as one machine has it. */
  const configure = async (file: string, name: Name, changes: readonly (readonly [string, string])[] = []) => {
    const place = NAMES.indexOf(name) + 1;
    const ofMachine = (line: string) =>
      line.endsWith('# this machine') ? line.replaceAll('10.0.0.11', `10.0.0.1${place}`).replaceAll('db1', name) : line;
    let text = (await readFile(join(CONFIGS, file), 'utf8')).split('\n').map(ofMachine).join('\n');
    for (const [from, to] of [...changes, ['10.0.0.', `${network}.`]] as const) {
      if (!text.includes(from)) throw new Error(`${file} does not say ${from}`);
      text = text.replaceAll(from, to);
    }
    const path = join(folder, `${name}-${file}`);
    await writeFile(path, text);
    return path;
  };
  const run = (name: string, program: string, args: readonly string[]) => {
    const env = { PATH: process.env.PATH, HOME: join(folder, name) };
    const child = spawn(program, args, { ...account, cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said.push(`${name}: ${text}`);
        if (said.length > 2_000) said.shift();
      });
    }
    running.set(name, child);
  };
  const address = (name: Name) => `${network}.1${NAMES.indexOf(name) + 1}`;
  const dataDir = (name: Name) => join(folder, `${name}-data`);
  const startPatroni = (name: Name) => run(`patroni-${name}`, PROGRAMS.patroni, [join(folder, `${name}-patroni.yaml`)]);
  /** What Patroni says of a machine; null where it does not answer. */
  const ask = async (name: Name): Promise<{ role: string; state: string; timeline?: number } | null> =>
    fetch(`http://${address(name)}:8008/patroni`, { signal: AbortSignal.timeout(2_000) }).then(
      (response) => response.json() as never,
      () => null,
    );
  const isLeader = (answer: Awaited<ReturnType<typeof ask>>) =>
    answer?.state === 'running' && /^(master|primary)$/.test(answer.role);
  const until = async (what: string, isSo: () => Promise<boolean>) => {
    for (const end = Date.now() + TIMEOUT; !(await isSo()); await pause(200)) {
      const dead = [...running].find(([, { exitCode }]) => exitCode !== null)?.[0];
      if (dead || Date.now() > end) {
        throw new Error(
          `${dead ? `${dead} has ended` : `${what} took over ${TIMEOUT} ms`}. ${said.slice(-60).join('')}`,
        );
      }
    }
  };
  const leader = async () => {
    const answers = await Promise.all(NAMES.map(ask));
    const found = NAMES.find((_, place) => isLeader(answers[place]!));
    if (!found) throw new Error('there is no leader');
    return found;
  };
  const serverUrl = `postgres://postgres:${PASSWORDS.postgres}@${network}.20:5432/postgres`;
  /** Standbys that stream, and of them how many a commit waits for. */
  const standbys = async () => {
    const [row] = await onServer(
      serverUrl,
      `SELECT count(*)::integer AS streaming, (count(*) FILTER (WHERE sync_state <> 'async'))::integer AS synchronous
       FROM pg_stat_replication WHERE state = 'streaming' AND application_name LIKE 'db_'`,
    ).catch(() => []);
    return row as { streaming: number; synchronous: number } | undefined;
  };
  const whole = () =>
    until('the start of the cluster', async () => {
      const found = await standbys();
      return found?.streaming === 2 && found.synchronous === (isSynchronous ? 1 : 0);
    });
  const stop = async () => {
    // Patroni first, or it would start others again; with SIGTERM it stops its PostgreSQL.
    const patronis = [...running].filter(([key]) => key.startsWith('patroni'));
    const others = [...running].filter(([key]) => !key.startsWith('patroni'));
    for (const [group, signal] of [
      [patronis, 'SIGTERM'],
      [others, 'SIGKILL'],
    ] as const) {
      await Promise.all(
        group.map(async ([, child]) => {
          if (child.exitCode !== null || child.signalCode !== null) return;
          const ended = once(child, 'exit');
          child.kill(signal);
          const stuck = setTimeout(() => child.kill('SIGKILL'), 30_000);
          await ended;
          clearTimeout(stuck);
        }),
      );
    }
    for (const name of NAMES) killAll(dataDir(name));
    await rm(folder, { recursive: true, force: true });
  };

  try {
    const asynchronous = [
      ['synchronous_mode: true', 'synchronous_mode: false'],
      ['synchronous_mode_strict: true', 'synchronous_mode_strict: false'],
    ] as const;
    for (const name of NAMES) {
      const sockets = await own(join(folder, `${name}-sockets`));
      await own(join(folder, `patroni-${name}`));
      const etcd = await configure('etcd.yaml', name, [
        ['/var/lib/etcd/openladder', await own(join(folder, `${name}-etcd`))],
      ]);
      const patroni = await configure('patroni.yaml', name, [
        ['/var/lib/postgresql/15/openladder', await own(dataDir(name))],
        ['/var/run/postgresql', sockets],
        ['10.0.0.0/24', '127.0.0.0/8'],
        ...(isSynchronous ? [] : asynchronous),
      ]);
      // It holds passwords, and Patroni writes beside it.
      await chown(patroni, account.uid, account.gid);
      run(`etcd-${name}`, PROGRAMS.etcd, ['--config-file', etcd]);
    }
    run('haproxy', PROGRAMS.haproxy, ['-db', '-f', await configure('haproxy.cfg', 'db1')]);
    const users = join(folder, 'userlist.txt');
    await writeFile(users, `"openladder" "${PASSWORDS.openladder}"\n`);
    const pooler = await configure('pgbouncer.ini', 'db1', [['/etc/pgbouncer/userlist.txt', users]]);
    run('pgbouncer', PROGRAMS.pgbouncer, ['-q', pooler]);
    for (const name of NAMES) startPatroni(name);
    await whole();
    await onServer(serverUrl, `CREATE ROLE openladder LOGIN PASSWORD '${PASSWORDS.openladder}'`);
    await onServer(serverUrl, 'CREATE DATABASE openladder OWNER openladder');
  } catch (error) {
    await stop();
    throw error;
  }
  const urlOf = (port: number) => `postgres://openladder:${PASSWORDS.openladder}@${network}.20:${port}/openladder`;
  return {
    url: urlOf(6432),
    directUrl: urlOf(5432),
    leader,
    whole,
    switchOver: async () => {
      const from = await leader();
      const body = JSON.stringify({ leader: from });
      // Right after a failover Patroni does not know yet which standby is synchronous, and refuses.
      await until('a switchover', async () => {
        const { ok } = await fetch(`http://${address(from)}:8008/switchover`, { method: 'POST', body });
        return ok;
      });
    },
    killLeader: async (silence) => {
      const name = await leader();
      stopSenders(dataDir(name));
      await pause(silence);
      running.get(`patroni-${name}`)!.kill('SIGKILL');
      killAll(dataDir(name));
      return name;
    },
    revive: async (name) => startPatroni(name),
    stop,
  };
}

/** The processes of the PostgreSQL of a folder, the first one first; none if it does not run. */
function processesOf(dataDir: string): number[] {
  const pidFile = join(dataDir, 'postmaster.pid');
  if (!existsSync(pidFile)) return [];
  const first = Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
  if (!existsSync(`/proc/${first}`)) return [];
  const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8');
  return [first, ...children.trim().split(' ').filter(Boolean).map(Number)];
}

/** As a machine dies: all at once. */
function killAll(dataDir: string): void {
  for (const pid of processesOf(dataDir)) killQuietly(pid, 'SIGKILL');
}

/** Stops those that send to standbys. What they had not sent dies with them. */
function stopSenders(dataDir: string): void {
  for (const pid of processesOf(dataDir)) {
    if (/walsender/.test(titleOf(pid))) killQuietly(pid, 'SIGSTOP');
  }
}

/** What a process calls itself; empty where it has ended. */
function titleOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function killQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended already.
  }
}
