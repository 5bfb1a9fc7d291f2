import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { runOpenLadder } from '../support/service-process.js';

test('openladder --version prints the version of the project, and opens nothing', async () => {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  const env = { OPENLADDER_DATABASE_URL: 'postgres://nobody@nowhere.invalid/none' };
  expect(await runOpenLadder(['--version'], { env })).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
});
