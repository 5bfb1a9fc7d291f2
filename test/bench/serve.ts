import type { App } from '@openladder/api/dist/start/app.js';
import type { BenchContext } from './benchmark.js';
import type { ChildServer } from './child.js';
import type { BenchDatabase } from './database.js';
import { openService, startService } from './service.js';
import { type SyntheticLeague, writeRated } from './synthetic-league.js';

/** The use cases without HTTP on a database of their own, until the benchmark ends. */
export async function openHere(context: BenchContext): Promise<{ database: BenchDatabase; app: App }> {
  const database = await context.createDatabase();
  const { app, close } = await openService(database.url);
  context.atEnd(close);
  return { database, app };
}

/** The service in a process of its own, until the benchmark ends. @param env as `startService` */
export async function serve(
  context: BenchContext,
  databaseUrl: string,
  env?: Readonly<Record<string, string>>,
): Promise<ChildServer> {
  const service = await startService(databaseUrl, env);
  context.atEnd(service.stop);
  return service;
}

/** The same on a database that is filled before. @returns also where it answers GraphQL, and what filling it gave */
export async function serveFilled<Filled>(
  context: BenchContext,
  fill: (app: App) => Promise<Filled>,
  env?: Readonly<Record<string, string>>,
) {
  const database = await context.createDatabase();
  const { app, close } = await openService(database.url);
  const filled = await fill(app);
  await close();
  await database.sql('VACUUM ANALYZE');
  const service = await serve(context, database.url, env);
  return { database, filled, service, graphql: `${service.url}/graphql` };
}

/** The same with rated leagues, whose ids filling it gives. */
export function serveLeagues(
  context: BenchContext,
  leagues: readonly SyntheticLeague[],
  env?: Readonly<Record<string, string>>,
) {
  const fill = async (app: App) => {
    const ids: number[] = [];
    for (const league of leagues) ids.push(await writeRated(app, league));
    return ids;
  };
  return serveFilled(context, fill, env);
}
