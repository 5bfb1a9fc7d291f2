import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';

/** The address of the GraphQL API; a slash at the end is allowed. */
export const API_ADDRESS = '/graphql';

/**
 * Answers requests to addresses that do not exist with 404, and those that use another method than their address takes
 * with 405. Both name the address of the API. Register before any route.
 */
export function refuseUnknownAddresses(server: FastifyInstance): void {
  const methods = new Map<string, Set<string>>();
  server.addHook('onRoute', ({ url, method }) => {
    const known = methods.get(url) ?? new Set();
    methods.set(url, known);
    for (const one of [method].flat()) known.add(one);
  });
  // Before the body is read, of which nothing is known here: neither its type nor who sends it.
  server.addHook('onRequest', async (request, reply) => {
    if (request.is404) throw refusal(request, reply, methods.get(withoutSlash(pathOf(request.url))));
  });
  server.setNotFoundHandler((request, reply) => {
    throw refusal(request, reply, undefined);
  });
}

function refusal(
  { id, method }: FastifyRequest,
  reply: FastifyReply,
  taken: ReadonlySet<string> | undefined,
): GraphQLError {
  reply.header('x-request-id', id);
  if (!taken) return notFound(404, `Not found; the API is at ${API_ADDRESS}.`);
  const allowed = [...taken].toSorted().join(', ');
  reply.header('allow', allowed);
  return notFound(405, `The method must be one of ${allowed}, but is ${method}; the API is at ${API_ADDRESS}.`);
}

function notFound(status: number, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'NOT_FOUND', http: { status } } });
}

/** The path of a request's target. */
export function pathOf(target: string): string {
  return target.split(/[?#]/, 1)[0]!;
}

/** A path as routes are named: `/graphql/` is `/graphql`. */
export function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
