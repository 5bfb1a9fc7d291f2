import { chmod, chown, lstat, mkdir, mkdtemp, readlink, realpath, rmdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, ifThere, isMissing, makeFolder, statOrNull } from './files.js';
import { chooseServerUser, isRoot, run, type ServerUser } from './server-user.js';

/** The folder of one cluster: data, log, socket and the pipes of its watchdog. Closed to all but the server's user. */
export interface ClusterDir {
  /** Without symbolic links, so that it is the same for every process. */
  readonly path: string;
  /** PGDATA. */
  readonly data: string;
  readonly log: string;
  readonly user: ServerUser;
}

/** The folder of clusters whose data folder is closed to the server's user, and of binaries that it can read. Root only. */
export const SYSTEM_FOLDER = '/var/lib/openladder';

/**
 * Finds or makes the cluster's folder, `postgres` in the data folder. As root it may be a link into SYSTEM_FOLDER: the
 * server runs as another user, to whom a checkout under /root, say, is closed.
 * @throws Error when the folder belongs to someone else, is closed to the server's user, or its link leads nowhere
 */
export async function ensureClusterDir(dataDir: string): Promise<ClusterDir> {
  await makeFolder(dataDir);
  const place = join(await realpath(dataDir), 'postgres');
  const newUser = await chooseServerUser();
  await makeDir(place, newUser);
  const path = await resolveDir(place);
  const data = join(path, 'data');
  const user = await ownerOf(data, newUser);
  if (isRoot()) {
    await chown(path, user.uid, user.gid);
    if (!(await canEnter(user, path))) {
      throw new Error(
        `the database in ${path} runs as user ${user.uid}, who cannot enter a folder above it; ` +
          `open it ("chmod o+x"), or move the folder to ${SYSTEM_FOLDER} and replace it with a link`,
      );
    }
  }
  return { path, data, log: join(path, 'server.log'), user };
}

async function makeDir(place: string, user: ServerUser): Promise<void> {
  if (await ifThere(lstat(place))) return;
  if (isRoot() && !(await canEnter(user, join(place, '..')))) return makeLinkedDir(place);
  try {
    await mkdir(place, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

async function makeLinkedDir(place: string): Promise<void> {
  await ensureSystemFolder();
  const folder = await mkdtemp(join(SYSTEM_FOLDER, 'cluster-'));
  try {
    await symlink(folder, place);
    await symlink(place, join(folder, 'belongs-to'));
  } catch (error) {
    await rmdir(folder);
    // Another process that started at the same moment made it first; we use its folder.
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** Makes SYSTEM_FOLDER, open to all whatever our umask is. */
export async function ensureSystemFolder(): Promise<void> {
  await mkdir(SYSTEM_FOLDER, { recursive: true });
  await chmod(SYSTEM_FOLDER, 0o755);
}

async function resolveDir(place: string): Promise<string> {
  try {
    return await realpath(place);
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new Error(
      `${place} is a link to ${await readlink(place)}, which no longer exists; restore that folder, or delete the link to start ` +
        'with an empty database',
    );
  }
}

/** An existing cluster keeps its owner, so that it still works when an account `postgres` is added later. */
async function ownerOf(data: string, newUser: ServerUser): Promise<ServerUser> {
  const found = await statOrNull(data);
  if (!found) return newUser;
  if (!isRoot() && found.uid !== newUser.uid) {
    throw new Error(`${data} belongs to user ${found.uid}, and this process runs as user ${newUser.uid}`);
  }
  return { uid: found.uid, gid: found.gid };
}

/** Finds out by trying: mode bits alone do not show access lists and network drives. */
async function canEnter(user: ServerUser, folder: string): Promise<boolean> {
  return (await run(user, '/bin/sh', ['-c', 'cd "$1"', 'sh', folder])).problem === '';
}
