import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import pg, { type ClientBase } from 'pg';
import copyStreams from 'pg-copy-streams';
import { LOCKS } from '../../kit/sql/advisory-locks.js';
import { version } from '../../kit/version.js';
import { makeFolder, syncFolder } from '../embedded/files.js';
import { DISTRIBUTED_MARKER } from '../schema-compatibility.js';
import { keepErasures, listErasures } from './erasures.js';
import { type BackedUpTable, FORMAT, fileOf, MANIFEST, type Manifest } from './manifest.js';
import { DRAFT, deleteOldBackups, nameOfBackup } from './names.js';
import { inSession } from './session.js';
import { type FoundTable, listSequences, listTables } from './tables.js';

/** A backup that is complete and on the disk. */
export interface Backup {
  readonly folder: string;
  readonly manifest: Manifest;
}

export interface BackupOptions {
  /** Past a pooler. */
  readonly url: string;
  /** The folder of backups, in which the new one's folder is made. */
  readonly dir: string;
  readonly now: Date;
  /** How many backups to keep in the folder, including this one; if omitted, all. */
  readonly keep?: number;
  /** Cancels it; nothing is left. */
  readonly signal?: AbortSignal;
  /** Called when no other backup of the database is running; if it returns false, nothing is done. */
  readonly isWanted?: () => Promise<boolean>;
}

/**
 * Writes the whole database, as of one moment, while it is in use: a file for each table in COPY's format, and a manifest. Readers and
 * writers do not wait for it. Only one backup of a database is made at a time.
 * @returns null if it is not wanted
 * @throws Error if the database or the disk fails; no backup is left then
 */
export async function takeBackup(options: BackupOptions): Promise<Backup | null> {
  const { url, dir, now, keep, isWanted } = options;
  return inSession(url, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [LOCKS.backup]);
    if (isWanted && !(await isWanted())) return null;
    const folder = join(dir, nameOfBackup(now));
    const draft = `${folder}${DRAFT}`;
    // It holds the digests of secrets.
    await makeFolder(draft, 0o700);
    try {
      const manifest = await writeBackup(client, draft, options);
      await keepErasures(dir, await listErasures(async (statement) => (await client.query(statement)).rows));
      await rename(draft, folder);
      await syncFolder(dir);
      if (keep !== undefined) await deleteOldBackups(dir, keep);
      return { folder, manifest };
    } catch (error) {
      await rm(draft, { recursive: true, force: true });
      throw error;
    }
  });
}

async function writeBackup(client: ClientBase, draft: string, { now, signal }: BackupOptions): Promise<Manifest> {
  await beginSnapshot(client);
  const tables: BackedUpTable[] = [];
  for (const table of await listTables(client)) tables.push(await writeTable(client, draft, table, signal));
  const { rows: migrations } = await client.query<{ name: string }>(
    'SELECT name FROM migrations WHERE name <> $1 ORDER BY id',
    [DISTRIBUTED_MARKER],
  );
  const { rows: server } = await client.query<{ version: string }>(
    `SELECT current_setting('server_version') AS version`,
  );
  const manifest: Manifest = {
    format: FORMAT,
    startedAt: now.toISOString(),
    version: version(),
    serverVersion: server[0]!.version,
    migrations: migrations.map(({ name }) => name),
    tables,
    // Read after the snapshot: no id in it is beyond these values.
    sequences: await listSequences(client),
  };
  await client.query('COMMIT');
  await writeDurably(join(draft, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
  await syncFolder(draft);
  return manifest;
}

/** The snapshot is taken after the locks, so that no table changes its columns in between. */
async function beginSnapshot(client: ClientBase): Promise<void> {
  const names = (await listTables(client)).map(({ name }) => pg.escapeIdentifier(name));
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await client.query(`LOCK TABLE migrations${names.map((name) => `, ${name}`).join('')} IN ACCESS SHARE MODE`);
}

async function writeTable(
  client: ClientBase,
  draft: string,
  { name, columns, isUnreadable }: FoundTable,
  signal: AbortSignal | undefined,
): Promise<BackedUpTable> {
  const target = `${pg.escapeIdentifier(name)} (${columns.map(pg.escapeIdentifier).join(', ')})`;
  const rows = client.query(copyStreams.to(`COPY ${isUnreadable ? '(SELECT WHERE false)' : target} TO STDOUT`));
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const file = createWriteStream(fileOf(draft, name), { mode: 0o600, flush: true });
  // Matches that arrive meanwhile need the processor more than the backup needs to be small.
  await pipeline(rows, createGzip({ level: constants.Z_BEST_SPEED }), hashing, file, { signal });
  // The number of rows follows the last of them.
  await client.query('SELECT');
  return { name, columns, rows: rows.rowCount, sha256: hash.digest('hex') };
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
