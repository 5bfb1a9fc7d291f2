import { expect, test } from 'vitest';
import { commandName } from './command-name.js';

test.each([
  ['/home/ann/open-ladder/scripts/run.mjs', 'node scripts/run.mjs openladder'],
  ['C:\\open-ladder\\scripts\\run.mjs', 'node scripts/run.mjs openladder'],
  ['/usr/local/bin/openladder', 'openladder'],
  ['/srv/node_modules/@openladder/api/bin/openladder.mjs', 'openladder'],
])('the command that %s is called by is %s', (script, name) => {
  expect(commandName(script)).toBe(name);
});
