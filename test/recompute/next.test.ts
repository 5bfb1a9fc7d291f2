import { beforeAll, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { LOCKS_OF } from '../../services/api/dist/kit/sql/advisory-locks.js';
import { RECOMPUTES } from '../../services/api/dist/league-log/recompute.js';
import { listWaitingRecomputes } from '../../services/api/dist/league-log/recompute.repository.js';
import { runNextRecompute, runRecompute } from '../../services/api/dist/league-log/run-recompute.js';
import { upgradeRatings } from '../../services/api/dist/league-log/upgrade-ratings.js';
import type { App } from '../../services/api/dist/start/app.js';
import { recomputeLeague } from '../support/changes.js';
import { holdLeague } from '../support/held-league.js';
import { keepErrors } from '../support/log.js';
import { leagueWith, match, usePlatform } from '../support/platform.js';
import { openClient } from '../support/server.js';

/** The same process after an upgrade of its rater `elo`. */
let upgraded: App;
const platform = usePlatform();
beforeAll(async () => {
  const elo = platform.app.raters.get('elo')!;
  upgraded = { ...platform.app, raters: new Map([...platform.app.raters, ['elo', { ...elo, version: '99.0.0' }]]) };
  for (const [slug, rater, matches] of [
    ['long', 'elo', 3],
    ['short', 'elo', 1],
    ['first', 'zonestats', 2],
    ['second', 'zonestats', 2],
  ] as const) {
    await leagueWith(
      platform.app,
      slug,
      rater,
      Array.from({ length: matches }, (_, number) => match(number, 'ann beats ben')),
    );
  }
});

const { signal } = new AbortController();

async function ask(league: string): Promise<number> {
  const patient = { ...platform.app, inlineTail: -1 };
  return (await recomputeLeague(patient, COMMAND_LINE, { league, reason: 'to see the order' })).recompute!.id;
}

const done = async () =>
  (
    await platform.sql(`SELECT slug FROM recompute JOIN league ON league.id = league_id
      WHERE status = 'DONE' ORDER BY finished_at, recompute.id`)
  ).map(({ slug }) => slug);

test('jobs that people wait for come first, in the order of requests, and an upgrade by the length of the log', async () => {
  await upgradeRatings(upgraded, 'background', () => undefined);
  let woken = 0;
  const end = platform.app.wakeUps.on(RECOMPUTES, () => woken++);
  const [first] = [await ask('first'), await ask('second')];
  end();
  expect(woken).toBe(2);

  // A process without the new version carries out only what it can.
  const behind = await listWaitingRecomputes(platform.app.database);
  expect(behind.map(({ version }) => version === '99.0.0')).toEqual([false, false, true, true]);

  // Another process carries out the first one, or is not known to have died.
  const other = await openClient(platform.url);
  await other.query('SELECT pg_advisory_lock($1, $2)', [LOCKS_OF.recompute, first]);
  expect(await runNextRecompute(platform.app, keepErrors([]), signal)).toBe(true);
  expect(await done()).toEqual(['second']);
  expect(await runNextRecompute(platform.app, keepErrors([]), signal)).toBe(false);
  // Nor does a process that found it just before.
  expect(await runRecompute(platform.app, first, keepErrors([]), signal)).toBe('GIVEN_UP');
  expect(await done()).toEqual(['second']);
  await other.end();
  expect(await runNextRecompute(platform.app, keepErrors([]), AbortSignal.abort())).toBe(false);

  while (await runNextRecompute(upgraded, keepErrors([]), signal));
  expect(await done()).toEqual(['second', 'first', 'short', 'long']);
});

test('a worker whose recompute was taken does not wait for it, and carries out the next one', async () => {
  const [first, second] = [await ask('first'), await ask('second')];
  const statuses = async () =>
    (await platform.sql(`SELECT status FROM recompute WHERE id IN (${first}, ${second}) ORDER BY id`)).map(
      ({ status }) => status,
    );
  const letGo = await holdLeague(platform.url, 'first');
  // Both look before either has begun.
  const workers = [1, 2].map(() => runNextRecompute(platform.app, keepErrors([]), signal));
  await expect.poll(statuses).toEqual(['RUNNING', 'DONE']);
  await letGo();
  expect(await Promise.all(workers)).toEqual([true, true]);
  expect(await statuses()).toEqual(['DONE', 'DONE']);
});
