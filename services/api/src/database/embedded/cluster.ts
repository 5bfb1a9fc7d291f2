import { randomBytes } from 'node:crypto';
import { readdir, rename, rm } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { type Binaries } from './binaries.js';
import { type ClusterDir } from './cluster-dir.js';
import { SUPERUSER } from './connection.js';
import { codeOf, statOrNull, syncFolder } from './files.js';
import { isAlive } from './postmaster.js';
import { run } from './server-user.js';

const DRAFT = 'data.init-';
/** Megabytes. A new file of the log is filled with zeros while everybody waits: a quarter as long as with PostgreSQL's 16. */
const WAL_FILE = 4;

/**
 * Makes the cluster on the first start. It is built aside and renamed, so that a start which dies halfway leaves no
 * half cluster; of two starts at once the second uses what the first made.
 * @param isDisposable leaves the files to the operating system's cache: faster, and gone in a power failure
 */
export async function ensureCluster(dir: ClusterDir, binaries: Binaries, isDisposable: boolean): Promise<void> {
  if (await statOrNull(dir.data)) return;
  await removeAbandonedDrafts(dir);
  const draft = join(dir.path, `${DRAFT}${process.pid}-${randomBytes(4).toString('hex')}`);
  try {
    await initialise(dir, binaries, draft, isDisposable);
    await rename(draft, dir.data);
    if (!isDisposable) await syncFolder(dir.path);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error;
  }
}

async function initialise(dir: ClusterDir, binaries: Binaries, draft: string, isDisposable: boolean): Promise<void> {
  const { problem } = await run(dir.user, binaries.initdb, [
    `--pgdata=${draft}`,
    `--username=${SUPERUSER}`,
    '--encoding=UTF8',
    // The builtin provider sorts alike on every machine and after every upgrade of the C library.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    `--wal-segsize=${WAL_FILE}`,
    '--auth-local=trust',
    '--auth-host=reject',
    ...(isDisposable ? ['--no-sync'] : []),
  ]);
  if (problem) throw new Error(`the database in ${dir.path} could not be created: ${problem}`);
}

/** Drafts of processes that died; named for the process, so that one at work is left alone. */
async function removeAbandonedDrafts(dir: ClusterDir): Promise<void> {
  for (const name of await readdir(dir.path)) {
    if (!name.startsWith(DRAFT)) continue;
    if (isAlive(Number.parseInt(name.slice(DRAFT.length), 10))) continue;
    // An initdb that outlived its parent may still write; the next first start removes its files.
    await rm(join(dir.path, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

const MB = 2 ** 20;
/** The server's own default; a machine of 512 MB can afford it beside Node. */
const LEAST_BUFFERS = 128 * MB;
/** Holds the board and the names of a league of a million players. */
const MAX_BUFFERS = 512 * MB;

/** A process takes up to a dozen, several may share the database, and versions before this one take 35. Each idle one costs about 2 MB. */
const MAX_CONNECTIONS = 200;

const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  max_connections: String(MAX_CONNECTIONS),
  // Also the server's own defaults: initdb makes them smaller if the files of the log are smaller.
  max_wal_size: '1GB',
  min_wal_size: '80MB',
  // Queries here take milliseconds; compiling one takes longer than it saves.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The log is one file that nobody rotates while the server runs: only warnings and worse belong there.
  log_checkpoints: 'off',
};

/** For a cluster that is thrown away after the tests: a power failure may destroy it, a crash of the server not. */
const DISPOSABLE: Readonly<Record<string, string>> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};

/**
 * PostgreSQL's own memory for pages: an eighth of the machine's, or of what the container may use, within bounds.
 * @param memory in bytes
 */
export function sharedBuffers(
  memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
): string {
  const bytes = Math.min(Math.max(memory / 8, LEAST_BUFFERS), MAX_BUFFERS);
  return `${Math.floor(bytes / MB)}MB`;
}

/** The command line of a server on a Unix socket. Given at each start, so that an upgrade of ours reaches old clusters. */
export function serverArguments(data: string, socketFolder: string, isDisposable: boolean): string[] {
  const settings = {
    ...SETTINGS,
    shared_buffers: sharedBuffers(),
    ...(isDisposable ? DISPOSABLE : {}),
    unix_socket_directories: quotedFolder(socketFolder),
  };
  return ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** The setting is a list, whose members are quoted like SQL identifiers. */
function quotedFolder(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`;
}
