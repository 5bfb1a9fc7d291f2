import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@openladder/api/dist/database/embedded/embedded-postgres.js';

/**
 * A file system in memory, of Linux. Each database has 600 files, and where many were removed within the last minutes, ext4 takes ten times as
 * long to make others.
 */
const IN_MEMORY = '/dev/shm';
/** What the tests' databases take at most, in bytes, and some more. Containers often have 64 MB there. */
const ROOM = 4 * 2 ** 30;

async function isRoomy(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= ROOM;
}

/** A PostgreSQL server to make databases on. */
export interface ProvidedServer {
  readonly url: string;
  /** Removes it, where it was started for us. */
  stop(): Promise<void>;
}

/**
 * The server that a URL names or, where there is none, an embedded one in a folder that is thrown away.
 * @param isDisposable whether the embedded one may leave its files to the operating system's cache
 */
export async function provideServer(
  url: string | undefined,
  { isDisposable }: { readonly isDisposable: boolean },
): Promise<ProvidedServer> {
  if (url) return { url, stop: async () => undefined };
  const place = isDisposable && (await isRoomy(IN_MEMORY)) ? IN_MEMORY : tmpdir();
  const dataDir = await mkdtemp(join(place, 'openladder-server-'));
  // As root the server runs as someone else, who must get in.
  await chmod(dataDir, 0o755);
  const database = await startEmbeddedPostgres({ dataDir, isDisposable });
  const stop = async () => {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url: database.url, stop };
}
