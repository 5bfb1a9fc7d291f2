import { chown, mkdir, mkdtemp, readlink, rmdir, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClusterDir } from './cluster-dir.js';
import { codeOf } from './files.js';
import { isRoot, type ServerUser } from './server-user.js';

/** sun_path holds 104 bytes on macOS and 108 on Linux, the last of them NUL; see unix(7). */
const LONGEST_SOCKET_PATH = 103;
const SOCKET_NAME = '.s.PGSQL.5432';

/**
 * The folder of the server's socket: `socket` in the cluster's folder or, where that path is too long for a socket, a link
 * there to a folder among the temporary ones. Only the server's user and root can enter it.
 */
export async function ensureSocketFolder(dir: ClusterDir): Promise<string> {
  const own = join(dir.path, 'socket');
  const folder = fits(own) ? own : await linkedFolder(own, dir);
  await ensurePrivateFolder(folder, dir.user);
  return folder;
}

async function linkedFolder(link: string, dir: ClusterDir): Promise<string> {
  const found = await target(link);
  if (found) return found;
  // Root's own temporary folder may be closed to the server's user.
  const base = !isRoot() && fits(join(tmpdir(), 'openladder-123456')) ? tmpdir() : '/tmp';
  const folder = await mkdtemp(join(base, 'openladder-'));
  if (isRoot()) await chown(folder, dir.user.uid, dir.user.gid);
  try {
    await symlink(folder, link);
    return folder;
  } catch (error) {
    await rmdir(folder);
    if (codeOf(error) !== 'EEXIST') throw error;
    return (await target(link))!;
  }
}

async function target(link: string): Promise<string | null> {
  try {
    return await readlink(link);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, SOCKET_NAME)) <= LONGEST_SOCKET_PATH;
}

/** Makes a folder for the server's user alone, or checks that the one found is that. */
async function ensurePrivateFolder(path: string, user: ServerUser): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
    if (isRoot()) await chown(path, user.uid, user.gid);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  const { uid, mode } = await stat(path);
  if (uid !== user.uid && uid !== process.getuid!()) {
    throw new Error(`${path} must belong to user ${user.uid}, but it belongs to user ${uid}`);
  }
  if ((mode & 0o077) !== 0) {
    throw new Error(`${path} must be open to its owner only (mode 700), but its mode is ${(mode & 0o777).toString(8)}`);
  }
}
