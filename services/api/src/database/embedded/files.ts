import type { Stats } from 'node:fs';
import { mkdir, open, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The errno name of a system error, for example "ENOENT". */
export function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

/** The result of reading; null if nothing is there. @param missing names of the errors that mean so */
export function ifThere<Found>(reading: Promise<Found>, ...missing: readonly string[]): Promise<Found | null> {
  return reading.catch((error) => {
    if (isMissing(error) || missing.includes(String(codeOf(error)))) return null;
    throw error;
  });
}

export function statOrNull(path: string): Promise<Stats | null> {
  return ifThere(stat(path));
}

/** @param missing as for `ifThere` */
export function readTextOrNull(path: string, ...missing: readonly string[]): Promise<string | null> {
  return ifThere(readFile(path, 'utf8'), ...missing);
}

/**
 * Makes a folder and those above it, if they are not there.
 * Not by Node's `recursive`: it reports a read-only disk as a missing folder, and never ends in `/proc`.
 * @param mode of folders that it makes
 */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  try {
    await makeOne(path, mode);
  } catch (error) {
    if (!isMissing(error) || dirname(path) === path) throw error;
    await makeFolder(dirname(path), mode);
    await makeOne(path, mode);
  }
}

/** Another process may make it at the same moment. */
async function makeOne(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST' || !(await statOrNull(path))?.isDirectory()) throw error;
  }
}

/** Makes the entries of a folder survive a power failure. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
