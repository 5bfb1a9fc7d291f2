import { readFile } from 'node:fs/promises';
import { minVersion, satisfies } from 'semver';
import { describe, expect, test } from 'vitest';
import { runOpenLadder } from '../support/service-process.js';

const ROOT = new URL('../../', import.meta.url);

/** A package of a lockfile, and the versions of Node that it names. */
const ENGINES = /^ {2}(\S+):\n {4}resolution: .*\n(?: {4}\w.*\n)*? {4}engines: \{node: '?([^,'}]+)/gm;

async function readText(path: string): Promise<string> {
  return readFile(new URL(path, ROOT), 'utf8');
}

describe('the oldest Node that we support', async () => {
  const oldest = minVersion(JSON.parse(await readText('package.json')).engines.node)!;

  // Else the first install warns of an unsupported engine.
  test('runs every package of pnpm-lock.yaml', async () => {
    const packages = [...(await readText('pnpm-lock.yaml')).matchAll(ENGINES)].map(([, name, engines]) => ({
      name,
      engines,
    }));
    expect(packages.length).toBeGreaterThan(200);
    expect(packages.filter(({ engines }) => !satisfies(oldest, engines!))).toEqual([]);
  });
});

// pnpm writes down what the registry said.
test('no package of pnpm-lock.yaml is deprecated', async () => {
  expect((await readText('pnpm-lock.yaml')).match(/^ {4}deprecated: .*$/gm)).toBeNull();
});

test('openladder --version prints the version of the project, and opens nothing', async () => {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  const env = { OPENLADDER_DATABASE_URL: 'postgres://nobody@nowhere.invalid/none' };
  expect(await runOpenLadder(['--version'], { env })).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
});
