import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Rater } from '../src/rater.js';
import { rateMatch } from '../src/replay.js';
import { readmeFiles, writeReadmeRater } from './readme-rater.js';

const RATING = fileURLToPath(new URL('..', import.meta.url));
let workplace: string;
let directory: string;
let packageName: string;

/** A place outside the repository, with the contract and the page's package installed. */
beforeAll(async () => {
  workplace = await mkdtemp(join(tmpdir(), 'write-a-rater-'));
  await mkdir(join(workplace, 'node_modules/@openladder'), { recursive: true });
  await symlink(RATING, join(workplace, 'node_modules/@openladder/rating'), 'dir');
  ({ packageName, directory } = await writeReadmeRater(join(workplace, 'my-rater')));
  await symlink(directory, join(workplace, 'node_modules', packageName), 'dir');
});

afterAll(() => rm(workplace, { recursive: true, force: true }));

/** The package as somebody else's program finds it. */
async function importRater(): Promise<Rater> {
  const resolved = createRequire(join(workplace, 'program.js')).resolve(packageName);
  const module = await import(/* @vite-ignore */ pathToFileURL(resolved).href);
  return module.default;
}

it('the rater of the page has at most the promised 40 lines', async () => {
  const files = await readmeFiles();
  expect(files.map(({ path }) => path)).toEqual(['package.json', 'index.js', 'index.test.js']);
  const rater = files.find(({ path }) => path === 'index.js')!;
  expect(rater.text.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
});

it('the files of the page are those of the template, word for word', async () => {
  for (const { path, text } of await readmeFiles()) {
    expect(await readFile(new URL(`../../../examples/rater/${path}`, import.meta.url), 'utf8'), path).toBe(text);
  }
});

it('the rater of the page is Elo', async () => {
  const sides = [
    { placement: 1, participants: [{ player: 'ann' }] },
    { placement: 2, participants: [{ player: 'bob' }] },
  ];
  const states = new Map([
    ['ann', { points: 1600 }],
    ['bob', { points: 2000 }],
  ]);
  const [ann, bob] = rateMatch(await importRater(), { k: 22, initialRating: 1500 }, { playedAt: 0, sides }, states);
  expect(ann!.after.value).toBeCloseTo(1620, 9);
  expect(bob!.after.value).toBeCloseTo(1980, 9);
});

it("the package's own tests pass with npm test", async () => {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { stdout } = await promisify(execFile)('npm', ['test', '--', '--test-reporter=tap'], { cwd: directory, env });
  expect(stdout).toMatch(/^# fail 0$/m);
  expect(Number(stdout.match(/^# pass (\d+)$/m)?.[1])).toBeGreaterThan(30);
});
