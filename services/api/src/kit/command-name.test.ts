import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandName } from './version.js';

test.each([
  ['/home/ann/open-ladder/scripts/run.mjs', 'node scripts/run.mjs openladder'],
  ['C:\\open-ladder\\scripts\\run.mjs', 'node scripts/run.mjs openladder'],
  ['/usr/local/bin/openladder', 'openladder'],
  ['/srv/node_modules/@openladder/api/bin/openladder.mjs', 'openladder'],
])('the name of the command started as %s is %s', (script, name) => {
  expect(commandName(script)).toBe(name);
});

test('in an unpacked release, the command is the file beside its programs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'release-'));
  const script = join(folder, 'bin/openladder.mjs');
  expect(commandName(script, folder)).toBe('openladder');
  await writeFile(join(folder, 'openladder'), '');
  expect(commandName(script, folder)).toBe('./openladder');
  expect(commandName(script, tmpdir())).toBe(join(folder, 'openladder'));
  await rm(folder, { recursive: true });
});
