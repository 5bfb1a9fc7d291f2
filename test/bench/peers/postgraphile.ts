import { type ChildServer, startInChild } from '../child.js';

/** PostGraphile 5 on the tables of the service, its schema made from them, on a pool as large as the service's. */
export function startPostGraphile(databaseUrl: string): Promise<ChildServer> {
  const module = new URL('./postgraphile-child.js', import.meta.url);
  return startInChild(module, [databaseUrl], { NODE_ENV: 'production', GRAPHILE_ENV: 'production' });
}
