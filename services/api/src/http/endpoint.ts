import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import type { HttpContext } from '../graphql/http-context.js';
import { createLimitCheck } from '../graphql/limits/limits.js';
import { createLoaders, type Loaders } from '../graphql/loaders.js';
import { newAnswerSize } from '../kit/paging/answer-size.js';
import type { App } from '../start/app.js';
import type { Authenticator } from '../token/authenticator.js';
import { callerOf, identify, provideCallers } from './caller.js';
import { type Answerers, graphqlHandler } from './graphql-handler.js';
import { type Allowance, type RateLimits, WINDOW } from './rate-limits.js';
import { REFUSED_POINTS } from './request-plugin.js';
import { API_ADDRESS } from './unknown-address.js';

/** What every request costs, in points of some 10 microseconds. A field of the answer costs 1. */
const REQUEST_POINTS = 10;
/** So many bytes of a body cost one point more. */
const BYTES_PER_POINT = 100;

export interface EndpointOptions extends Answerers {
  readonly app: App;
  readonly schema: GraphQLSchema;
  readonly authenticator: Authenticator;
  /** null: nobody is counted. */
  readonly rateLimits: RateLimits | null;
}

/** POST /graphql and GET /graphql: who is it, may he, is the document within its limits, and then GraphQL. */
export function openEndpoint(server: FastifyInstance, options: EndpointOptions): void {
  const { app, schema, authenticator, rateLimits } = options;
  const brokenLimits = createLimitCheck(schema);

  const spend = async (request: FastifyRequest, reply: FastifyReply, points: number): Promise<void> => {
    if (!rateLimits) return;
    const allowance = await rateLimits.spend(callerOf(request).account, points);
    tellAllowance(reply, allowance);
    if (allowance.isSpent) throw rateLimited(reply, allowance);
  };
  const charge = (request: FastifyRequest, points: number) => void rateLimits?.spend(callerOf(request).account, points);

  const createContext = (request: FastifyRequest, reply: FastifyReply): HttpContext => {
    let isPaid = false;
    let loaders: Loaders | undefined;
    let left: AbortSignal | undefined;
    return {
      app,
      access: callerOf(request).access,
      get loaders() {
        loaders ??= createLoaders(app.reads);
        return loaders;
      },
      get left() {
        left ??= closed(reply);
        return left;
      },
      versions: new Map(),
      size: newAnswerSize(),
      mutation: {},
      outcome: { operation: null, isDetermined: false },
      request,
      spend: async (points) => {
        if (isPaid) return;
        isPaid = true;
        await spend(request, reply, points);
      },
      charge: (points) => charge(request, points),
    };
  };

  provideCallers(server);
  server.route({
    url: API_ADDRESS,
    method: ['GET', 'POST'],
    onRequest: async (request, reply) => {
      reply.header('x-request-id', request.id);
      refuseForeignPages(request);
      await identify(request, authenticator);
      const length = Number(request.headers['content-length'] ?? 0);
      await spend(request, reply, REQUEST_POINTS + Math.floor(length / BYTES_PER_POINT));
    },
    preHandler: async (request) => {
      const [error] = brokenLimits(documentOf(request));
      if (!error) return;
      charge(request, REFUSED_POINTS);
      throw new GraphQLError(error.message, { extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } });
    },
    handler: graphqlHandler(options, createContext),
  });
}

/** Fastify's own signal listens to the request, which is closed as soon as its body is read. */
function closed({ raw }: FastifyReply): AbortSignal {
  const closing = new AbortController();
  raw.once('close', () => closing.abort());
  return closing.signal;
}

function documentOf({ body, query }: FastifyRequest): string {
  const { query: document } = ((body ?? query) as { query?: unknown } | null) ?? {};
  return typeof document === 'string' ? document : '';
}

/**
 * Another site's page must not ask in its visitor's name, whose network may let him in where the page is not. A POST
 * needs a content-type that browsers send to other sites only after asking first; of a GET they say where it comes from.
 */
function refuseForeignPages({ method, headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  if (method !== 'GET' || site === undefined || site === 'same-origin' || site === 'none') return;
  throw new GraphQLError('A page of another site must use POST.', { extensions: { code: 'BAD_REQUEST' } });
}

/** https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-ratelimit-headers-10 */
function tellAllowance(reply: FastifyReply, { limit, remaining, resetsIn }: Allowance): void {
  reply.header('ratelimit-policy', `"points";q=${limit};w=${WINDOW}`);
  reply.header('ratelimit', `"points";r=${remaining};t=${resetsIn}`);
}

function rateLimited(reply: FastifyReply, { limit, resetsIn }: Allowance): GraphQLError {
  reply.header('retry-after', resetsIn);
  const message = `The ${limit} points of this minute are spent; the next ones come in ${resetsIn} s.`;
  return new GraphQLError(message, { extensions: { code: 'RATE_LIMITED', http: { status: 429 } } });
}
