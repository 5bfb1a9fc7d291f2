import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ifThere, readTextOrNull } from '../embedded/files.js';

/** The backup of one table, in the file `<name>.copy.gz`. */
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
  /** Each after those to which it referred in the database of the backup. */
  readonly tables: readonly BackedUpTable[];
  readonly sequences: readonly BackedUpSequence[];
}

export const FORMAT = 1;
export const MANIFEST = 'manifest.json';

export function fileOf(folder: string, table: string): string {
  return join(folder, `${table}.copy.gz`);
}

/** Remedy for a backup with cut, changed or missing files. */
const REMEDY = 'Copy the folder again from where the backup was made, or restore another backup';

/** @throws Error if the folder has no manifest that this version can read */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, MANIFEST);
  const text = await readTextOrNull(path, 'ENOTDIR');
  if (text === null) {
    throw new Error(
      `${folder} is not a backup of Open Ladder: it has no ${MANIFEST}, the last file of a backup. Give the folder that "openladder backup" printed`,
    );
  }
  const manifest = parseManifest(text);
  if (manifest === null) throw new Error(`the backup is damaged: ${path} is cut or was changed. ${REMEDY}`);
  if (manifest.format !== FORMAT) {
    throw new Error(
      `the backup ${folder} has format ${JSON.stringify(manifest.format)}; this version of Open Ladder reads format ${FORMAT}`,
    );
  }
  return manifest;
}

/** @returns null if it is not a whole manifest of any format */
function parseManifest(text: string): Manifest | null {
  try {
    const manifest = JSON.parse(text);
    return typeof manifest?.format === 'number' ? manifest : null;
  } catch {
    return null;
  }
}

/** @throws Error if a file is missing or has changed */
export async function checkFiles(folder: string, { tables }: Manifest): Promise<void> {
  for (const { name, sha256 } of tables) {
    const file = fileOf(folder, name);
    const hash = createHash('sha256');
    if ((await ifThere(pipeline(createReadStream(file), hash), 'ENOTDIR')) === null) {
      throw new Error(`the backup is not whole: ${file} is missing. ${REMEDY}`);
    }
    if (hash.digest('hex') !== sha256) {
      throw new Error(
        `the backup is damaged: ${file} is cut or was changed, for it does not have the checksum of ${MANIFEST}. ${REMEDY}`,
      );
    }
  }
}
