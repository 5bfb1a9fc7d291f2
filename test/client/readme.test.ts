import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { transformWithOxc } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN_TOKEN } from '../support/service.js';
import { useLeague, useStory } from '../support/story.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const README = join(ROOT, 'packages/client/README.md');
const TSC = createRequire(import.meta.url)
  .resolve('typescript/package.json')
  .replace('package.json', 'bin/tsc');
const run = promisify(execFile);

let folder: string;
const story = useStory();
const league = useLeague(story, 'europe');
beforeAll(async () => {
  // Inside the checkout, from where the package is found by its name.
  folder = join(ROOT, `test/dist/readme-${process.pid}`);
  await mkdir(folder, { recursive: true });
});
afterAll(() => rm(folder, { recursive: true }));

test('the page of @openladder/client is one program that compiles and works as described', async () => {
  const page = await readFile(README, 'utf8');
  const blocks = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, block]) => block!);
  expect(page.match(/^```/gm)).toHaveLength(2 * blocks.length);
  const program = blocks.join('\n');
  await writeFile(join(folder, 'page.mts'), program);
  const options = ['--noEmit', '--strict', '--target', 'es2023', '--module', 'nodenext', '--types', 'node'];
  await run(process.execPath, [TSC, '--ignoreConfig', ...options, '--skipLibCheck', 'page.mts'], { cwd: folder });

  const { code } = await transformWithOxc(program, 'page.ts');
  await writeFile(join(folder, 'page.mjs'), code);
  const env = { ...process.env, NODE_OPTIONS: '', LADDER_URL: story.url, LADDER_TOKEN: ADMIN_TOKEN };
  const ended = run(process.execPath, ['page.mjs'], { cwd: folder, env, timeout: 300_000 });
  let isOver = false;
  const playing = playUntil(() => isOver);
  const { stdout, stderr } = await ended.finally(() => {
    isOver = true;
  });
  await playing;
  expect(stdout).toMatch(/^ann \d+\.?\d*$/m);
  expect(stdout).toMatch(/^g-3 counts$/m);
  expect(stdout).toMatch(/was rated$/m);
  expect(stdout).toMatch(/^\d rows; anyone may have moved$/m);
  expect(stdout).toMatch(/^ben$/m);
  expect(stderr).toContain('BAD_INPUT first must be 1 to 100');
});

/** Plays matches for the page to follow. */
async function playUntil(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await league.play('dan beats eve');
    await setTimeout(100);
  }
}
