import { type ChildServer, startInChild } from '../child.js';

/**
 * The limit of reads: a bare node:http server that runs one prepared statement for a request, on a pool as large as the
 * service's, and answers with JSON.stringify of its rows. `POST /<name of the statement>` with the parameters as a list.
 */
export function startSqlServer(
  databaseUrl: string,
  statements: Readonly<Record<string, string>>,
): Promise<ChildServer> {
  const module = new URL('./sql-server-child.js', import.meta.url);
  return startInChild(module, [databaseUrl, JSON.stringify(statements)], {});
}
