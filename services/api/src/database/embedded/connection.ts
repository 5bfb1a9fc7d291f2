import { chown, mkdir, mkdtemp, readlink, rmdir, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClusterDir } from './cluster-dir.js';
import { codeOf, ifThere } from './files.js';
import { isRoot, type ServerUser } from './server-user.js';

/** The only role of a cluster; anyone who can enter the socket's folder can use it. */
export const SUPERUSER = 'postgres';
/** The database that every cluster has from the beginning. */
export const DATABASE = 'postgres';

/** How to reach an embedded server. */
export interface EmbeddedConnection {
  /** The folder of its Unix socket; on Windows an address. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Empty if the socket's folder protects the server. */
  readonly password: string;
  readonly database: string;
}

/** A share in an embedded server. */
export interface EmbeddedPostgres {
  readonly connection: EmbeddedConnection;
  /** The same as a PostgreSQL URL. */
  readonly url: string;
  /** Whether another process had started the server; it lives until the last of its users has stopped or died. */
  readonly isAdopted: boolean;
  /**
   * Gives the share up; may be called twice. The last to do so waits until the server has shut down.
   * @throws Error when that takes more than a minute
   */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** The data folder; the cluster is `postgres` in it. Made when missing. */
  readonly dataDir: string;
  /** Called with one line when a server starts, or is restarted after it died. */
  readonly log?: (message: string) => void;
  /** For clusters that are thrown away: faster, and not safe against a power failure. Default false. */
  readonly isDisposable?: boolean;
}

/** The URL of a connection as node-postgres reads it; the folder of a socket is in the query. */
export function connectionUrl({ host, port, user, password, database }: EmbeddedConnection): string {
  const credentials = encodeURIComponent(user) + (password && `:${encodeURIComponent(password)}`);
  const name = encodeURIComponent(database);
  if (!host.startsWith('/')) return `postgres://${credentials}@${host}:${port}/${name}`;
  return `postgres://${credentials}@/${name}?host=${encodeURIComponent(host)}&port=${port}`;
}

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
  const found = await ifThere(readlink(link));
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
    return readlink(link);
  }
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, SOCKET_NAME)) <= LONGEST_SOCKET_PATH;
}

/** Makes a folder for the server's user alone, or checks that an existing one is private to that user. */
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
