import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@openladder/api/dist/database/embedded/embedded-postgres.js';

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
  const dataDir = await mkdtemp(join(tmpdir(), 'openladder-server-'));
  // As root the server runs as someone else, who must get in.
  await chmod(dataDir, 0o755);
  const database = await startEmbeddedPostgres({ dataDir, isDisposable });
  const stop = async () => {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url: database.url, stop };
}
