import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keepErasures, readErasures } from './erasures.js';
import { MANIFEST } from './manifest.js';
import { DRAFT, deleteOldBackups, listBackups, nameOfBackup } from './names.js';

/** An account that is nobody's. */
const NOBODY = 65_534;

test("files written by root in this account's folder hide no backup, stop no deletion, and end no list of erasures", async () => {
  const dir = await mkdtemp(join(tmpdir(), 'openladder-backups-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  await chmod(dir, 0o755);
  const [first, second, third] = [1, 2, 3].map((day) => join(dir, nameOfBackup(new Date(Date.UTC(2026, 10, day)))));
  const folders = [first!, second!, `${third}${DRAFT}`];
  for (const folder of folders) {
    await mkdir(folder);
    await writeFile(join(folder, MANIFEST), '{}');
  }
  await chmod(folders[0]!, 0o755);
  for (const folder of folders.slice(1)) {
    await chmod(folder, 0);
    onTestFinished(() => chmod(folder, 0o700));
  }
  const isRoot = process.geteuid!() === 0;
  if (isRoot) await chown(dir, NOBODY, NOBODY);
  const at = '2026-11-01T00:00:00.000Z';
  const erasure = { player: 1, createdAt: at, pseudonym: 'former', inMatches: false, erasedAt: at };
  await keepErasures(dir, [erasure]);
  if (isRoot) process.seteuid!(NOBODY);
  try {
    expect((await listBackups(dir)).map(({ folder }) => folder)).toEqual([folders[0]]);
    await deleteOldBackups(dir, 1);
    expect(await readErasures(dir)).toEqual([erasure]);
  } finally {
    if (isRoot) process.seteuid!(0);
  }
});
