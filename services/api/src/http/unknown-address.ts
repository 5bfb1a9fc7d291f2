import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';

/** The address of the GraphQL API; a slash at the end is allowed. */
export const API_ADDRESS = '/graphql';

/** Methods that an address may take. */
const METHODS = ['GET', 'HEAD', 'POST'] as const;

/**
 * Answers requests to addresses that do not exist with 404, and requests by another method than their address takes with 405. Both name the
 * address of the API.
 */
export function refuseUnknownAddresses(server: FastifyInstance): void {
  // Before the body is read: neither its type nor its sender is known here.
  server.addHook('onRequest', async (request, reply) => {
    if (request.is404) throw refusal(request, reply);
  });
  server.setNotFoundHandler((request, reply) => {
    throw refusal(request, reply);
  });
}

/** Answers OPTIONS requests in the same way, unless a browser asks what a page may do. Register it before what answers browsers. */
export function refuseBareOptions(server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    const { method, headers } = request;
    const isPreflight = headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
    if (method === 'OPTIONS' && !isPreflight) throw refusal(request, reply);
  });
}

function refusal({ id, method, url, server }: FastifyRequest, reply: FastifyReply): GraphQLError {
  reply.header('x-request-id', id);
  const address = withoutSlash(pathnameOf(url));
  const allowed = METHODS.filter((one) => server.hasRoute({ url: address, method: one })).join(', ');
  if (!allowed) return notFound(404, `Not found; the API is at ${API_ADDRESS}.`);
  reply.header('allow', allowed);
  return notFound(405, `The method must be one of ${allowed}, but is ${method}; the API is at ${API_ADDRESS}.`);
}

function notFound(status: number, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'NOT_FOUND', http: { status } } });
}

/** The path of a request's target. */
export function pathnameOf(target: string): string {
  return target.split(/[?#]/, 1)[0]!;
}

/** A path in the form of route names: `/graphql/` is `/graphql`. */
export function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
