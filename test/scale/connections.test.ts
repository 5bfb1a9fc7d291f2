import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { COMMAND_LINE } from '../../services/api/dist/access/access.js';
import { checkImport } from '../../services/api/dist/import/request-import.js';
import { LEAST_CONNECTIONS, PROCESS_CONNECTIONS } from '../../services/api/dist/kit/sql/connection.js';
import { handIn, MAPPING } from '../import/handed-in-file.js';
import type { Client } from '../support/graphql.js';
import {
  dayByDay,
  expectAllHolds,
  leagueWith,
  match,
  OPENING,
  openLeague,
  type Platform,
  platformOfTest,
  play,
} from '../support/platform.js';
import { openClient } from '../support/server.js';
import { ADMIN_TOKEN } from '../support/service.js';
import { startServiceProcess } from '../support/service-process.js';
import { SUBMIT } from '../support/story.js';

/** Leagues in which people play, more than are written at a time. */
const LEAGUES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
/** Leagues whose corrections are left to jobs, because more than 5,000 matches follow. */
const LONG = ['long-one', 'long-two'];
/** Leagues into which files are imported, the first two in bulk. */
const FILES = { 'file-one': 6_000, 'file-two': 6_000, 'file-three': 300 };
const ROUNDS = 6;

/** Everything that a process does at once, for as long as its jobs take. @returns the most connections that it had */
async function fullLoad(platform: Platform, connections: number): Promise<number> {
  const { app, url } = platform;
  for (const slug of LEAGUES) {
    await leagueWith(app, slug, 'elo', dayByDay('ann beats ben', 'cid beats dan'));
  }
  for (const slug of LONG) {
    await openLeague(app, slug, 'elo');
    for (let first = 1; first <= 6_000; first += 1_000) {
      const days = Array.from({ length: 1_000 }, (_, number) => first + number);
      await play(
        app,
        slug,
        days.map((day) => ({ ...match(day, 'ann beats ben'), playedAt: new Date(OPENING + day * 60_000) })),
      );
    }
  }
  for (const [slug, rows] of Object.entries(FILES)) {
    await openLeague(app, slug, 'elo');
    const key = await handIn(platform, slug, [csvOf(rows)]);
    await checkImport(app, COMMAND_LINE, key, { mapping: MAPPING });
  }
  const receiver = await openReceiver();
  const watcher = await openClient(url);
  const sessions = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'openladder%'`;
  // This test's own, which are not used meanwhile.
  const others = (await watcher.query(sessions)).rows.map(({ pid }) => pid);
  const service = await startServiceProcess({
    env: {
      OPENLADDER_DATABASE_URL: url,
      OPENLADDER_ADMIN_TOKEN: ADMIN_TOKEN,
      OPENLADDER_DATABASE_CONNECTIONS: String(connections),
      OPENLADDER_WEBHOOK_ALLOW: '127.0.0.1',
    },
  });
  const admin = service.as(ADMIN_TOKEN);
  for (const league of LEAGUES) {
    const url = `${receiver.url}/${league}`;
    await admin.mutate('createWebhook', { league, url, events: ['MATCHES_RATED'] });
  }
  let most = 0;
  let isOver = false;
  const watching = (async () => {
    for (; !isOver; await setTimeout(5)) {
      const { rows } = await watcher.query(`${sessions} AND NOT pid = ANY($1)`, [others]);
      most = Math.max(most, rows.length);
    }
  })();
  try {
    await eventually(platform, `SELECT FROM match_import HAVING bool_and(status = 'CHECKED')`);
    for (const slug of Object.keys(FILES)) {
      const query = 'query ($slug: String!) { league(slug: $slug) { imports { nodes { id } } } }';
      const [{ id }] = (await admin.get(query, { slug })).league.imports.nodes;
      await admin.mutate('startImport', { import: id });
    }
    const corrections = LONG.map((slug) => voided(admin, slug, 'day-1'));
    await Promise.all([
      ...corrections,
      ...LEAGUES.flatMap((slug) => [plays(admin, slug), reads(service.as(null), slug)]),
    ]);
    await eventually(platform, `SELECT FROM recompute HAVING count(*) = ${LONG.length} AND bool_and(status = 'DONE')`);
    await eventually(platform, `SELECT FROM match_import HAVING bool_and(status = 'DONE')`);
    await expect.poll(() => receiver.received.size).toBe(LEAGUES.length);
  } finally {
    isOver = true;
    await watching;
    await watcher.end();
    const { stderr } = await service.end('SIGTERM');
    receiver.close();
    expect(stderr).toBe('');
  }
  await expectAllHolds(app);
  return most;
}

/** Duels on one day after another. */
function csvOf(rows: number): string {
  const lines = Array.from({ length: rows }, (_, row) => {
    const day = new Date(Date.UTC(2000, 0, 1) + row * 86_400_000).toISOString().slice(0, 10);
    return `${day},p${row % 7},p${(row % 7) + 1 + (row % 3)},${row % 4},${row % 2}`;
  });
  return ['date,a,b,x,y', ...lines].join('\n');
}

/** Counts the messages that it accepts. */
async function openReceiver() {
  const received = new Set<string>();
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      received.add(request.url!);
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, received, close: () => server.close() };
}

const eventually = (platform: Platform, statement: string) =>
  expect.poll(async () => (await platform.sql(statement)).length).toBe(1);

/** Submits matches in order, of newcomers, and late ones; tries a correction, and makes it. */
async function plays(admin: Client, slug: string): Promise<void> {
  for (let round = 1; round <= ROUNDS; round++) {
    const matches = [
      match(10 * round, 'ann beats cid'),
      match(10 * round + 1, `ben beats new${round}`),
      match(10 * round - 3, 'dan beats ann'),
    ];
    const input = { league: slug, matches };
    const { submitMatches } = await admin.get(SUBMIT, { input });
    expect(submitMatches.results).toMatchObject(matches.map(() => ({ __typename: 'MatchAccepted' })));
    await voided(admin, slug, `day-${10 * round}`, { dryRun: true });
    await voided(admin, slug, `day-${10 * round}`);
  }
}

async function voided(admin: Client, slug: string, externalId: string, more = {}): Promise<unknown> {
  const query = `query ($slug: String!, $externalId: String!) { league(slug: $slug) { match(externalId: $externalId) { id version } } }`;
  const { match: found } = (await admin.get(query, { slug, externalId })).league;
  return admin.mutate('voidMatch', { match: found.id, expectedVersion: found.version, reason: 'a test', ...more });
}

/** Reads boards, and what is costly. */
async function reads(anyone: Client, slug: string): Promise<void> {
  const board = (name: string) =>
    `${name}: league(slug: "${slug}") { standings(first: 100) { nodes { rank player { handle } } } matches(first: 50) { nodes { sides { participants { ratingChange { delta } } } } } }`;
  const past = (day: number) =>
    `l${day}: league(slug: "${slug}") { standings(asOf: "2020-02-0${day}T12:00:00Z") { totalCount } }`;
  const costly = [1, 2, 3, 4].map(past).join(' ');
  for (let round = 0; round < ROUNDS; round++) {
    await anyone.get(`{ ${board('one')} }`);
    if (round % 3 === 0) await anyone.get(`{ ${costly} }`);
  }
}

test.each([PROCESS_CONNECTIONS, LEAST_CONNECTIONS])(
  'at full load, a process with a limit of %i connections has no more, and nothing waits forever',
  async (connections) => {
    const platform = await platformOfTest();
    const most = await fullLoad(platform, connections);
    expect(most).toBeLessThanOrEqual(connections);
    // It was full load.
    expect(most).toBeGreaterThanOrEqual(connections - 1);
  },
);
