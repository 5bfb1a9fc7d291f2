import { type ChildServer, startInChild } from '../child.js';

/**
 * The limit of submissions over HTTP: the same use case behind a bare node:http server, without GraphQL.
 * `POST /<slug>` with a list of matches; answers with JSON.stringify of what became of them.
 */
export function startSubmissionServer(databaseUrl: string): Promise<ChildServer> {
  return startInChild(new URL('./submission-server-child.js', import.meta.url), [databaseUrl], {});
}
