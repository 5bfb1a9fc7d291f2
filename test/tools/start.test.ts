import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { VARIABLES } from '../../services/api/dist/start/config-variables.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

test('npm start refuses a misspelt variable before it installs or builds', async () => {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('OPENLADDER_'));
  const env = { ...Object.fromEntries(others), OPENLADDER_DEMO_X: '1' };
  await expect(run(process.execPath, ['scripts/run.mjs', 'start'], { cwd: ROOT, env })).rejects.toMatchObject({
    ...{ code: 1, stdout: '' },
    stderr: 'Not a variable of Open Ladder: OPENLADDER_DEMO_X. docs/run-it.md lists all of them.\n',
  });
});

test('npm start knows every variable of the service', async () => {
  const script = `import { unknownVariables } from './scripts/unknown-variables.mjs';
    console.log(JSON.stringify(unknownVariables(process.argv.slice(1))));`;
  const names = ['OPENLADDER_TEST_POOLER', 'HOME', ...Object.values(VARIABLES).map(({ name }) => `OPENLADDER_${name}`)];
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script, ...names, 'OPENLADDER_X'], {
    cwd: ROOT,
  });
  expect(JSON.parse(stdout)).toEqual(['OPENLADDER_X']);
});
