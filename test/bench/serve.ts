import type { BenchContext } from './benchmark.js';
import type { ChildServer } from './child.js';
import type { BenchDatabase } from './database.js';
import { openService, startService } from './service.js';
import { type SyntheticLeague, writeRated } from './synthetic-league.js';

/** A service with leagues, in a process of its own. */
export interface Served {
  readonly database: BenchDatabase;
  /** The ids of the leagues. */
  readonly ids: readonly number[];
  readonly service: ChildServer;
  /** Where it answers GraphQL. */
  readonly graphql: string;
}

/** Starts the service on a database with rated leagues. @param env as `startService` */
export async function serveLeagues(
  context: BenchContext,
  leagues: readonly SyntheticLeague[],
  env: Readonly<Record<string, string>> = {},
): Promise<Served> {
  const database = await context.createDatabase();
  const { app, close } = await openService(database.url);
  const ids: number[] = [];
  for (const league of leagues) ids.push(await writeRated(app, league));
  await close();
  await database.sql('VACUUM ANALYZE');
  const service = await startService(database.url, env);
  return { database, ids, service, graphql: `${service.url}/graphql` };
}
