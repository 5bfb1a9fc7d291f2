import type { EventEmitter } from 'node:events';
import { type IncomingHttpHeaders, IncomingMessage, type Server } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import cors from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLError } from 'graphql';
import { coded } from '../graphql/error-format.js';
import { shown } from '../kit/refusal.js';
import type { Origins } from '../kit/site-theme.js';
import { Unavailable } from '../kit/unavailable.js';
import { version } from '../kit/version.js';

/** The address of the GraphQL API; a slash at the end is allowed. */
export const API_ADDRESS = '/graphql';
/** The page where people write queries with the schema at hand. */
export const EXPLORER_ADDRESS = '/explorer';

/**
 * Listens permanently for errors of a server's connections, and of their requests and responses. An `error` without a listener ends the
 * process, and the users of a stream may have stopped listening, or not begun.
 */
export function hearClients(server: Server): void {
  server.on('connection', hear);
  server.on('request', (request, response) => {
    hear(request);
    hear(response);
  });
}

function hear(stream: EventEmitter): void {
  stream.on('error', () => undefined);
}

/**
 * A request that is answered in HTTP/1.1 unless it requests a WebSocket, as RFC 9110, 7.8, permits. Node hands over every request for another
 * protocol without its body, even if the protocol is optional: Java's client requests HTTP/2 each time.
 */
export class IncomingRequest extends IncomingMessage {
  // Not a private field: Node's constructor sets `upgrade` before there are any.
  declare protected asks: boolean;

  get upgrade(): boolean {
    if (!this.asks || this.method === 'CONNECT') return this.asks;
    return this.headers.upgrade?.toLowerCase() === 'websocket';
  }

  set upgrade(asks: boolean) {
    this.asks = asks;
  }
}

/** Methods that an address may take. */
const METHODS = ['GET', 'HEAD', 'POST'] as const;

/** Answers requests to unknown addresses with 404, and requests with a wrong method with 405. Both name the address of the API. */
export function refuseUnknownAddresses(server: FastifyInstance): void {
  // Before the body is read: neither its type nor its sender is known here.
  server.addHook('onRequest', async (request, reply) => {
    if (request.is404) throw refusal(request, reply);
  });
  server.setNotFoundHandler((request, reply) => {
    throw refusal(request, reply);
  });
}

/** Answers OPTIONS requests in the same way, except preflight requests of browsers. Register it before the hook that answers browsers. */
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
  if (!allowed) return coded('NOT_FOUND', `Not found; the API is at ${API_ADDRESS}.`, 404);
  reply.header('allow', allowed);
  const message = `The method must be one of ${allowed}, but is ${method}; the API is at ${API_ADDRESS}.`;
  return coded('NOT_FOUND', message, 405);
}

/** The path of a request's target. */
export function pathnameOf(target: string): string {
  return target.split(/[?#]/, 1)[0]!;
}

/** A path in the form of route names: `/graphql/` is `/graphql`. */
export function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** A name or an address, and perhaps a port; browsers send international names in this form. RFC 9110, 7.2, and RFC 3986, 3.2.2. */
const HOST = /^(?:[\w.-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{0,5})?$/i;

/**
 * Refuses requests whose Host header, or its replacement by a trusted proxy, is not valid: pages and their links take the address of the
 * service from it. Clients of HTTP/1.0 may omit it if the route does not use it.
 */
export function refuseBadHosts(server: FastifyInstance, headers: Headers): void {
  server.addHook('onRequest', async (request, reply) => {
    const { host, headers: sent, raw, routeOptions } = request;
    if (host === '' && sent.host === undefined && raw.httpVersion === '1.0' && !routeOptions.config.needsHost) return;
    const problem = hostProblem(request);
    if (problem === null) return;
    reply.headers(headers);
    throw coded('BAD_REQUEST', problem);
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
    /** Whether the route makes the address of the service from the Host header. */
    readonly needsHost?: boolean;
  }
}

/** Headers of an answer, by name. */
export type Headers = Readonly<Record<string, string>>;

/**
 * Headers that a page may send. Browsers ask first if a page wants to send any other, and are refused. The last ones come from clients of
 * Apollo, which use one to force such a preflight, and from traced pages.
 */
const ALLOWED = [
  'authorization',
  'content-type',
  'idempotency-key',
  'if-none-match',
  'apollographql-client-name',
  'apollographql-client-version',
  'apollo-require-preflight',
  'x-apollo-operation-name',
  'traceparent',
  'tracestate',
  'baggage',
  'sentry-trace',
];
/** Headers that a page may read, in addition to those that every page may read. */
const EXPOSED = ['etag', 'ratelimit', 'ratelimit-policy', 'retry-after', 'x-request-id'];
/** How long a browser may cache the permissions, in seconds: one day. Browsers have lower limits of their own. */
const MAX_AGE = 86_400;

/**
 * Lets pages of other origins read every response, including refusals, and send a token in a header. Their cookies are never honoured: no
 * response has access-control-allow-credentials. Await it before all other hooks that may respond.
 */
export async function openToPages(server: FastifyInstance, origins: Origins): Promise<void> {
  if (origins.length === 0) return;
  await server.register(cors, {
    // A list always adds Vary: Origin, which a fixed value does not need.
    origin: origins === '*' ? '*' : [...origins],
    methods: ['GET', 'POST'],
    allowedHeaders: ALLOWED,
    exposedHeaders: EXPOSED,
    maxAge: MAX_AGE,
  });
}

/**
 * Headers of responses that are written before the request is known, or if it cannot be read. They reveal nothing about anyone, so every
 * page may read them, unless no page may read anything.
 */
export function bareHeaders(origins: Origins): Headers {
  return origins.length === 0 ? {} : { 'access-control-allow-origin': '*' };
}

/** Whether a page may use the API. @param headers of the request, or of the request that opens a socket */
export function mayUse({ origin, host }: IncomingHttpHeaders, origins: Origins): boolean {
  if (origins === '*' || origin === undefined || origins.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/**
 * Refuses GET requests from pages that may not read the response. A visitor's network may admit a request that the page itself could not
 * send, and browsers send a GET without asking first. A POST needs a content-type that requires a preflight.
 * @throws GraphQLError with the code BAD_REQUEST
 */
export function refuseCrossOrigin(method: string, headers: IncomingHttpHeaders, origins: Origins): void {
  const site = headers['sec-fetch-site'];
  if (method === 'POST' || site === undefined || site === 'same-origin' || site === 'none') return;
  if (headers.origin === undefined ? origins === '*' : mayUse(headers, origins)) return;
  throw coded('BAD_REQUEST', 'Requests from pages of other sites are not accepted here.');
}

/** Where to send a browser that opens the address of the API, because a person wants to see a page; null if it is no browser. */
export function explorerFor({ method, headers, url }: FastifyRequest): string | null {
  if (method === 'POST' || !headers.accept?.includes('text/html')) return null;
  const mark = url.indexOf('?');
  return EXPLORER_ADDRESS + (mark < 0 ? '' : url.slice(mark));
}

/**
 * Phases of a process: starting, it refuses requests; serving; draining, it still serves while clients learn to send
 * requests elsewhere; stopped, it refuses requests on the remaining connections.
 */
export type Phase = 'starting' | 'serving' | 'draining' | 'stopped';

/** The phase of a process, set by the code that starts and stops it. */
export interface Lifecycle {
  phase: Phase;
}

/** Why requests are refused in a phase. */
const REFUSALS: Readonly<Partial<Record<Phase, Unavailable>>> = {
  starting: new Unavailable('The service is starting; send the same request again in a moment.', { retryAfter: 1 }),
  stopped: new Unavailable('The service is stopping; send the same request again.', { retryAfter: 1 }),
};

/**
 * Answers /health, whether the process runs, and /ready, whether requests should be sent to it. Refuses requests before it is ready and
 * after it has stopped, and makes clients leave their connections before that.
 * @param whyNotReady why no requests should be sent to it; null if they should. Rejects if the database does not answer
 */
export function answerProbes(
  server: FastifyInstance,
  lifecycle: Lifecycle,
  whyNotReady: () => Promise<string | null>,
): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (lifecycle.phase === 'serving') return done();
    if (lifecycle.phase !== 'starting') reply.header('connection', 'close');
    const refusal = REFUSALS[lifecycle.phase];
    if (!refusal || PROBES.includes(request.routeOptions.url ?? '')) return done();
    reply.header('x-request-id', request.id);
    done(refusal);
  });
  server.get('/health', UNCHARGED, async () => ({ status: 'ok' }));
  const look = withinTimeout(whyNotReady);
  const ours = version();
  server.get('/ready', UNCHARGED, async (_, reply) => {
    const { phase } = lifecycle;
    const refuse = (status: string) => reply.code(503).send({ status, version: ours });
    if (phase !== 'serving') return refuse(phase === 'stopped' ? 'draining' : phase);
    try {
      const reason = await look();
      return reason ? refuse(reason) : { status: 'ready', version: ours };
    } catch {
      return refuse('the database does not respond');
    }
  });
}

/** Load balancers probe often, and must get a response. */
const UNCHARGED = { config: { charge: 'BY_ROUTE' } } as const;

const PROBES = ['/health', '/ready'];

/** How long the database may take to answer, in milliseconds: less than load balancers wait. */
const TIMEOUT = 3_000;

/**
 * Queries a database that may be silent because its host is gone or its disk hangs. No one waits longer than `TIMEOUT`, and there is no
 * second query until it has answered, so that probes do not use up connections.
 */
function withinTimeout<T>(ask: () => Promise<T>): () => Promise<T> {
  let unanswered: Promise<T> | undefined;
  return () => {
    unanswered ??= ask().finally(() => {
      unanswered = undefined;
    });
    return Promise.race([
      unanswered,
      setTimeout(TIMEOUT, undefined, { ref: false }).then(() => {
        throw new Error(`no answer within ${TIMEOUT} ms`);
      }),
    ]);
  };
}
