import { execFile } from 'node:child_process';
import { appendFile, chmod, chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { EmbeddedPostgres } from '../../services/api/dist/database/embedded/connection.js';
import { startEmbeddedPostgres } from '../../services/api/dist/database/embedded/embedded-postgres.js';
import { openClient } from '../support/server.js';

/** A server in a folder that is thrown away when it stops. */
export interface Server {
  readonly url: string;
  readonly dataDir: string;
  readonly database: EmbeddedPostgres;
  stop(): Promise<void>;
}

export async function startPrimary(): Promise<Server> {
  return startServer(await newFolder());
}

/** Starts a server that follows another one, from a copy of its files. */
export async function startStandby(primary: Server): Promise<Server> {
  const dataDir = await newFolder();
  const data = join(dataDir, 'postgres', 'data');
  await mkdir(join(dataDir, 'postgres'), { mode: 0o700 });
  const original = join(primary.dataDir, 'postgres', 'data');
  const label = await duringBackup(primary, () => promisify(execFile)('cp', ['-a', original, data]));
  for (const file of ['postmaster.pid', 'postmaster.opts']) await rm(join(data, file), { force: true });
  const { host, port, user } = primary.database.connection;
  await appendFile(
    join(data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${host} port=${port} user=${user}'\nhot_standby_feedback = on\n`,
  );
  const owner = await stat(data);
  for (const [file, text] of [
    ['backup_label', label],
    ['standby.signal', ''],
  ] as const) {
    await writeFile(join(data, file), text);
    await chown(join(data, file), owner.uid, owner.gid);
  }
  return startServer(dataDir);
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'openladder-standby-'));
  // As root the server runs as someone else, who must get in.
  await chmod(folder, 0o755);
  return folder;
}

async function startServer(dataDir: string): Promise<Server> {
  const database = await startEmbeddedPostgres({ dataDir });
  const stop = async () => {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url: database.url, dataDir, database, stop };
}

/** https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP @returns backup_label */
async function duringBackup({ url }: Server, copy: () => Promise<unknown>): Promise<string> {
  const client = await openClient(url);
  try {
    await client.query(`SELECT pg_backup_start('standby', true)`);
    await copy();
    const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop(false)');
    return rows[0].labelfile;
  } finally {
    await client.end();
  }
}
