import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { seededRandom } from '../../packages/rating/dist/random.js';
import { runBots } from '../faults/bots.js';
import { Ledger } from '../faults/ledger.js';
import { ADMIN_TOKEN } from '../faults/replicas.js';
import { createEmptyDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { client } from '../support/graphql.js';
import { onServer } from '../support/server.js';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CREATE = `mutation ($input: CreateLeagueInput!) { createLeague(input: $input) { errors { code message } } }`;
const run = promisify(execFile);

/** Builds what the repository held at a commit, in a folder of its own. @returns the script of its service */
async function buildCommit(commit: string, folder: string): Promise<string> {
  await run('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, folder], { cwd: ROOT });
  await run(process.execPath, ['scripts/run.mjs', 'build'], { cwd: folder });
  return join(folder, 'services/api/bin/openladder.mjs');
}

/** The errors by code that a process has answered with. */
async function errorsOf(metricsUrl: string): Promise<Record<string, number>> {
  const text = await (await fetch(metricsUrl)).text();
  const counted = text.matchAll(/^openladder_errors_total\{code="(\w+)"\} (\d+)/gm);
  return Object.fromEntries([...counted].map(([, code, count]) => [code, Number(count)]));
}

const BASELINE = 'services/api/src/database/migrations/0001-baseline.ts';

/**
 * The commit that has the oldest schema from which an upgrade is supported: after it, the first migration was not changed any more. Null in a
 * shallow clone, which lacks it.
 */
async function findBaseline(): Promise<string | null> {
  const { stdout: isShallow } = await run('git', ['rev-parse', '--is-shallow-repository'], { cwd: ROOT });
  if (isShallow.trim() === 'true') return null;
  const { stdout } = await run('git', ['log', '-1', '--format=%H', '--', BASELINE], { cwd: ROOT });
  return stdout.trim() || null;
}

test('an upgrade from the oldest supported schema loses nothing while bots play', async ({ skip }) => {
  const commit = await findBaseline();
  if (!commit) {
    const reason = 'this clone lacks the commit of the first migration; "git fetch --unshallow" brings it';
    console.warn(`NOT RUN: an upgrade from the oldest supported schema: ${reason}`);
    return skip(reason);
  }
  const folder = await mkdtemp(join(tmpdir(), 'openladder-earlier-'));
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
    const program = await buildCommit(commit, folder);
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
    await rm(folder, { recursive: true, force: true });
  }
});
