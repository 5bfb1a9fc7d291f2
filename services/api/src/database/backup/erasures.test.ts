import { appendFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ERASURES, type KeptErasure, keepErasures, readErasures, requireErasures } from './erasures.js';

const erasure = (player: number): KeptErasure => ({
  ...{ player, createdAt: '2026-11-20T12:00:00.000000Z', pseudonym: `erased-${player}`, inMatches: true },
  erasedAt: '2026-11-21T12:00:00.000Z',
});

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openladder-erasures-'));
  path = join(folder, ERASURES);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test.each([1, 20, 100])('an erasure torn after %i bytes is written again, and no other is lost', async (left) => {
  await keepErasures(folder, [erasure(1)]);
  const whole = (await readFile(path)).length;
  await keepErasures(folder, [erasure(2)]);
  await truncate(path, whole + left);
  expect(await readErasures(folder)).toEqual([erasure(1)]);
  await keepErasures(folder, [erasure(1), erasure(2), erasure(3)]);
  await keepErasures(folder, [erasure(4)]);
  expect(await readErasures(folder)).toEqual([1, 2, 3, 4].map(erasure));
});

test('an erasure that lacks only the end of its line counts, and the next has a line of its own', async () => {
  await writeFile(path, JSON.stringify(erasure(1)));
  await keepErasures(folder, [erasure(1), erasure(2)]);
  expect(await readErasures(folder)).toEqual([1, 2].map(erasure));
});

test.each(['{"player":1}', 'nonsense', '{"player":1,}'])('an invalid erasure is reported: %s', async (line) => {
  await keepErasures(folder, [erasure(1)]);
  await appendFile(path, `${line}\n`);
  await expect(readErasures(folder)).rejects.toThrow(`line 2 must be an erasure, but is ${line}`);
});

test('a required list is reported as missing, with its folder', async () => {
  const nowhere = join(folder, 'nowhere');
  for (const without of [folder, nowhere]) {
    const said = `there is no erasures.jsonl in ${without}. Name the folder in which the backups are.`;
    await expect(requireErasures(without)).rejects.toThrow(said);
  }
  await keepErasures(folder, [erasure(1)]);
  expect(await requireErasures(folder)).toEqual([erasure(1)]);
  for (const below of [nowhere, path]) {
    await expect(requireErasures(below)).rejects.toThrow(`It is in ${folder}: name that folder.`);
  }
});
