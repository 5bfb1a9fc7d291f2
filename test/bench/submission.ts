import { COMMAND_LINE } from '@openladder/api/dist/access/access.js';
import type { MatchSubmission } from '@openladder/api/dist/match-log/submission.js';
import type { App } from '@openladder/api/dist/start/app.js';
import { submitMatches } from '@openladder/api/dist/submission/submit-matches.js';
import { verifyDatabase } from '@openladder/api/dist/verify/verify.js';
import { atLeast, atMost, type BenchContext, defineBenchmark, type Figure, type NotMeasured } from './benchmark.js';
import { interleaved, median, quantile, type Rounds } from './interleaved.js';
import { load, post } from './load.js';
import { NO_PGBENCH, type Pgbench, preparePgbench } from './peers/pgbench.js';
import { startSubmissionServer } from './peers/submission-server.js';
import { ADMIN_TOKEN, openService, startService } from './service.js';
import { freshMatches, submitBody } from './submit-requests.js';
import { recompute, writeSyntheticLog } from './synthetic-league.js';

const LEAGUE = { slug: 'busy', ratingSystem: 'timed-glicko', matches: 20_000, players: 2000 };
const CALLERS = 64;
const BATCH = 1000;
/** Those of the bar. */
const PGBENCH_CLIENTS = 16;
/** More than a second's worth on any machine that this was run on. */
const MATCHES_PER_SECOND = 25_000;

/** Rated matches that go to the end of one league's log, however they come. */
export const submission = defineBenchmark({
  name: 'submission',
  bars: {
    callers: atLeast(
      2,
      'x',
      `rated submissions in one league, ${CALLERS} callers, without HTTP`,
      'transactions of pgbench -N -M prepared -c 16',
    ),
    latency: atMost(10, 'ms', '99 of 100 of these are answered within', 'no peer'),
    batches: atLeast(1.5, 'x', 'matches submitted a thousand at a time, in a loop', 'the same callers'),
    graphql: atLeast(
      0.6,
      'x',
      `rated submissions through GraphQL, ${CALLERS} connections`,
      'a bare node:http server over the same use case',
    ),
    graphqlBesidePgbench: atLeast(
      0.9,
      'x',
      `rated submissions through GraphQL, ${CALLERS} connections`,
      'transactions of pgbench -N -M prepared -c 16',
    ),
  },
  run: async (context) => {
    const database = await context.createDatabase();
    const { app, close } = await openService(database.url);
    await writeSyntheticLog(app, { ...LEAGUE, matches: context.size(LEAGUE.matches, LEAGUE.matches, 2_000) });
    await recompute(app, LEAGUE.slug);
    const pgbench = await preparePgbench(context);
    const direct = await measureDirect(app, pgbench, context);
    const overHttp = await measureHttp(database.url, pgbench, context);
    const { leagues } = await verifyDatabase(app);
    const problems = leagues.flatMap((league) => league.problems);
    if (problems.length > 0) throw new Error(`verify found ${JSON.stringify(problems.slice(0, 3))}`);
    await close();
    return { ...direct, ...overHttp };
  },
});

const pgbenchSide = (pgbench: Pgbench | null, seconds: number) => () =>
  pgbench ? pgbench.measure({ clients: PGBENCH_CLIENTS, seconds }) : Number.NaN;

async function measureDirect(app: App, pgbench: Pgbench | null, context: BenchContext) {
  const seconds = context.seconds(5, 2);
  const latencies: number[] = [];
  const rounds = await interleaved(context.rounds, {
    pgbench: pgbenchSide(pgbench, seconds),
    callers: async () => {
      const { perSecond, p99 } = await callersFor(app, seconds);
      latencies.push(p99);
      return perSecond;
    },
    batches: () => batchesFor(app, seconds),
  });
  return {
    callers: besidePgbench(pgbench, rounds, 'callers'),
    latency: {
      value: median(latencies.length > 1 ? latencies.slice(1) : latencies),
      detail: `${CALLERS} callers, each with one call under way`,
    },
    batches: {
      value: rounds.ratio('batches', 'callers'),
      detail: `${rounds.median('batches').toFixed(0)}/s against ${rounds.median('callers').toFixed(0)}/s`,
    },
  };
}

async function callersFor(app: App, seconds: number): Promise<{ perSecond: number; p99: number }> {
  const matches = freshMatches(LEAGUE, seconds * MATCHES_PER_SECOND);
  const times: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1000;
  const call = async () => {
    for (let begin = performance.now(); begin < end; begin = performance.now()) {
      await submit(app, [matches.pop()!]);
      times.push(performance.now() - begin);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
  return { perSecond: times.length / ((performance.now() - start) / 1000), p99: quantile(times, 0.99) };
}

async function batchesFor(app: App, seconds: number): Promise<number> {
  const matches = freshMatches(LEAGUE, seconds * MATCHES_PER_SECOND);
  const start = performance.now();
  let sent = 0;
  for (; performance.now() < start + seconds * 1000; sent += BATCH) {
    await submit(app, matches.slice(sent, sent + BATCH));
  }
  return sent / ((performance.now() - start) / 1000);
}

async function submit(app: App, matches: readonly MatchSubmission[]): Promise<void> {
  const results = await submitMatches(app, COMMAND_LINE, LEAGUE.slug, matches);
  const bad = results.find((result) => result.kind === 'rejected' || result.replayed);
  if (bad || results.length !== matches.length) throw new Error(`a match was not taken: ${JSON.stringify(bad)}`);
}

async function measureHttp(databaseUrl: string, pgbench: Pgbench | null, context: BenchContext) {
  const seconds = context.seconds(5, 2);
  const service = await startService(databaseUrl);
  const bare = await startSubmissionServer(databaseUrl);
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
  const fresh = () => freshMatches(LEAGUE, seconds * MATCHES_PER_SECOND);
  const graphqlBodies = () => fresh().map((match) => submitBody(LEAGUE.slug, [match]));
  const [graphqlUrl, bareUrl] = [`${service.url}/graphql`, `${bare.url}/${LEAGUE.slug}`];
  try {
    await post(graphqlUrl, graphqlBodies()[0]!, headers);
    await post(bareUrl, JSON.stringify(fresh().slice(0, 1)));
    const asked = { connections: CALLERS, seconds, expected: '"replayed":false' };
    const rounds = await interleaved(context.rounds, {
      pgbench: pgbenchSide(pgbench, seconds),
      graphql: async () => (await load({ ...asked, url: graphqlUrl, headers, bodies: graphqlBodies() })).perSecond,
      bare: async () =>
        (await load({ ...asked, url: bareUrl, bodies: fresh().map((match) => JSON.stringify([match])) })).perSecond,
    });
    return {
      graphql: {
        value: rounds.ratio('graphql', 'bare'),
        detail: `${rounds.median('graphql').toFixed(0)}/s against ${rounds.median('bare').toFixed(0)}/s`,
      },
      graphqlBesidePgbench: besidePgbench(pgbench, rounds, 'graphql'),
    };
  } finally {
    await service.stop();
    await bare.stop();
  }
}

function besidePgbench<Side extends string>(
  pgbench: Pgbench | null,
  rounds: Rounds<Side | 'pgbench'>,
  side: Side,
): Figure | NotMeasured {
  if (!pgbench) return NO_PGBENCH;
  const detail = `${rounds.median(side).toFixed(0)}/s against ${rounds.median('pgbench').toFixed(0)}/s`;
  return { value: rounds.ratio(side, 'pgbench'), detail };
}
