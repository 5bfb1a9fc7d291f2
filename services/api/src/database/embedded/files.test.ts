import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFolder } from './files.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openladder-files-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a folder is created with its parents, by several callers at once', async () => {
  const path = join(folder, 'a', 'b', 'c');
  await Promise.all([makeFolder(path), makeFolder(path), makeFolder(join(folder, 'a', 'd'))]);
  expect((await stat(path)).isDirectory()).toBe(true);
});

test('a file in its place is not a folder', async () => {
  const path = join(folder, 'file');
  await writeFile(path, '');
  await expect(makeFolder(path)).rejects.toThrow('EEXIST');
  await expect(makeFolder(join(path, 'below'))).rejects.toThrow('ENOTDIR');
});

test('a folder that cannot be created is reported with the reason', async () => {
  await expect(makeFolder('/proc/openladder/data')).rejects.toThrow(/ENOENT|EACCES|EROFS|EPERM/);
});
