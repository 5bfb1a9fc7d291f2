import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';

/** Makes an empty folder. The end of the run removes it. */
export function newFolder(): Promise<string> {
  return mkdtemp(join(inject('workplace'), 'folder-'));
}

/** Writes a file into a folder of its own. @returns its path */
export async function writeNewFile(name: string, text: string): Promise<string> {
  const path = join(await newFolder(), name);
  await writeFile(path, text);
  return path;
}
