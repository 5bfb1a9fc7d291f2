import { setTimeout } from 'node:timers/promises';
import { COMMAND_LINE } from '@openladder/api/dist/access/access.js';
import { createLeague } from '@openladder/api/dist/league/league.service.js';
import type { MatchSubmission } from '@openladder/api/dist/match-log/checks.js';
import { packGenerations } from '@openladder/api/dist/replay/pack-generations.js';
import type { App } from '@openladder/api/dist/start/app.js';
import { verifyDatabase } from '@openladder/api/dist/verify/verify.js';
import { atMost, type BenchContext, defineBenchmark } from './benchmark.js';
import type { BenchDatabase } from './database.js';
import { serve } from './serve.js';
import { openService } from './service.js';
import { ADMIN, play } from './submit-requests.js';
import { handleOf, writeRated } from './synthetic-league.js';

const CROWD = 200;
const OPENING = Date.parse('2020-01-01T00:00:00Z');
const MINUTE = 60_000;
/** Submissions at once, each to a league of its own. */
const CALLERS = 4;

/** What matches take on disk and in memory, however large they are and however late they come. */
export const storage = defineBenchmark({
  name: 'storage',
  targets: {
    crowds: atMost(8, 'x', `free-for-alls of ${CROWD}, on disk`, 'the bytes that were sent'),
    crowd: atMost(15, 'x', `a free-for-all of ${CROWD}, on disk`, 'one of 20'),
    late: atMost(1000, 'B', 'a late match before those of 200, on disk', 'a line that it changes'),
    lateDuel: atMost(60, 'B', 'a late duel before 100,000 duels, once it is packed, on disk', 'a line that it changes'),
    lateDuels: atMost(4, 'x', 'ten late duels before them, one after another, on disk with free space', 'one'),
    memory: atMost(
      1000,
      'MB',
      `the service's peak memory, ${CALLERS} submissions at once of 600 matches of ${CROWD}`,
      'no peer',
    ),
  },
  run: async (context) => {
    const database = await context.createDatabase();
    const { app, close } = await openService(database.url);
    const crowds = await measureCrowds(app, database, context);
    const lateDuels = await measureLateDuels(app, database, context);
    const { leagues, holds } = await verifyDatabase(app);
    if (!holds) throw new Error(`verify found ${JSON.stringify(leagues.flatMap(({ problems }) => problems))}`);
    await close();
    return { ...crowds, ...lateDuels, memory: await measureMemory(database, context) };
  },
});

async function measureCrowds(app: App, database: BenchDatabase, context: BenchContext) {
  const matches = context.size(200, 20, 5);
  await open(app, 'large');
  await open(app, 'small');
  // Players come first, so that the first match does not make them.
  await play(app, 'large', [crowd(1, CROWD)]);
  await play(app, 'small', [crowd(1, CROWD)]);
  const grow = async (slug: string, size: number) => {
    const sent = Array.from({ length: matches }, (_, n) => crowd(n + 10, size));
    const { bytes } = await growth(database, async () => {
      for (const match of sent) await play(app, slug, [match]);
    });
    return { bytes, sent: JSON.stringify(sent).length };
  };
  const large = await grow('large', CROWD);
  const small = await grow('small', 20);
  const late = await growth(database, () => play(app, 'large', [crowd(5, CROWD)]));
  return {
    crowds: {
      value: large.bytes / large.sent,
      detail: `${megabytes(large.bytes)} for ${matches}, of which ${megabytes(large.sent)} were sent`,
    },
    crowd: {
      value: large.bytes / small.bytes,
      detail: `${kilobytes(large.bytes / matches)} against ${kilobytes(small.bytes / matches)}`,
    },
    late: perLine(late),
  };
}

async function measureLateDuels(app: App, database: BenchDatabase, context: BenchContext) {
  const league = {
    ...{ slug: 'duels', ratingSystem: 'timed-glicko', players: context.size(10_000, 500, 200) },
    matches: context.size(100_000, 5_000, 2_000),
  };
  await writeRated(app, league);
  const sides = [0, 1].map((n) => ({ placement: n + 1, participants: [{ player: handleOf(n) }] }));
  const used = async () => {
    const [row] = await database.sql(`SELECT pg_total_relation_size('superseded_stretch')::float8 AS bytes`);
    return row!.bytes as number;
  };
  const [seconds, kept] = [[] as number[], [] as number[]];
  const late = (n: number) =>
    growth(database, async () => {
      const before = await used();
      await play(app, league.slug, [{ externalId: `late-${n}`, playedAt: new Date(OPENING - n * MINUTE), sides }]);
      const begin = performance.now();
      await packGenerations(app, app.log);
      seconds.push((performance.now() - begin) / 1000);
      kept.push((await used()) - before);
      // What PostgreSQL does by itself some time later.
      await database.sql('VACUUM rating_change');
    });
  const first = await late(1);
  let [bytes, lines] = [first.bytes, first.lines];
  for (let n = 2; n <= context.size(10, 10, 3); n++) {
    const next = await late(n);
    [bytes, lines] = [bytes + next.bytes, lines + next.lines];
  }
  const all = kept.reduce((sum, own) => sum + own, 0);
  const packing = `packed in ${Math.max(...seconds).toFixed(1)} s at most`;
  return {
    lateDuel: {
      value: kept[0]! / first.lines,
      detail: `${megabytes(kept[0]!)} for ${first.lines} lines, ${packing}; ten: ${megabytes(all)} for ${lines} lines`,
    },
    lateDuels: {
      value: bytes / first.bytes,
      detail: `${megabytes(bytes)} against ${megabytes(first.bytes)}`,
    },
  };
}

/** In a process of its own, which does nothing else. */
async function measureMemory(database: BenchDatabase, context: BenchContext) {
  const matches = context.size(600, 60, 6);
  const service = await serve(context, database.url);
  const before = service.peakRss();
  const { bytes } = await growth(database, async () => {
    const slugs = Array.from({ length: CALLERS }, (_, n) => `crowd-${n}`);
    for (const slug of slugs) await ask(service.url, CREATE, { slug, name: slug, ratingSystem: 'zonestats' });
    const sent = Array.from({ length: matches }, (_, n) => crowd(n, CROWD));
    await Promise.all(slugs.map((league) => ask(service.url, SUBMIT, { league, matches: sent })));
  });
  const detail = `${Math.round(before)} MB before; ${megabytes(bytes)} on disk for ${CALLERS} times ${matches} matches`;
  return { value: service.peakRss(), detail };
}

const CREATE = 'mutation ($input: CreateLeagueInput!) { answer: createLeague(input: $input) { errors { message } } }';
const SUBMIT = `mutation ($input: SubmitMatchesInput!) { answer: submitMatches(input: $input) {
  results { ... on MatchRejected { error { message } } } errors { message } } }`;

/** Asks, and again as long as it is told to come back later. */
async function ask(url: string, query: string, input: object): Promise<void> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...ADMIN },
    body: JSON.stringify({ query, variables: { input } }),
  });
  const text = await response.text();
  if (response.status === 503) {
    await setTimeout(1000 * Number(response.headers.get('retry-after')));
    return ask(url, query, input);
  }
  if (text.includes('"message"')) throw new Error(`refused: ${text.slice(0, 500)}`);
}

async function open(app: App, slug: string): Promise<void> {
  await createLeague(app, COMMAND_LINE, { slug, name: slug, ratingSystem: 'zonestats' });
}

function crowd(minute: number, size: number): MatchSubmission {
  return {
    externalId: `crowd-${minute}`,
    playedAt: new Date(OPENING + minute * MINUTE),
    sides: Array.from({ length: size }, (_, n) => ({
      placement: 1 + ((7 * n + minute) % size),
      participants: [{ player: handleOf(n) }],
    })),
  };
}

/** By how much the files of a database grow, and how many lines of the journal were replaced. */
async function growth(database: BenchDatabase, work: () => Promise<void>) {
  const measure = async () => {
    const [row] = await database.sql(
      `SELECT pg_database_size(current_database())::float8 AS bytes,
              (SELECT coalesce(sum(superseded), 0)::integer FROM league_revision) AS lines`,
    );
    return row as { bytes: number; lines: number };
  };
  const before = await measure();
  await work();
  const after = await measure();
  return { bytes: after.bytes - before.bytes, lines: after.lines - before.lines };
}

function perLine({ bytes, lines }: { readonly bytes: number; readonly lines: number }) {
  return { value: bytes / lines, detail: `${megabytes(bytes)} for ${lines} lines` };
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const kilobytes = (bytes: number) => `${(bytes / 1e3).toFixed(1)} kB`;
