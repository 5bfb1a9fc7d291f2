import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { MANIFEST } from './manifest.js';
import { listBackups, nameOfBackup } from './names.js';

/** An account that is nobody's. */
const NOBODY = 65_534;

test('a backup that this account may not enter hides no other', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'openladder-backups-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  await chmod(dir, 0o755);
  const folders = [1, 2].map((day) => join(dir, nameOfBackup(new Date(Date.UTC(2026, 10, day)))));
  for (const folder of folders) {
    await mkdir(folder);
    await writeFile(join(folder, MANIFEST), '{}');
  }
  await chmod(folders[0]!, 0o755);
  await chmod(folders[1]!, 0);
  onTestFinished(() => chmod(folders[1]!, 0o700));
  const isRoot = process.geteuid!() === 0;
  if (isRoot) process.seteuid!(NOBODY);
  try {
    expect((await listBackups(dir)).map(({ folder }) => folder)).toEqual([folders[0]]);
  } finally {
    if (isRoot) process.seteuid!(0);
  }
});
