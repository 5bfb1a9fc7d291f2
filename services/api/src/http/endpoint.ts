import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError, type GraphQLSchema, OperationTypeNode } from 'graphql';
import type { HttpContext, RequestNeeds } from '../graphql/http-context.js';
import { createLimitCheck } from '../graphql/limits/limits.js';
import { checkLists } from '../graphql/limits/limits-lists.js';
import { createLoaders, type Loaders } from '../graphql/loaders.js';
import type { Origins } from '../kit/origins.js';
import { newAnswerSize } from '../kit/paging/answer-size.js';
import { Unavailable } from '../kit/unavailable.js';
import type { Authenticator } from '../token/authenticator.js';
import { callerOf, identify, provideCallers, type TellWrongToken } from './caller.js';
import { REQUEST_POINTS } from './charge-requests.js';
import { refuseForeignPages } from './cors.js';
import type { CostlyReads } from './costly-reads.js';
import { COSTLY_FROM, type Turns } from './costly-request-turns.js';
import { explorerFor } from './explorer.js';
import { type Answerers, graphqlHandler } from './graphql-handler.js';
import { idempotencyKeyOf } from './idempotency-key.js';
import type { LargeBodies } from './large-bodies.js';
import { OneAtATime } from './one-at-a-time.js';
import { PersistedDocuments } from './persisted-documents.js';
import { type RateLimits, rateLimited, tellAllowance } from './rate-limits.js';
import { REFUSED_POINTS } from './request-plugin.js';
import { TurnOfRequest } from './turn-of-request.js';
import { API_ADDRESS } from './unknown-address.js';

/** Bytes of a body that cost one more point. */
const BYTES_PER_POINT = 100;

/** The cost of a body of this many bytes, in points. */
export function bodyPoints(bytes: number): number {
  return Math.floor(bytes / BYTES_PER_POINT);
}

export interface EndpointOptions extends Answerers {
  readonly app: RequestNeeds;
  readonly schema: GraphQLSchema;
  readonly authenticator: Authenticator;
  readonly tellWrongToken: TellWrongToken;
  /** null: nobody is counted. */
  readonly rateLimits: RateLimits | null;
  readonly largeBodies: LargeBodies;
  readonly turns: Turns;
  readonly newDocuments: Turns;
  readonly costlyReads: CostlyReads;
  readonly origins: Origins;
}

/** POST /graphql and GET /graphql: who is calling, whether they may, whether the document is within its limits, and then GraphQL. */
export function openEndpoint(server: FastifyInstance, options: EndpointOptions): void {
  const { app, schema, authenticator, tellWrongToken, rateLimits, largeBodies, turns, costlyReads, origins } = options;
  const { newDocuments, operations } = options;
  const brokenLimits = createLimitCheck(schema);
  const largeAnswers = new OneAtATime();
  const persisted = new PersistedDocuments();
  /** Tells which requests have had their documents checked. */
  const checked = new WeakMap<FastifyRequest, () => void>();

  const spend = async (request: FastifyRequest, reply: FastifyReply, points: number): Promise<void> => {
    if (!rateLimits) return;
    const allowance = await rateLimits.spend(callerOf(request).account, points);
    tellAllowance(reply, allowance);
    if (allowance.isSpent) throw rateLimited(reply, allowance);
  };
  const charge = (request: FastifyRequest, points: number) => void rateLimits?.spend(callerOf(request).account, points);

  const createContext = (request: FastifyRequest, reply: FastifyReply): HttpContext => {
    const { access, account } = callerOf(request);
    const size = newAnswerSize();
    let largeTurn: Promise<() => void> | undefined;
    let isOver = false;
    const becomeLarge = async () => {
      // GraphQL does not wait for the rest of a response that failed; its resolvers may still be running.
      if (isOver || context.left.aborted)
        throw new Unavailable('The caller no longer waits for this answer.', { retryAfter: 1 });
      largeTurn ??= largeAnswers.enter();
      await largeTurn;
    };
    const outcome = { operation: null, isCacheable: false, isOpen: false, fields: 0 };
    let loaders: Loaders | undefined;
    let estimated = 0;
    let admitted: ReturnType<HttpContext['admit']> | undefined;
    let left: AbortSignal | undefined;
    const turn = new TurnOfRequest(turns, account, () => context.left);
    const context: HttpContext = {
      app,
      access,
      idempotencyKey: idempotencyKeyOf(request),
      get loaders() {
        loaders ??= createLoaders(app, callerOf(request).access);
        return loaders;
      },
      set loaders(other) {
        loaders = other;
      },
      get left() {
        left ??= closed(reply);
        return left;
      },
      stamps: new Map(),
      size,
      mutation: {},
      outcome,
      request,
      admit: (cost, type) => {
        const admit = async () => {
          checked.get(request)?.();
          estimated = cost.points;
          outcome.isOpen = cost.isOpen;
          await spend(request, reply, cost.points);
          // Writes have turns of their own, and a place among the writes to their league.
          if (type !== OperationTypeNode.QUERY) return undefined;
          size.becomeLarge = becomeLarge;
          size.becomeCostly = (work) => turn.enter(cost.points + work);
          if (cost.points < COSTLY_FROM) return undefined;
          await turn.enter(cost.points).catch(toldAs503(reply));
          const costly = await costlyReads.appFor(cost.points);
          return costly === app ? undefined : { app: costly, loaders: createLoaders(costly, callerOf(request).access) };
        };
        admitted ??= admit();
        return admitted;
      },
      charge: (points) => charge(request, points),
      finish: async () => {
        isOver = true;
        largeBodies.leave(request);
        turn.end();
        void largeTurn?.then((leave) => whenSent(reply, leave));
        const more = outcome.fields + size.work - estimated;
        if (!rateLimits || more <= 0) return;
        const allowance = await rateLimits.spend(account, more);
        if (!reply.sent) tellAllowance(reply, allowance);
      },
    };
    return context;
  };

  provideCallers(server);
  server.route({
    url: API_ADDRESS,
    method: ['GET', 'POST'],
    // Apollo does not answer these, so they are not announced either.
    exposeHeadRoute: false,
    config: { charge: 'BY_ROUTE' },
    onRequest: async (request, reply) => {
      reply.header('x-request-id', request.id);
      largeBodies.expect(request, reply);
      // Before anything is refused, so that refusals are paid for.
      await identify(request, authenticator, tellWrongToken);
      const length = Number(request.headers['content-length'] ?? 0);
      await spend(request, reply, REQUEST_POINTS + bodyPoints(length));
      const explorer = explorerFor(request);
      if (explorer !== null) return reply.header('vary', 'accept').redirect(explorer);
      refuseForeignPages(request.method, request.headers, origins);
      idempotencyKeyOf(request);
    },
    preHandler: async (request, reply) => {
      const remember = persisted.complete(request);
      const tooLong = checkLists(variablesOf(request), Number(request.headers['content-length']));
      if (tooLong) {
        charge(request, REFUSED_POINTS);
        throw tooLong;
      }
      const document = documentOf(request);
      if (!operations.knows(document)) {
        const { account } = callerOf(request);
        const leave = await newDocuments
          .enter(account, document.length, { left: () => closed(reply) })
          .catch(toldAs503(reply));
        checked.set(request, leave);
        reply.raw.once('close', leave);
      }
      const [error] = brokenLimits(document);
      if (!error) return remember?.();
      charge(request, REFUSED_POINTS);
      throw new GraphQLError(error.message, { extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } });
    },
    handler: graphqlHandler(options, createContext),
  });
}

/** How long a large response may take on its way before the next one is made, in milliseconds. */
const ON_ITS_WAY = 5_000;

/** Calls back when the caller has the response, has left, or takes long to read it. */
function whenSent({ raw }: FastifyReply, callback: () => void): void {
  if (raw.destroyed) {
    callback();
    return;
  }
  const timer = setTimeout(callback, ON_ITS_WAY);
  raw.once('close', () => {
    clearTimeout(timer);
    callback();
  });
}

/** Fastify's own signal is for the request, which is closed as soon as its body is read. */
function closed({ raw }: FastifyReply): AbortSignal {
  const closing = new AbortController();
  // A caller who has the response has not left, and an abort costs as much as a small request.
  const close = () => void (raw.writableFinished || closing.abort());
  if (raw.destroyed) close();
  else raw.once('close', close);
  return closing.signal;
}

function documentOf({ body, query }: FastifyRequest): string {
  const { query: document } = ((body ?? query) as { query?: unknown } | null) ?? {};
  return typeof document === 'string' ? document : '';
}

function variablesOf({ body }: FastifyRequest): unknown {
  return (body as { variables?: unknown } | null)?.variables;
}

/** Reports by an HTTP status and header that too many are waiting. */
function toldAs503(reply: FastifyReply) {
  return (error: unknown): never => {
    if (!(error instanceof Unavailable)) throw error;
    reply.header('retry-after', error.retryAfter);
    throw new GraphQLError(error.message, { extensions: { code: 'UNAVAILABLE', http: { status: 503 } } });
  };
}
