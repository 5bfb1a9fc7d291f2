import type { ApolloServerPlugin, GraphQLRequestContext } from '@apollo/server';
import type { FastifyRequest } from 'fastify';
import type { GraphQLError } from 'graphql';
import type { Metrics } from '../metrics/metrics.js';
import type { Context } from './context.js';
import type { DeterminedCheck } from './determined.js';
import { errorCode } from './error-format.js';
import type { CostCheck } from './limits-cost.js';
import { tellErrors } from './tell-errors.js';

/** What a resolver is given, and what belongs to HTTP. */
export interface HttpContext extends Context {
  readonly request: FastifyRequest;
  /** Takes points from the caller. @throws GraphQLError with the code RATE_LIMITED where he has none left */
  spend(points: number): Promise<void>;
  /** Takes points from the caller, who has been answered. */
  charge(points: number): void;
  /** What is known at the end; an object, since Apollo Server gives plugins a copy of the context. */
  readonly outcome: {
    /** Whether the answer was made of nothing but leagues, whose versions determine it. */
    isDetermined: boolean;
  };
}

/** What a document costs that is read to its end and refused, in points: some 10 ms of work. */
export const REFUSED_POINTS = 1_000;

type Request = GraphQLRequestContext<HttpContext>;

/** Counts what requests cost, logs what was refused, and chooses the status that GraphQL over HTTP asks for. */
export function requestPlugin(
  checkCost: CostCheck,
  isDetermined: DeterminedCheck,
  metrics: Metrics,
): ApolloServerPlugin<HttpContext> {
  return {
    invalidRequestWasReceived: async ({ error }) => {
      metrics.errors.inc({ code: errorCode(error as GraphQLError, error) });
    },
    unexpectedErrorProcessingRequest: async ({ requestContext, error }) => {
      tellErrors(requestContext.contextValue.request.log, metrics, [error as GraphQLError]);
    },
    requestDidStart: async () => ({
      didResolveOperation: async ({ document, request, contextValue }) => {
        const { operationName, variables } = request;
        await contextValue.spend(checkCost({ document, operationName, variables }));
      },
      didEncounterErrors: async ({ errors, operation, contextValue }) => {
        if (!operation) contextValue.charge(REFUSED_POINTS);
        tellErrors(contextValue.request.log, metrics, errors);
      },
      willSendResponse: async (request) => {
        logRefusals(request);
        if (isWhole(request)) {
          request.contextValue.outcome.isDetermined = isDetermined(request.document!, request.operation!);
        }
        if (isOldClientsMistake(request)) request.response.http.status = 200;
      },
    }),
  };
}

/** Whether nothing failed, and every league that was asked for is there: one that isn't may come. */
function isWhole({ operation, response: { body } }: Request): boolean {
  if (!operation || body?.kind !== 'single' || body.singleResult.errors) return false;
  return Object.values(body.singleResult.data ?? {}).every((value) => value !== null);
}

/** A bot's mistake may be in each of a thousand matches. */
const LOGGED_REJECTIONS = 10;

function asArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Expected failures are data of the answer; their codes are known here where the caller asked for them. */
function logRefusals({ operation, response, contextValue }: Request): void {
  if (operation?.operation !== 'mutation' || response.body?.kind !== 'single') return;
  for (const [field, payload] of Object.entries(response.body.singleResult.data ?? {})) {
    const { errors, results } = (payload ?? {}) as { errors?: unknown; results?: unknown };
    const refusals = asArray(errors);
    const rejections = asArray(results).filter((result) => (result as { error?: unknown } | null)?.error);
    const { log } = contextValue.request;
    if (refusals.length > 0) log.info({ field, refusals }, 'a mutation was refused');
    if (rejections.length === 0) continue;
    const first = rejections.slice(0, LOGGED_REJECTIONS);
    log.info({ field, count: rejections.length, rejections: first }, 'matches were rejected');
  }
}

/**
 * Clients that ask for application/json by name may take any status but 200 for an answer that is not GraphQL at all:
 * "GraphQL over HTTP", 6.4.1, has them told in the body what is wrong with a document that arrived in good order.
 */
function isOldClientsMistake({ request, response, errors }: Request): boolean {
  if (response.http.status !== 400 || !request.http?.headers.get('accept')?.includes('application/json')) return false;
  const isNew = request.http.headers.get('accept')!.includes('application/graphql-response+json');
  return !isNew && (errors ?? []).some(({ extensions }) => MISTAKES.has(String(extensions.code)));
}

const MISTAKES = new Set(['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'BAD_USER_INPUT']);
