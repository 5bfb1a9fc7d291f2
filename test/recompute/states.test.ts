import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { defineRater, type Rater } from '@openladder/rating';
import { seededRandom } from '@openladder/rating/random';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { findRecompute } from '../../services/api/dist/league-log/recompute.repository.js';
import { runRecompute } from '../../services/api/dist/league-log/run-recompute.js';
import type { App } from '../../services/api/dist/start/app.js';
import { verifyDatabase } from '../../services/api/dist/verify/verify.js';
import { recomputeLeague } from '../support/changes.js';
import { voidOne } from '../support/every-correction.js';
import { newFolder } from '../support/folder.js';
import { holdLeague } from '../support/held-league.js';
import { failingLog, keepErrors } from '../support/log.js';
import {
  keptRater,
  leagueNow,
  match,
  newPlatform,
  openLeague,
  openPlatform,
  type Platform,
  play,
} from '../support/platform.js';
import { of } from '../support/small-leagues.js';

const SEED = 20261121;
/** Some pages of the log, so that others get their turn between them. */
const MATCHES = 1600;
const PLAYERS = 40;

/** One that can be rated match by match only, and is kept as it is; fails where it is told to. */
let isFailing = false;
const { batch: _, ...oneByOne } = keptRater;
const plainRater: Rater = defineRater({
  ...oneByOne,
  key: 'plain',
  rate: (played, states, settings) => {
    if (isFailing && states.size > 0 && played.playedAt > +match(1200, 'a beats b').playedAt!) {
      throw new Error('no more');
    }
    return oneByOne.rate(played, states, settings);
  },
});

/** The folder of temporary files meanwhile. */
const folder = await newFolder();
const { TMPDIR } = process.env;
let platform: Platform;
beforeAll(async () => {
  const { url, close } = await newPlatform();
  await close();
  platform = await openPlatform(url, [plainRater]);
  for (const rater of ['performance', 'plain']) {
    await openLeague(platform.app, rater, rater);
    const matches = [...randomLog()];
    for (let from = 0; from < MATCHES; from += 800) await play(platform.app, rater, matches.slice(from, from + 800));
  }
});
beforeEach(() => {
  process.env.TMPDIR = folder;
  isFailing = false;
});
afterAll(async () => {
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
  await platform.remove();
});

function* randomLog() {
  const random = seededRandom(SEED);
  for (let day = 0; day < MATCHES; day++) {
    const a = random.integer(0, PLAYERS - 1);
    const b = (a + random.integer(1, PLAYERS - 1)) % PLAYERS;
    yield match(day, `p${a} ${random.chance(0.2) ? 'draws' : 'beats'} p${b}`);
  }
}

/** With memory for some states, for none, and for all. */
const withMemory = (stateBytes: number): App => ({ ...platform.app, inlineTail: 0, stateBytes });

const derived = async (slug: string) => ({
  journal: await platform.sql(`SELECT player_id, played_at, sequence, before_value, after_value, score, contributions
    FROM rating_change JOIN league ON league.id = league_id
    WHERE slug = '${slug}' AND league.generation = rating_change.generation ORDER BY player_id, played_at, sequence`),
  board: await platform.sql(`SELECT * FROM rating WHERE ${of(slug)} ORDER BY player_id`),
});

const MEMORY = (slug: string) => `SELECT player_id, sequence, memory FROM rating_change
  JOIN league ON league.id = league_id AND league.generation = rating_change.generation
  WHERE slug = '${slug}' ORDER BY player_id, sequence`;

/** Recomputes a league. @returns what became of it, and how many temporary files were there meanwhile */
async function recompute(
  app: App,
  slug: string,
  { log = failingLog, stopping = new AbortController(), onFile = () => {} } = {},
) {
  const { recompute: asked } = await recomputeLeague(app, COMMAND_LINE, { league: slug, reason: 'to be sure' });
  let files = 0;
  let isOver = false;
  const work = runRecompute(app, asked!.id, log, stopping.signal).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    files = Math.max(files, temporaryFiles());
    if (files > 0) onFile();
    await new Promise(setImmediate);
  }
  await work;
  return { files, recompute: await findRecompute(app.database.manager, asked!.id) };
}

/** Those of this process that are open, and those that are there. */
function temporaryFiles(): number {
  const named = readdirSync(folder).length;
  if (process.platform !== 'linux') return named;
  const links = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return '';
    }
  });
  return links.filter((link) => link.startsWith(`${folder}/`)).length;
}

test.each(['performance', 'plain'])(
  '%s is recomputed to the same bits, wherever the states are stored',
  async (slug) => {
    const before = await derived(slug);
    expect(before.journal).toHaveLength(2 * MATCHES);
    for (const [memory, files] of [
      [0, 1],
      [1000, 1],
      [10_000_000, 0],
    ] as const) {
      const done = await recompute(withMemory(memory), slug);
      expect([done.recompute!.status, done.files]).toEqual(['DONE', files]);
      expect(temporaryFiles()).toBe(0);
      expect(await derived(slug)).toEqual(before);
      const { leagues } = await verifyDatabase(withMemory(memory), [slug]);
      expect(leagues).toMatchObject([{ problems: [], matches: MATCHES, changes: 2 * MATCHES }]);
      expect(temporaryFiles()).toBe(0);
    }
  },
);

test('a tail is corrected to the same bits as by a recompute, wherever the states are stored', async () => {
  const app = { ...withMemory(0), inlineTail: 1000 };
  const { effect } = await voidOne(app, 'performance', 'day-1500', 'a mistake');
  expect(effect).not.toBeNull();
  expect(temporaryFiles()).toBe(0);
  const corrected = await derived('performance');
  await recompute(withMemory(10_000_000), 'performance');
  expect(await derived('performance')).toEqual(corrected);
});

test.each([{}, { timing: 'periods', periodDays: 40 }])(
  'glicko2 with %j continues from the newest lines: a correction rates the tail in place',
  async (settings) => {
    const slug = 'timing' in settings ? 'periods' : 'continuous';
    await openLeague(platform.app, slug, 'glicko2', settings);
    await play(platform.app, slug, [...randomLog()].slice(0, 300));
    const { id, generation } = await leagueNow(platform.app, slug);
    const app = { ...withMemory(0), inlineTail: 1000 };
    expect((await voidOne(app, slug, 'day-250', 'a mistake')).effect).not.toBeNull();
    expect(await platform.sql(`SELECT generation FROM league WHERE slug = '${slug}'`)).toEqual([{ generation }]);
    const kept = async () => [await derived(slug), await platform.sql(MEMORY(slug))];
    const corrected = await kept();
    await recompute(withMemory(10_000_000), slug);
    expect(await kept()).toEqual(corrected);
    const problems = async () => (await verifyDatabase(platform.app, [slug])).leagues[0]!.problems;
    expect(await problems()).toEqual([]);

    // A line whose memory is damaged is found, and so is a state that comes back from it.
    const last = `SELECT player_id, max(sequence) FROM rating_change WHERE league_id = ${id} GROUP BY player_id LIMIT 1`;
    const damage = (sign: string) =>
      platform.sql(`UPDATE rating_change SET memory[1] = memory[1] ${sign} 0.25
        WHERE league_id = ${id} AND (player_id, sequence) = (${last})`);
    await damage('+');
    expect((await problems()).map(({ invariant }) => invariant)).toEqual(['journal', 'restore']);
  },
);

test('nothing is left if the rater fails in the middle', async () => {
  const before = await derived('plain');
  isFailing = true;
  const { recompute: failed, files } = await recompute(withMemory(0), 'plain');
  expect([failed!.status, files]).toEqual(['FAILED', 1]);
  expect(failed!.error).toContain('no more');
  expect(temporaryFiles()).toBe(0);
  expect(await derived('plain')).toEqual(before);
});

test('nothing is left if the worker is stopped', async () => {
  const before = await derived('performance');
  const letGo = await holdLeague(platform.url, 'performance');
  const stopping = new AbortController();
  const { recompute: stopped, files } = await recompute(withMemory(0), 'performance', {
    stopping,
    onFile: () => stopping.abort(),
  });
  expect([stopped!.status, files]).toEqual(['RUNNING', 1]);
  expect(temporaryFiles()).toBe(0);
  await letGo();
  expect(await derived('performance')).toEqual(before);
});

test('a full folder fails a recompute with a clear message, and the board stays unchanged', async () => {
  const before = await derived('plain');
  process.env.TMPDIR = join(folder, 'gone');
  const errors: unknown[] = [];
  const { recompute: failed } = await recompute(withMemory(1000), 'plain', { log: keepErrors(errors) });
  expect(failed!.status).toBe('FAILED');
  expect(failed!.error).toMatch(/temporary file in .*gone failed: ENOENT.*TMPDIR/);
  expect(errors).toHaveLength(1);
  expect(await derived('plain')).toEqual(before);
  await expect(verifyDatabase(withMemory(1000), ['plain'])).rejects.toThrow(/temporary file in .*gone failed/);
});
