import type { FastifyInstance, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import { shown } from '../kit/refusal.js';
import type { Headers } from './cors.js';

/** A name or an address, and perhaps a port; browsers send names of other alphabets in this form. RFC 9110, 7.2, and RFC 3986, 3.2.2. */
const HOST = /^(?:[\w.-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{0,5})?$/i;

/**
 * Refuses requests whose Host header, or what a trusted proxy tells instead, is none: pages and their links take the address of the
 * service from it. Clients of HTTP/1.0 may leave it out where nothing is made of it.
 */
export function refuseBadHosts(server: FastifyInstance, headers: Headers): void {
  server.addHook('onRequest', async (request, reply) => {
    if (request.host === '' && request.headers.host === undefined && !request.routeOptions.config.needsHost) return;
    const problem = hostProblem(request);
    if (problem === null) return;
    reply.headers(headers);
    throw new GraphQLError(problem, { extensions: { code: 'BAD_REQUEST' } });
  });
}

/** Why the address of the service cannot be made from a request; null if it can. */
export function hostProblem({ host, protocol, raw }: FastifyRequest): string | null {
  const names = raw.rawHeaders.filter((_, index) => index % 2 === 0);
  const sent = names.filter((name) => name.toLowerCase() === 'host').length;
  if (sent > 1) return `There must be one Host header, but there are ${sent}.`;
  if (protocol !== 'http' && protocol !== 'https') {
    return `The X-Forwarded-Proto header must be http or https, but is ${shown(protocol)}.`;
  }
  if (HOST.test(host) && URL.canParse(`${protocol}://${host}`)) return null;
  return `The Host header must be a name or an address, with or without a port, but is ${shown(host)}.`;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the address of the service is made from the Host header. */
    readonly needsHost?: boolean;
  }
}
