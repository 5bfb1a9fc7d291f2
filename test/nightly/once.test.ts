import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { updateLeague } from '../../services/api/dist/league/league.service.js';
import { runNightly } from '../../services/api/dist/nightly/pass-midnight.js';
import { packGenerations } from '../../services/api/dist/replay/pack-generations.js';
import { recomputeLeague } from '../support/changes.js';
import { lockForTest, WAITING } from '../support/held-league.js';
import { failingLog } from '../support/log.js';
import { openClient } from '../support/server.js';
import { DAY, HOUR, type Ladders, openLadders } from './ladder.js';

let ladders: Ladders;
beforeEach(async () => {
  ladders = await openLadders('2026-03-01T00:00:00Z');
});
afterEach(() => ladders.close());

const SLUGS = ['one', 'two', 'three', 'four'];

async function playInAll(): Promise<void> {
  for (const slug of SLUGS) await ladders.open(slug);
  for (const slug of SLUGS) {
    for (const result of ['ann beats ben', 'ben beats cid', 'cid draws ann', 'dan beats ann']) {
      ladders.clock.now += 60_000;
      await ladders.play(slug, result);
    }
  }
}

const BOARDS = `SELECT slug, player_id, value, deviation, score, is_provisional, display FROM rating
                JOIN league ON league.id = league_id ORDER BY slug, player_id`;
const RUNS = `SELECT slug, version, to_char(day, 'YYYY-MM-DD') AS day, midnight, standings_snapshot.revision, players, scores
              FROM standings_snapshot JOIN league ON league.id = league_id ORDER BY slug, day`;

/** Begins a night, and ends its connections whenever it is about to write into a table, until it gives up. */
async function dieWriting(table: string): Promise<void> {
  const [holder, killer] = await Promise.all([openClient(ladders.url), openClient(ladders.url)]);
  await holder.query('BEGIN');
  await holder.query(`LOCK TABLE ${table} IN SHARE MODE`);
  let isOver = false;
  const night = expect(
    ladders.night(await ladders.replica()),
    `it had nothing to write into ${table}`,
  ).rejects.toThrow();
  const over = () => {
    isOver = true;
  };
  night.then(over, over);
  let killed = 0;
  while (!isOver) {
    const { rowCount } = await killer.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    killed += rowCount ?? 0;
    await setTimeout(5);
  }
  await night;
  expect(killed).toBeGreaterThan(0);
  await Promise.all([holder.end(), killer.end()]);
}

describe('a day is ended once', () => {
  test('when several processes notice its end', async () => {
    await playInAll();
    const processes = [ladders.app, await ladders.replica(), await ladders.replica()];
    ladders.clock.now += 2 * DAY;
    const before = await ladders.sql('SELECT slug, version FROM league ORDER BY slug');
    await Promise.all(processes.map((app) => ladders.night(app)));
    await ladders.night();
    const after = await ladders.sql('SELECT slug, version FROM league ORDER BY slug');
    expect(after.map(({ version }) => version)).toEqual(before.map(({ version }) => Number(version) + 1));
    expect((await ladders.sql(RUNS)).map(({ day }) => day)).toEqual(SLUGS.map(() => '2026-03-02'));
    expect(await ladders.problems()).toEqual([]);
  });

  test('and left to another process by a stopping one that waits for a league', async () => {
    await playInAll();
    ladders.clock.now += DAY;
    const holder = await openClient(ladders.url);
    await lockForTest(holder, 'one');
    const stopping = new AbortController();
    const night = runNightly(ladders.app, failingLog, stopping.signal);
    await expect.poll(() => ladders.sql(WAITING)).toHaveLength(1);
    stopping.abort();
    await night;
    expect((await ladders.sql(RUNS)).map(({ slug }) => slug)).not.toContain('one');
    await holder.end();
    await ladders.night();
    expect(await ladders.sql(RUNS)).toHaveLength(SLUGS.length);
  });

  test('after any interruption: the result is that of a single clean run', async () => {
    await playInAll();
    ladders.clock.now += DAY;
    for (const table of ['league', 'rating', 'standings_snapshot', 'league_event']) await dieWriting(table);
    await ladders.night();
    const [boards, runs] = [await ladders.sql(BOARDS), await ladders.sql(RUNS)];

    await ladders.sql(`DELETE FROM standings_snapshot; DELETE FROM league_event WHERE kind = 'BOARD_REFRESHED'`);
    await ladders.sql(
      `UPDATE league SET refresh_due_at = '2026-03-01', refreshed_through = '2026-03-01', version = version - 1`,
    );
    await ladders.night();
    expect(await ladders.sql(BOARDS)).toEqual(boards);
    expect(await ladders.sql(RUNS)).toEqual(runs);
    expect(await ladders.problems()).toEqual([]);
  });

  test('a league whose board cannot be refreshed does not delay others', async () => {
    await playInAll();
    ladders.clock.now += DAY;
    await ladders.sql(`UPDATE league SET rater = 'gone' WHERE slug = 'two'`);
    // The start tells of it; the run is quiet, and tries again.
    await ladders.night();
    expect((await ladders.sql(RUNS)).map(({ slug }) => slug)).toEqual(['four', 'one', 'three']);

    await ladders.sql(`UPDATE league SET rater = 'timed-glicko' WHERE slug = 'two'`);
    await ladders.night();
    expect((await ladders.sql(RUNS)).map(({ slug }) => slug)).toEqual(['four', 'one', 'three', 'two']);
    expect(await ladders.problems()).toEqual([]);
  });
});

test.each([
  ['the nightly run', (): Promise<void> => ladders.night()],
  ['packing', (): Promise<void> => packGenerations(ladders.app, failingLog)],
])('a league that is deleted while it waits for its turn is no failure of %s', async (_, run) => {
  await playInAll();
  await recomputeLeague(ladders.app, COMMAND_LINE, { league: 'two', reason: 'to have lines to pack' });
  ladders.clock.now += DAY;
  const holder = await openClient(ladders.url);
  await holder.query(`BEGIN; UPDATE league SET archived_at = now(), deleted_at = now() WHERE slug = 'two'`);
  const running = run();
  await expect.poll(() => holder.query(WAITING).then(({ rowCount }) => rowCount)).toBe(1);
  await holder.query('COMMIT');
  await running;
  await holder.end();
});

describe('midnight is that of the league', () => {
  const dueAt = async (slug: string) => {
    const [row] = await ladders.sql(`SELECT refresh_due_at AS due FROM league WHERE slug = '${slug}'`);
    return (row!.due as Date).toISOString();
  };
  const daysOf = (slug: string) =>
    ladders.sql(
      `SELECT to_char(day, 'YYYY-MM-DD') AS day, midnight FROM standings_snapshot
       WHERE league_id = (SELECT id FROM league WHERE slug = '${slug}') ORDER BY day`,
    );

  test('in its time zone, through the days of 23 and 25 hours', async () => {
    ladders.clock.now = Date.parse('2026-03-28T12:00:00Z');
    await ladders.open('berlin', { timeZone: 'Europe/Berlin' });
    await ladders.open('auckland', { timeZone: 'Pacific/Auckland' });
    expect(await dueAt('berlin')).toBe('2026-03-28T23:00:00.000Z');
    expect(await dueAt('auckland')).toBe('2026-03-29T11:00:00.000Z');

    ladders.clock.now = Date.parse('2026-03-28T23:00:00Z');
    await ladders.night();
    expect(await dueAt('berlin')).toBe('2026-03-29T22:00:00.000Z');
    expect(await dueAt('auckland')).toBe('2026-03-29T11:00:00.000Z');

    ladders.clock.now = Date.parse('2026-10-25T00:00:00Z');
    await ladders.night();
    expect(await dueAt('berlin')).toBe('2026-10-25T23:00:00.000Z');
    expect(await daysOf('berlin')).toEqual([
      { day: '2026-03-28', midnight: new Date('2026-03-28T23:00:00Z') },
      { day: '2026-10-24', midnight: new Date('2026-10-24T22:00:00Z') },
    ]);
  });

  test('if a day has no 00:00, it begins with its first moment', async () => {
    ladders.clock.now = Date.parse('2026-09-05T20:00:00Z');
    await ladders.open('santiago', { timeZone: 'America/Santiago' });
    expect(await dueAt('santiago')).toBe('2026-09-06T04:00:00.000Z');
    ladders.clock.now = Date.parse('2026-09-06T04:00:00Z') + HOUR;
    await ladders.night();
    expect(await dueAt('santiago')).toBe('2026-09-07T03:00:00.000Z');
  });

  test('if 00:00 comes twice, a day ends with the first', async () => {
    ladders.clock.now = Date.parse('2026-10-31T12:00:00Z');
    await ladders.open('havana', { timeZone: 'America/Havana' });
    for (const midnight of ['2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z']) {
      expect(await dueAt('havana')).toBe(midnight);
      ladders.clock.now = Date.parse(midnight);
      await ladders.night();
    }
    expect(await daysOf('havana')).toEqual([
      { day: '2026-10-31', midnight: new Date('2026-11-01T04:00:00Z') },
      { day: '2026-11-01', midnight: new Date('2026-11-02T05:00:00Z') },
    ]);
  });

  test('and a day that ends after a later one because of a new time zone is not recorded', async () => {
    ladders.clock.now = Date.parse('2026-03-09T12:00:00Z');
    await ladders.open('far', { timeZone: 'Pacific/Kiritimati' });
    await ladders.play('far', 'ann beats ben');
    ladders.clock.now = Date.parse('2026-03-10T10:00:00Z');
    await ladders.night();
    await updateLeague(ladders.app, COMMAND_LINE, 'far', { timeZone: 'Pacific/Midway' }, 'we moved');
    expect(await dueAt('far')).toBe('2026-03-10T11:00:00.000Z');
    for (const midnight of ['2026-03-10T11:00:00Z', '2026-03-11T11:00:00Z', '2026-03-12T11:00:00Z']) {
      ladders.clock.now = Date.parse(midnight);
      await ladders.night();
    }
    const days = await ladders.sql(
      `SELECT to_char(day, 'YYYY-MM-DD') AS day FROM standings_snapshot ORDER BY midnight`,
    );
    expect(days.map(({ day }) => day)).toEqual(['2026-03-10', '2026-03-11']);
    expect(await ladders.problems()).toEqual([]);
  });
});
