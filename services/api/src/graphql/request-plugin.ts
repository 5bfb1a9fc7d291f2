import type { ApolloServerPlugin, GraphQLRequestContext } from '@apollo/server';
import type { FastifyRequest } from 'fastify';
import type { GraphQLError } from 'graphql';
import type { Context } from './context.js';
import type { DeterminedCheck } from './determined.js';
import type { CostCheck } from './limits-cost.js';

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
export function requestPlugin(checkCost: CostCheck, isDetermined: DeterminedCheck): ApolloServerPlugin<HttpContext> {
  return {
    requestDidStart: async () => ({
      didResolveOperation: async ({ document, request, contextValue }) => {
        const { operationName, variables } = request;
        await contextValue.spend(checkCost({ document, operationName, variables }));
      },
      didEncounterErrors: async ({ errors, operation, contextValue }) => {
        if (!operation) contextValue.charge(REFUSED_POINTS);
        log(contextValue.request, errors);
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

function log(request: FastifyRequest, errors: readonly GraphQLError[]): void {
  const told = errors.map(({ message, path, extensions }) => ({ message, path, code: extensions.code }));
  request.log.info({ errors: told }, 'a request was refused');
}

/** Expected failures are data of the answer; their codes are known here where the caller asked for them. */
function logRefusals({ operation, response, contextValue }: Request): void {
  if (operation?.operation !== 'mutation' || response.body?.kind !== 'single') return;
  for (const [field, payload] of Object.entries(response.body.singleResult.data ?? {})) {
    const refusals = (payload as { errors?: unknown } | null)?.errors;
    if (!Array.isArray(refusals) || refusals.length === 0) continue;
    contextValue.request.log.info({ field, refusals }, 'a mutation was refused');
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
