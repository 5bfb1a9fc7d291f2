import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '../embedded/files.js';

/** What a backup has of one table, in the file `<name>.copy.gz`. */
export interface BackedUpTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
  /** Of the file, in hexadecimal. */
  readonly sha256: string;
}

/** A sequence that has given a value. */
export interface BackedUpSequence {
  readonly name: string;
  readonly lastValue: number;
}

/** The content of `manifest.json`, the last file of a backup to be written. */
export interface Manifest {
  readonly format: typeof FORMAT;
  /** The moment before the backup began, in ISO 8601: everything acknowledged by then is in it. */
  readonly startedAt: string;
  /** The version of Open Ladder that made it. */
  readonly version: string;
  readonly serverVersion: string;
  /** Names of the migrations that had run. */
  readonly migrations: readonly string[];
  /** In an order in which each table comes after those that it refers to. */
  readonly tables: readonly BackedUpTable[];
  readonly sequences: readonly BackedUpSequence[];
}

export const FORMAT = 1;
export const MANIFEST = 'manifest.json';

export function fileOf(folder: string, table: string): string {
  return join(folder, `${table}.copy.gz`);
}

/** @throws Error if the folder has no manifest that this version can read */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((error) => {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') throw error;
    throw new Error(`${folder} is not a backup of Open Ladder: it has no ${MANIFEST}`);
  });
  const manifest = parse(text) as Manifest | null;
  if (manifest?.format !== FORMAT) {
    throw new Error(
      `the backup ${folder} has format ${JSON.stringify(manifest?.format)}; this version of Open Ladder reads format ${FORMAT}`,
    );
  }
  return manifest;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @throws Error if a file is missing or has changed */
export async function checkFiles(folder: string, { tables }: Manifest): Promise<void> {
  for (const { name, sha256 } of tables) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(fileOf(folder, name)), hash);
    if (hash.digest('hex') !== sha256) {
      throw new Error(`the backup is damaged: ${fileOf(folder, name)} does not have the checksum of ${MANIFEST}`);
    }
  }
}
