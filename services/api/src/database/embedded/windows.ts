import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { binariesIn, findBinaryPackage } from './binaries.js';
import { connectionUrl, DATABASE, type EmbeddedOptions, type EmbeddedPostgres, SUPERUSER } from './connection.js';
import { readTextOrNull, statOrNull } from './files.js';
import { isAlive, parsePostmasterFile } from './postmaster.js';

const TIMEOUT_MS = 60_000;

/**
 * The embedded database on Windows: TCP on the loopback address with a random password in the data folder, and a plain
 * child process. There is no watchdog: a service that is killed leaves its server running, and the next start joins it.
 * The process that started the server stops it, even if others still use it.
 *
 * Never tested: the checks have no Windows machine.
 */
export async function startOnWindows({ dataDir, log, isDisposable }: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const folder = join(dataDir, 'postgres');
  const data = join(folder, 'data');
  await mkdir(folder, { recursive: true });
  const { initdb, postgres } = binariesIn((await findBinaryPackage()).path);
  const passwordFile = join(folder, 'password');
  if (!(await statOrNull(data))) await initialiseOnWindows(initdb, folder, data, passwordFile);
  const password = (await readFile(passwordFile, 'utf8')).trim();
  const at = (port: number) => {
    const connection = { host: '127.0.0.1', port, user: SUPERUSER, password, database: DATABASE };
    return { connection, url: connectionUrl(connection) };
  };

  const running = await readyServer(data);
  if (running) {
    log?.(`Joined the database server of ${folder}.`);
    return { ...at(running.port), isAdopted: true, stop: async () => undefined };
  }
  const port = await freePort();
  const server = await spawnServer(postgres, data, join(folder, 'server.log'), port, isDisposable ?? false);
  await waitUntilReady(data, server);
  log?.(`Started the database in ${folder}.`);
  return { ...at(port), isAdopted: false, stop: () => stopServer(data, server) };
}

async function initialiseOnWindows(initdb: string, folder: string, data: string, passwordFile: string): Promise<void> {
  const draft = join(folder, `data.init-${process.pid}`);
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  await rm(draft, { recursive: true, force: true });
  await promisify(execFile)(initdb, [
    `--pgdata=${draft}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
  ]);
  await rename(draft, data);
}

async function spawnServer(postgres: string, data: string, log: string, port: number, isDisposable: boolean) {
  const output = await open(log, 'a');
  try {
    const settings = [
      'listen_addresses=127.0.0.1',
      `port=${port}`,
      `fsync=${isDisposable ? 'off' : 'on'}`,
      'timezone=UTC',
    ];
    const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
    const server = spawn(postgres, args, { stdio: ['ignore', output.fd, output.fd], windowsHide: true });
    await once(server, 'spawn');
    server.unref();
    return server;
  } finally {
    await output.close();
  }
}

async function readyServer(data: string) {
  const found = parsePostmasterFile((await readTextOrNull(join(data, 'postmaster.pid'))) ?? '');
  return found && found.status === 'ready' && isAlive(found.pid) ? found : null;
}

async function waitUntilReady(data: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (!(await readyServer(data))) {
    if (server.exitCode !== null || Date.now() > deadline) throw new Error(`the database in ${data} did not start`);
    await sleep(50);
  }
}

/** Windows has no signals; the server ends at once and recovers at the next start, as after a crash. */
async function stopServer(data: string, server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const ended = once(server, 'exit');
  server.kill();
  await ended;
  await rm(join(data, 'postmaster.pid'), { force: true });
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return (address as { port: number }).port;
}
