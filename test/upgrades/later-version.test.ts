import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { seededRandom } from '../../packages/rating/dist/random.js';
import { runBots } from '../faults/bots.js';
import { Ledger } from '../faults/ledger.js';
import { ADMIN_TOKEN } from '../faults/replicas.js';
import { playMany } from '../support/big-league.js';
import { createEmptyDatabase, type TestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { askForRecompute, finished } from '../support/recompute.js';
import { onServer } from '../support/server.js';
import { runOpenLadder, type ServiceProcess, startServiceProcess } from '../support/service-process.js';
import { storyLeague } from '../support/story.js';
import { makeLaterVersion } from './later-version.js';
import { writeSteps } from './steps-rater.js';

const VOID = `mutation ($input: VoidMatchInput!) { voidMatch(input: $input) { errors { code message } } }`;
/** Too many matches to be rated within a request of the later version. */
const LONG = 300;
/** Recomputes that are asked for. Each process is told of each at once, so that the wrong one would take every other. */
const JOBS = 5;

let database: TestDatabase;
let folder: string;
const running: ServiceProcess[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.end('SIGKILL')));
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** The errors by code that a process has answered with. */
async function errorsOf(metricsPort: number): Promise<Record<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const counted = text.matchAll(/^openladder_errors_total\{code="(\w+)"\} (\d+)/gm);
  return Object.fromEntries([...counted].map(([, code, count]) => [code, Number(count)]));
}

const readyOf = async ({ url }: ServiceProcess) => (await fetch(`${url}/ready`)).status;

test.for([
  // What a version does that knows nothing of it is right by luck only; the name says that.
  { name: 'NextYear1999999999999', up: 'ALTER TABLE league ADD COLUMN weather text', isLeftAlone: true },
  { name: 'AdditiveNextYear1999999999999', up: 'CREATE TABLE weather (league_id integer)', isLeftAlone: false },
])(
  'a process beside a later version with the migration $name takes no job from it, and loses nothing while bots play',
  async (migration) => {
    database = await createEmptyDatabase();
    folder = await mkdtemp(join(tmpdir(), 'openladder-later-'));
    const [oldRater, newRater] = [await writeSteps('1.0.0', 1), await writeSteps('2.0.0', 10)];
    const program = await makeLaterVersion(folder, migration);
    const random = seededRandom(20_261_126);
    const ports = [await freePort(), await freePort()] as const;
    const environment = (rater: string) => ({
      OPENLADDER_DATABASE_URL: database.url,
      OPENLADDER_ADMIN_TOKEN: ADMIN_TOKEN,
      OPENLADDER_RATE_LIMIT: 'off',
      OPENLADDER_LOG_LEVEL: 'fatal',
      OPENLADDER_RATERS: rater,
    });
    const start = async (port: number, rater: string, script?: string) => {
      const env = { ...environment(rater), OPENLADDER_METRICS_PORT: String(port) };
      const service = await startServiceProcess({ env, program: script });
      running.push(service);
      return service;
    };

    const old = await start(ports[0], oldRater);
    const before = old.as(ADMIN_TOKEN);
    for (const [slug, ratingSystem] of [
      ['plain', 'zonestats'],
      ['steps', 'steps'],
    ]) {
      await before.mutate('createLeague', { slug, name: slug, ratingSystem });
    }
    await playMany(storyLeague(before, 'steps'), LONG, 50, 100);
    const ledgers = [new Ledger('plain'), new Ledger('steps')];
    let urls = [old.url];
    let isOver = false;
    const play = async () => {
      for (let wave = 0; !isOver; wave++) {
        // Few and patient: those that are told to wait ask again and again, and would keep the processor from the recompute.
        const bots = { bots: 2, submissions: 3, times: 2, prefix: `wave-${wave}-`, again: 2000 };
        await runBots(ledgers, random, (own) => own.pick(urls), bots);
      }
    };
    const playing = play();
    // Awaited below; until then, the first failure is the one to tell.
    playing.catch(() => undefined);
    const later = await start(ports[1], newRater, program);
    urls = [old.url, later.url];
    const after = later.as(ADMIN_TOKEN);
    // The start has asked for one already.
    const pending = () => onServer(database.url, `SELECT FROM recompute WHERE status IN ('QUEUED', 'RUNNING')`);
    await expect.poll(async () => (await pending()).length).toBe(0);
    for (let job = 0; job < JOBS; job++) {
      const { id } = await askForRecompute(after, 'steps');
      expect(await finished(after, id)).toMatchObject({ status: 'DONE' });
    }

    expect(await readyOf(later)).toBe(200);
    expect(await readyOf(old)).toBe(migration.isLeftAlone ? 503 : 200);
    const input = { ...(await storyLeague(after, 'steps').correctable('steps-1')), reason: 'by the old version' };
    expect(await before.ask(VOID, { input })).toMatchObject({
      status: 503,
      errors: [{ extensions: { code: 'UNAVAILABLE' } }],
    });
    isOver = true;
    await playing;

    const revisions = await onServer(
      database.url,
      `SELECT league_revision.rater_version AS version FROM league_revision JOIN league ON league.id = league_id WHERE slug = 'steps' ORDER BY league_revision.revision`,
    );
    const derivedBy = revisions.map(({ version }) => version);
    // Late matches make revisions, too: first those of the old version, then those of the new one, and none of the old one after that.
    expect(derivedBy).toEqual([...derivedBy].sort());
    expect(derivedBy.filter((version) => version === '2.0.0').length).toBeGreaterThan(JOBS);
    for (const ledger of ledgers) expect(await ledger.countLost(database.url)).toBe(0);
    for (const port of ports) expect(await errorsOf(port)).not.toHaveProperty('INTERNAL_SERVER_ERROR');
    const verification = await runOpenLadder(['verify'], { env: environment(newRater), program });
    expect(verification.status, verification.stderr + verification.stdout).toBe(0);
  },
);
