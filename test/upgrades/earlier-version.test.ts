import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '../../packages/rating/dist/random.js';
import { runBots } from '../faults/bots.js';
import { Ledger } from '../faults/ledger.js';
import { ADMIN_TOKEN } from '../faults/replicas.js';
import { createEmptyDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { client } from '../support/graphql.js';
import { onServer } from '../support/server.js';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.js';
import { storyLeague } from '../support/story.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CREATE = `mutation ($input: CreateLeagueInput!) { createLeague(input: $input) { errors { code message } } }`;
const run = promisify(execFile);

/** Builds the service that the repository held at a commit, in a folder of its own. @returns the script of its service */
async function buildCommit(commit: string, folder: string): Promise<string> {
  await run('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, folder], { cwd: ROOT });
  await run(process.execPath, ['scripts/run.mjs', 'openladder', '--version'], { cwd: folder });
  return join(folder, 'services/api/bin/openladder.mjs');
}

/** The errors by code that a process has answered with. */
async function errorsOf(metricsUrl: string): Promise<Record<string, number>> {
  const text = await (await fetch(metricsUrl)).text();
  const counted = text.matchAll(/^openladder_errors_total\{code="(\w+)"\} (\d+)/gm);
  return Object.fromEntries([...counted].map(([, code, count]) => [code, Number(count)]));
}

/** The commit with the oldest schema from which an upgrade is supported: after it, no statement of the first migration was changed. */
const OLDEST = 'fd413ca0dc1d9bb563dcf94588568825a39d4e8f';

/** Whether this clone has a commit; a shallow one may not. */
const hasCommit = (commit: string) =>
  run('git', ['cat-file', '-e', commit], { cwd: ROOT }).then(
    () => true,
    () => false,
  );

let folder: string;
/** The script of its service; null where the clone lacks it. */
let earlier: string | null = null;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openladder-earlier-'));
  await mkdir(join(folder, 'version'));
  if (await hasCommit(OLDEST)) earlier = await buildCommit(OLDEST, join(folder, 'version'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function lacksEarlier(skip: (reason: string) => never): never {
  const reason = 'this clone lacks the commit of the first migration; "git fetch --unshallow" brings it';
  console.warn(`NOT RUN: an upgrade from the oldest supported schema: ${reason}`);
  return skip(reason);
}

test('an upgrade from the oldest supported schema loses nothing while bots play', async ({ skip }) => {
  const program = earlier ?? lacksEarlier(skip);
  const database = await createEmptyDatabase();
  const random = seededRandom(20_261_123);
  const running: ServiceProcess[] = [];
  const start = async (port: number, program?: string) => {
    const env = {
      OPENLADDER_DATABASE_URL: database.url,
      OPENLADDER_ADMIN_TOKEN: ADMIN_TOKEN,
      OPENLADDER_RATE_LIMIT: 'off',
      OPENLADDER_LOG_LEVEL: 'fatal',
      OPENLADDER_METRICS_PORT: String(port),
    };
    const service = await startServiceProcess({ env, program });
    running.push(service);
    return service;
  };
  try {
    const ports = [await freePort(), await freePort()] as const;
    const old = await start(ports[0], program);
    for (const slug of ['one', 'two']) {
      const input = { slug, name: slug, ratingSystem: slug === 'one' ? 'zonestats' : 'timed-glicko' };
      await client(old.url, ADMIN_TOKEN).get(CREATE, { input });
    }
    const ledgers = [new Ledger('one'), new Ledger('two')];
    let urls = [old.url];
    let isUpgraded = false;
    const play = async () => {
      let wave = 0;
      // Until both have served for a while: the bots of each wave are eight, with submissions sent up to three times.
      for (let after = 0; after < 3; after += isUpgraded ? 1 : 0) {
        const bots = { bots: 8, submissions: 5, prefix: `wave-${wave++}-` };
        await runBots(ledgers, random, (own) => own.pick(urls), bots);
      }
    };
    const playing = play();
    const fresh = await start(ports[1]);
    urls = [old.url, fresh.url];
    isUpgraded = true;
    await playing;
    // Its processes stop writing, unless all that came since only adds.
    const [{ breaking }] = (await onServer(
      database.url,
      `SELECT count(*)::int AS breaking FROM migrations WHERE name !~ '^(Baseline|Additive)'`,
    )) as [{ breaking: number }];
    expect((await fetch(`${old.url}/ready`)).status).toBe(breaking > 0 ? 503 : 200);
    for (const ledger of ledgers) await ledger.prove(database.url);
    for (const port of ports) {
      expect(await errorsOf(`http://127.0.0.1:${port}/metrics`)).not.toHaveProperty('INTERNAL_SERVER_ERROR');
    }
  } finally {
    await Promise.all(running.map((service) => service.end('SIGTERM')));
    await database.drop();
  }
});

/** The lines to run in a part of the page, in order. */
async function commandsUnder(heading: string): Promise<string[]> {
  const page = await readFile(join(ROOT, 'docs/upgrading.md'), 'utf8');
  const [, part] = page.split(new RegExp(`^## ${heading}$`, 'm'));
  const blocks = [...part!.split(/^## /m)[0]!.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].map(([, block]) => block!);
  return blocks.flatMap((block) => block.trim().split(/\n */));
}

test('the checklist for upgrades brings an embedded database to this version, and the way back restores it', async ({
  skip,
}) => {
  const old = earlier ?? lacksEarlier(skip);
  const bin = join(folder, 'bin');
  const backups = join(folder, 'backups');
  for (const made of [bin, backups]) await mkdir(made);
  const port = await freePort();
  const env = {
    OPENLADDER_DATA_DIR: join(folder, 'data'),
    OPENLADDER_PORT: String(port),
    OPENLADDER_ADMIN_TOKEN: ADMIN_TOKEN,
    OPENLADDER_DEMO: 'false',
    OPENLADDER_LOG_LEVEL: 'fatal',
  };
  /** Makes a version the one that is called by name. */
  const use = async (program: string) => {
    await writeFile(join(bin, 'openladder'), `#!/bin/sh\nexec ${process.execPath} ${program} "$@"\n`);
    await chmod(join(bin, 'openladder'), 0o755);
    installed = program;
  };
  let installed = old;
  let service: ServiceProcess | undefined;
  const carryOut = async (command: string) => {
    if (command === 'systemctl stop openladder') await service!.end('SIGTERM');
    else if (command === 'systemctl start openladder') service = await startServiceProcess({ env, program: installed });
    else {
      const [newest = ''] = await readdir(backups);
      const here = command
        .replace('/srv/backups/openladder-…', join(backups, newest))
        .replace('/srv/backups', backups)
        .replace('127.0.0.1:4000', `127.0.0.1:${port}`);
      await run('sh', ['-c', here], { env: { ...env, PATH: `${bin}:${process.env.PATH}` } });
    }
  };
  const board = () =>
    storyLeague(service!.as(null), 'europe').read('standings { nodes { player { handle } rating { value } } }');
  try {
    service = await startServiceProcess({ env, program: old });
    const admin = service.as(ADMIN_TOKEN);
    await admin.get(CREATE, { input: { slug: 'europe', name: 'Europe', ratingSystem: 'zonestats' } });
    const europe = storyLeague(admin, 'europe');
    for (const story of ['ann beats ben', 'ben beats cid']) await europe.play(story);
    const before = await board();

    await use(join(ROOT, 'services/api/bin/openladder.mjs'));
    const upgrade = await commandsUnder('Checklist');
    expect(upgrade).toContain('systemctl start openladder');
    for (const command of upgrade) await carryOut(command);
    expect(await board()).toEqual(before);
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    expect(await (await fetch(`${service.url}/ready`)).json()).toMatchObject({ version });
    await europe.play('dan beats ann');

    await use(old);
    const back = await commandsUnder('Rolling back');
    expect(back).toContain('openladder verify');
    for (const command of back) await carryOut(command);
    expect(await board()).toEqual(before);
  } finally {
    await service?.end('SIGTERM');
  }
});
