import type { BenchContext } from '../benchmark.js';
import { type ChildServer, startInChild } from '../child.js';

/** Starts a peer in a process of its own, until the benchmark ends. */
async function start(
  context: BenchContext,
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ChildServer> {
  const peer = await startInChild(new URL(`./${name}-child.js`, import.meta.url), args, env);
  context.atEnd(peer.stop);
  return peer;
}

/** The limit of live events: a bare ws server that sends the body of each POST request to every socket. */
export const startBroadcaster = (context: BenchContext) => start(context, 'broadcaster', []);

/** PostGraphile 5 on the tables of the service, its schema made from them, on a pool as large as the service's. */
export const startPostGraphile = (context: BenchContext, databaseUrl: string) =>
  start(context, 'postgraphile', [databaseUrl], { NODE_ENV: 'production', GRAPHILE_ENV: 'production' });

/**
 * The limit of reads: a bare node:http server that runs one prepared statement for a request, on a pool as large as the
 * service's, and answers with JSON.stringify of its rows. `POST /<name of the statement>` with the parameters as a list.
 */
export const startSqlServer = (context: BenchContext, databaseUrl: string, statements: Record<string, string>) =>
  start(context, 'sql-server', [databaseUrl, JSON.stringify(statements)]);

/**
 * The limit of submissions over HTTP: the same use case behind a bare node:http server, without GraphQL.
 * `POST /<slug>` with a list of matches; answers with JSON.stringify of what became of them.
 */
export const startSubmissionServer = (context: BenchContext, databaseUrl: string) =>
  start(context, 'submission-server', [databaseUrl]);
