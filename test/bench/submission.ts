import type { MatchSubmission } from '@openladder/api/dist/match-log/checks.js';
import type { App } from '@openladder/api/dist/start/app.js';
import { verifyDatabase } from '@openladder/api/dist/verify/verify.js';
import { atLeast, atMost, type BenchContext, defineBenchmark } from './benchmark.js';
import { interleaved, median } from './interleaved.js';
import { load, post } from './load.js';
import { startSubmissionServer } from './peers/start.js';
import { openHere, serve } from './serve.js';
import { ADMIN, freshMatches, play, submitBody, submitTo } from './submit-requests.js';
import { writeRated } from './synthetic-league.js';

const LEAGUE = { slug: 'busy', ratingSystem: 'timed-glicko', players: 2000 };
const CONNECTIONS = 64;
const BATCH = 1000;
/** More than a second's worth on any machine that this was run on. */
const MATCHES_PER_SECOND = 25_000;

/** Rated matches that go to the end of one league's log, however they come. */
export const submission = defineBenchmark({
  name: 'submission',
  targets: {
    graphql: atLeast(
      0.85,
      'x',
      `rated submissions through GraphQL, ${CONNECTIONS} connections`,
      'a bare node:http server over the same use case',
    ),
    latency: atMost(3, 'x', '99 of 100 of these are answered within', 'the median of them'),
    batches: atLeast(0.75, 'x', 'matches submitted a thousand at a time through GraphQL', 'the same without HTTP'),
  },
  run: async (context) => {
    const { database, app } = await openHere(context);
    await writeRated(app, { ...LEAGUE, matches: context.size(20_000, 20_000, 2_000) });
    const figures = await measure(app, database.url, context);
    const { leagues } = await verifyDatabase(app);
    const problems = leagues.flatMap((league) => league.problems);
    if (problems.length > 0) throw new Error(`verify found ${JSON.stringify(problems.slice(0, 3))}`);
    return figures;
  },
});

async function measure(app: App, databaseUrl: string, context: BenchContext) {
  const seconds = context.seconds(5, 2);
  const service = await serve(context, databaseUrl);
  const bare = await startSubmissionServer(context, databaseUrl);
  const fresh = () => freshMatches(LEAGUE, seconds * MATCHES_PER_SECOND);
  const graphql = {
    url: `${service.url}/graphql`,
    headers: ADMIN,
    expected: '"replayed":false',
    seconds,
  };
  const bareUrl = `${bare.url}/${LEAGUE.slug}`;
  await submitTo(service, LEAGUE.slug, fresh().slice(0, 1));
  await post(bareUrl, JSON.stringify(fresh().slice(0, 1)));
  const latencies: { readonly p50: number; readonly p99: number }[] = [];
  const rounds = await interleaved(context.rounds, {
    graphql: async () => {
      const bodies = fresh().map((match) => submitBody(LEAGUE.slug, [match]));
      const { perSecond, ...times } = await load({ ...graphql, connections: CONNECTIONS, bodies });
      latencies.push(times);
      return perSecond;
    },
    bare: async () => {
      const bodies = fresh().map((match) => JSON.stringify([match]));
      return (await load({ ...graphql, url: bareUrl, connections: CONNECTIONS, bodies })).perSecond;
    },
    batches: async () => {
      const bodies = inBatches(fresh()).map((batch) => submitBody(LEAGUE.slug, batch));
      return BATCH * (await load({ ...graphql, connections: 1, bodies })).perSecond;
    },
    direct: () => batchesFor(app, inBatches(fresh()), seconds),
  });
  const counted = latencies.length > 1 ? latencies.slice(1) : latencies;
  const [p50, p99] = [median(counted.map((times) => times.p50)), median(counted.map((times) => times.p99))];
  return {
    graphql: rounds.compared('graphql', 'bare'),
    latency: { value: p99 / p50, detail: `${p99.toFixed(1)} ms against ${p50.toFixed(1)} ms` },
    batches: rounds.compared('batches', 'direct'),
  };
}

function inBatches(matches: readonly MatchSubmission[]): MatchSubmission[][] {
  return Array.from({ length: matches.length / BATCH }, (_, batch) =>
    matches.slice(batch * BATCH, (batch + 1) * BATCH),
  );
}

/** Submits batches one after the other. @returns matches a second */
async function batchesFor(app: App, batches: readonly MatchSubmission[][], seconds: number): Promise<number> {
  const start = performance.now();
  let sent = 0;
  for (const batch of batches) {
    if (performance.now() >= start + seconds * 1000) break;
    await play(app, LEAGUE.slug, batch);
    sent += batch.length;
  }
  return (1000 * sent) / (performance.now() - start);
}
