import { totalmem } from 'node:os';

const MB = 2 ** 20;
/** The server's own default: a machine of 512 MB bears it beside Node. */
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
  // Likewise; of its own accord initdb makes them smaller where the files of the log are.
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
