import { randomBytes } from 'node:crypto';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.js';
import type { ClusterDir } from './cluster-dir.js';
import { run } from './commands.js';
import { SUPERUSER } from './connection.js';
import { codeOf, statOrNull, syncFolder } from './files.js';
import { isAlive } from './postmaster.js';

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
    // An initdb that outlived its parent may still write; what it leaves, the next first start removes.
    await rm(join(dir.path, name), { recursive: true, force: true }).catch(() => undefined);
  }
}
