import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import { ANONYMOUS } from '../access/access.js';
import { coded } from '../graphql/error-format.js';
import { brokenLimits, checkLists, SHORT_BODY } from '../graphql/limits/request-limits.js';
import type { Origins } from '../kit/site-theme.js';
import type { Authenticator } from '../token/authenticator.js';
import { callerOf, identify, provideCallers, type WrongTokens } from './caller.js';
import type { CostScheduler } from './cost-scheduler.js';
import { API_ADDRESS, explorerFor, refuseCrossOrigin } from './door.js';
import { bodyPoints, REFUSED_POINTS, REQUEST_POINTS } from './rate-limits.js';
import {
  acceptJsonOnly,
  closed,
  documentOf,
  dropEmptyName,
  idempotencyKeyOf,
  LargeBodyQueue,
  PersistedDocuments,
  readRequest,
  variablesOf,
} from './receive.js';
import { type CostNeeds, charge, contextMaker, spend } from './request-context.js';
import { cacheControl, contentTypeOf, type ResponseCache, sendFresh, sendKept } from './response-cache.js';
import { needsSocket, type OperationRunner } from './run.js';

interface EndpointNeeds extends Omit<CostNeeds, 'largeBodies'> {
  readonly schema: GraphQLSchema;
  readonly authenticator: Authenticator;
  readonly wrongTokens: WrongTokens;
  readonly newDocuments: CostScheduler;
  readonly origins: Origins;
  readonly runner: OperationRunner;
  readonly cache: ResponseCache;
  /** How many seconds a cache in front may serve cacheable answers without checking. */
  readonly cacheSeconds: number;
}

/**
 * POST /graphql, GET /graphql, and HEAD as GET without a body. The steps of a request, in order:
 *
 * 1. who sends it, from where, and whether they have points left: caller.ts, rate-limits.ts, door.ts
 * 2. its body arrives, in JSON and in turn; its document may be named by a hash: receive.ts
 * 3. which operation it is: a document that is not known waits for its turn and must be within graphql/limits/
 * 4. whether its answer is kept: response-cache.ts
 * 5. what it costs, and its turn: request-context.ts, cost-scheduler.ts
 * 6. it runs: run.ts, known-operations.ts
 * 7. its answer is kept or not, and what it cost beyond the estimate is charged
 *
 * The steps of every request before these, whatever its address, are in server.ts.
 */
export function openEndpoint(server: FastifyInstance, needs: EndpointNeeds): void {
  const { schema, authenticator, wrongTokens, rateLimits, newDocuments, origins, runner, cache, cacheSeconds } = needs;
  const largeBodies = new LargeBodyQueue();
  const persisted = new PersistedDocuments();
  const createContext = contextMaker({ ...needs, largeBodies });
  const cacheable = cacheControl(cacheSeconds);
  /** Ends the turns of new documents that are being checked. */
  const checked = new WeakMap<FastifyRequest, () => void>();

  const enterNew = async (document: string, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { account } = callerOf(request);
    const leave = await newDocuments.enter(account, document.length, { left: () => closed(reply) });
    checked.set(request, leave);
    reply.raw.once('close', leave);
  };
  const refuse = (request: FastifyRequest, refusal: GraphQLError): never => {
    charge(rateLimits, request, REFUSED_POINTS);
    throw refusal;
  };

  provideCallers(server);
  acceptJsonOnly(server, largeBodies, (request, bytes) => charge(rateLimits, request, bodyPoints(bytes)));
  server.route({
    url: API_ADDRESS,
    method: ['GET', 'POST'],
    config: { charge: 'BY_ROUTE' },
    onRequest: async (request, reply) => {
      reply.header('x-request-id', request.id);
      largeBodies.expect(request, reply);
      // Before anything is refused, so that refusals cost points.
      await identify(request, authenticator, wrongTokens);
      const length = Number(request.headers['content-length'] ?? 0);
      await spend(rateLimits, request, reply, REQUEST_POINTS + bodyPoints(length));
      const explorer = explorerFor(request);
      if (explorer !== null) return reply.header('vary', 'accept').redirect(explorer);
      if (request.headers.accept === 'text/event-stream') throw needsSocket(406);
      refuseCrossOrigin(request.method, request.headers, origins);
      idempotencyKeyOf(request);
    },
    preHandler: async (request, reply) => {
      dropEmptyName(request);
      const remember = persisted.complete(request);
      // The length of a body may not be known.
      const isShort = Number(request.headers['content-length']) < SHORT_BODY;
      const tooLong = isShort ? undefined : checkLists(variablesOf(request));
      if (tooLong) refuse(request, tooLong);
      const document = documentOf(request);
      if (!runner.knows(document)) {
        await enterNew(document, request, reply);
        const [broken] = brokenLimits(schema, document);
        if (broken) refuse(request, coded('GRAPHQL_VALIDATION_FAILED', broken.message));
      }
      remember?.();
    },
    handler: async (request, reply) => {
      const documentRequest = readRequest(request);
      const mayKeep = documentRequest !== null && callerOf(request).access === ANONYMOUS;
      const kept = mayKeep && (await cache.find(documentRequest, true));
      if (kept) return sendKept(request, reply, kept, cacheable);

      const context = createContext(request, reply, checked.get(request));
      try {
        const body = await runner.run(documentRequest, request, reply, context);
        if (!mayKeep || !context.outcome.isCacheable) return sendFresh(reply, body);
        const { stamps, outcome } = context;
        const validity = { stamps, until: outcome.holdsUntil ?? Number.POSITIVE_INFINITY };
        const answer = cache.keep(documentRequest, body, contentTypeOf(reply), validity);
        return sendKept(request, reply, answer, cacheable);
      } finally {
        await context.finish();
      }
    },
  });
}
