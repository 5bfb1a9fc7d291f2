import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { writeReadmeRater } from '../../packages/rating/test/readme-rater.js';
import { databaseOfTest } from '../support/database.js';
import { client } from '../support/graphql.js';
import { storyLeague } from '../support/story.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
let workplace: string;
let myRater: string;

/** An empty folder outside of the repository, with the page's rater and, beside it, the checkout. */
beforeEach(async () => {
  workplace = await mkdtemp(join(tmpdir(), 'rater-package-'));
  await symlink(ROOT, join(workplace, 'open-ladder'), 'dir');
  ({ directory: myRater } = await writeReadmeRater(join(workplace, 'my-rater')));
});
afterEach(() => rm(workplace, { recursive: true, force: true }));

/** The commands of the page, block by block. */
async function shownCommands(): Promise<{ link: string; tarball: string; test: string; start: string }> {
  const page = await readFile(join(ROOT, 'packages/rating/README.md'), 'utf8');
  const [, link, tarball, test, start, ...more] = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(
    ([, block]) => block!,
  );
  expect(more).toEqual([]);
  return { link: link!, tarball: tarball!, test: test!, start: start! };
}

/** Nothing of the test runner's, and no registry: what the page says works without one. */
function environment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(OPENLADDER_|VITEST|NODE_)/.test(name));
  return { ...Object.fromEntries(inherited), npm_config_offline: 'true', ...more };
}

async function run(commands: string): Promise<string> {
  const shell = promisify(execFile)('sh', ['-e', '-c', commands], { cwd: myRater, env: environment() });
  return (await shell).stdout;
}

/** Starts the service with the page's command. @returns the league service's address, its token, and its end */
async function start(command: string, databaseUrl: string) {
  const env = { OPENLADDER_DATABASE_URL: databaseUrl, OPENLADDER_PORT: '0', OPENLADDER_DEMO: 'false' };
  // A group of its own, since a shell and npm stand before the service.
  const child = spawn('sh', ['-c', command], { cwd: myRater, env: environment(env), detached: true });
  const ended = once(child, 'close');
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      output += chunk;
      const ready = /Open Ladder is ready at (\S+).*ctrl-C stops it/s.exec(output);
      if (ready) resolve(ready[1]!);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    ended.then(() => reject(new Error(`it ended: ${output}`)), reject);
  });
  const stop = async () => {
    process.kill(-child.pid!, 'SIGTERM');
    await ended;
  };
  return { admin: client(url, /\bol_[0-9A-Za-z]+/.exec(output)![0]), stop };
}

test.each(['link', 'tarball'] as const)(
  'the commands on the page of @openladder/rating, word for word, install the contract with %s, pass the laws, and rate a match',
  async (way) => {
    const shown = await shownCommands();
    await run(shown[way]);
    expect(await run(shown.test)).toMatch(/^\S+ fail 0$/m);

    const database = await databaseOfTest();
    const service = await start(shown.start, database.url);
    onTestFinished(service.stop);
    await service.admin.mutate('createLeague', { slug: 'elo', name: 'Elo', ratingSystem: 'my-rater' });
    const league = storyLeague(service.admin, 'elo');
    await league.play('ann beats ben');
    const { standings } = await league.read('standings { nodes { player { handle } rating { value } } }');
    expect(standings.nodes).toEqual([
      { player: { handle: 'ann' }, rating: { value: 1512 } },
      { player: { handle: 'ben' }, rating: { value: 1488 } },
    ]);
  },
);
