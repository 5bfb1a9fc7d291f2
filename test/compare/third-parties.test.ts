import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { evaluate, type Match, type Rater } from '@openladder/rating';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { type CompareOptions, compareRatingSystems } from '../../services/api/dist/compare/compare-rating-systems.js';
import { tuneRatingSystem } from '../../services/api/dist/compare/tune-rating-system.js';
import { readConfig } from '../../services/api/dist/start/config.js';
import { type OpenApp, openApp } from '../../services/api/dist/start/open-app.js';
import { configureRatingSystem } from '../support/changes.js';
import { useDatabase } from '../support/database.js';
import { writeNewFile } from '../support/folder.js';
import { DAY, leagueWith, match, OPENING } from '../support/platform.js';
import { RATERS } from './failing-raters.js';

const PLAYED = ['ann beats ben', 'ben beats cid', 'ann beats cid', 'cid beats ann', 'ben beats ann'];

const database = useDatabase();
const path = await writeNewFile('raters.mjs', RATERS);
let opened: OpenApp;
let steps: Rater;
beforeAll(async () => {
  steps = (await import(path)).default[0];
  opened = await openApp(
    readConfig({ OPENLADDER_DATABASE_URL: database.url, OPENLADDER_RATERS: path }),
    () => undefined,
  );
  await leagueWith(
    opened.app,
    'duels',
    'zonestats',
    PLAYED.map((result, index) => match(index, result)),
  );
});
afterAll(() => opened.close());

type System = readonly [string, object?];

const compare = (...systems: readonly System[]) => compareBy({}, ...systems);

/** In one process, which goes on after each of them. */
async function compareBy(options: CompareOptions, ...systems: readonly System[]) {
  const compared = await compareRatingSystems(
    opened.app,
    COMMAND_LINE,
    { league: 'duels', systems: systems.map(([ratingSystem, settings = {}]) => ({ ratingSystem, settings })) },
    { workers: 1, ...options },
  );
  return compared.systems.slice(1);
}

test('raters of third parties are loaded by each process, with the requested settings', async () => {
  const log = PLAYED.map((result, day): Match => {
    const sides = result.split(' beats ').map((player, side) => ({ placement: side + 1, participants: [{ player }] }));
    return { playedAt: OPENING + day * DAY, sides };
  });
  const compared = await compare(['steps'], ['steps', { step: 0.5 }]);
  expect(compared.map(({ evaluation }) => evaluation)).toEqual([
    evaluate(steps, { step: 0.1 }, log),
    evaluate(steps, { step: 0.5 }, log),
  ]);
});

test('the batch form of one is used by comparisons and replays, to the same bits', async () => {
  const [oneByOne, inBatches] = await compare(['steps'], ['columns']);
  expect(inBatches).toMatchObject({ problem: null });
  expect(inBatches!.evaluation).toEqual(oneByOne!.evaluation);
  const effectOf = async (ratingSystem: string) => {
    const input = { league: 'duels', ratingSystem, settings: {}, reason: 'to see', dryRun: true };
    const { effect } = await configureRatingSystem(opened.app, COMMAND_LINE, input);
    return effect!.changes.map(({ playerId, after }) => [playerId, after?.value]);
  };
  const expected = await effectOf('steps');
  expect(expected).toHaveLength(3);
  expect(await effectOf('columns')).toEqual(expected);
});

test('a failing system is reported, however it fails, and the others are compared', async () => {
  const compared = await compare(['throws'], ['leaves'], ['boasts'], ['shapeless', { step: 0.2 }], ['steps']);
  expect(compared.map(({ problem }) => problem)).toEqual([
    expect.stringContaining('out of luck'),
    'it ended its process with status 7',
    expect.stringContaining('the chances of 2 sides must be 0 to 1 and add up to 1, but are [ 2, -1 ]'),
    'shapeless 1.0.0 failed in formats: no such shape',
    null,
  ]);
  expect(compared.map(({ evaluation }) => evaluation?.matches)).toEqual([
    ...[undefined, undefined, undefined, undefined],
    PLAYED.length,
  ]);
});

test.each([
  ['throws', /^throws fails on a match of league duels: .*out of luck$/],
  ['leaves', /^leaves fails on a match of league duels: it ended its process with status 7$/],
])('a search for settings reports why a rater fails (%s)', async (ratingSystem, reason) => {
  const input = { league: 'duels', ratingSystem };
  await expect(tuneRatingSystem(opened.app, COMMAND_LINE, input, { workers: 1 })).rejects.toThrow(reason);
});

test('a search stops settings that never finish, measures the others, and recommends no count that changes nothing', async () => {
  const input = { league: 'duels', ratingSystem: 'sticks', evaluations: 3, seconds: 20 };
  const found = await tuneRatingSystem(opened.app, COMMAND_LINE, input, { workers: 2 });
  expect(found).toMatchObject({ settings: { step: 0.1 }, evaluations: 3, isTimeOver: true, sameBy: null });
  expect(found.comparison.systems.at(-1)).toMatchObject({ problem: null, heldOut: { matches: 2 } });
});

test('a delayed crash of one system is not attributed to the next one', async () => {
  const compared = await compare(['regrets'], ['steps'], ['steps', { step: 0.5 }]);
  expect(compared.map(({ problem, evaluation }) => problem ?? evaluation?.matches)).toEqual(
    Array.from({ length: 3 }, () => PLAYED.length),
  );
});

test('a system that exceeds its memory is reported, and the next one is compared', async () => {
  const [hoards, next] = await compareBy({ heap: 40 }, ['hoards'], ['steps']);
  expect(hoards!.problem).toBe('it used more than 40 MB of memory');
  expect(next!.evaluation?.matches).toBe(PLAYED.length);
});

test('a system that never finishes is stopped, and those after it are not started', async () => {
  const ending = new AbortController();
  const comparing = compareBy({ ending: ending.signal }, ['steps'], ['stays'], ['steps', { step: 0.5 }]);
  await expect.poll(() => existsSync(join(dirname(path), 'stays'))).toBe(true);
  ending.abort(new Error('out of time'));
  const compared = await comparing;
  expect(compared.map(({ problem }) => problem)).toEqual([null, 'out of time', 'out of time']);
});
