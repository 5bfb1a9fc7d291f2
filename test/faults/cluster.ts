import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../services/api/dist/database/embedded/embedded-postgres.js';
import { migrateUrl } from '../../services/api/dist/database/migrate.js';
import { onServer } from '../support/server.js';
import { pause } from './fault.js';

/** A PostgreSQL of a fault's own, as durable as that of a user, with the schema in it. */
export interface Cluster {
  readonly url: string;
  /** The folder of its Unix socket. */
  readonly socketFolder: string;
  readonly port: number;
  /** Makes it stop at once, as a power failure does; it is started again in its place. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/** @param folder where it lives; left out: in a temporary folder */
export async function startCluster(folder?: string): Promise<Cluster> {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'openladder-faults-')));
  // As root the server runs as someone else, who must get in.
  await chmod(dataDir, 0o755);
  const database = await startEmbeddedPostgres({ dataDir });
  await migrateUrl(database.url);
  return {
    url: database.url,
    socketFolder: database.connection.host,
    port: database.connection.port,
    crash: async () => {
      const pid = await postmaster(dataDir);
      // SIGQUIT is PostgreSQL's immediate shutdown: no checkpoint, recovery at the next start.
      process.kill(pid, 'SIGQUIT');
      for (;;) {
        await pause(50);
        if ((await postmaster(dataDir).catch(() => pid)) !== pid && (await answers(database.url))) return;
      }
    },
    stop: async () => {
      await database.stop();
      if (!folder) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function postmaster(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8'), 10);
}

async function answers(url: string): Promise<boolean> {
  return onServer(url, 'SELECT').then(
    () => true,
    () => false,
  );
}
