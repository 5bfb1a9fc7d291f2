import { type ApolloServerPlugin, type GraphQLRequestContext, HeaderMap } from '@apollo/server';
import { GraphQLError, type OperationDefinitionNode, OperationTypeNode } from 'graphql';
import type { NeedsSchema } from '../database/schema-watch.js';
import { errorCode, retryAfterOf } from '../graphql/error-format.js';
import type { HttpContext } from '../graphql/http-context.js';
import type { CostCheck } from '../graphql/limits/limits-cost.js';
import type { Metrics } from '../metrics/metrics.js';
import type { AfterOperation } from './after-operation.js';
import { literalErrors } from './literal-errors.js';
import { logErrors } from './log-errors.js';
import { misfitOf } from './misfit.js';
import { isAboutVariables, variableErrors } from './variable-errors.js';

/** Cost of a document that is read in full and then refused, in points: about 10 ms of work. */
export const REFUSED_POINTS = 1_000;

type Request = GraphQLRequestContext<HttpContext>;

/** Charges callers for what they ask, logs refusals, and chooses the status that GraphQL over HTTP demands. */
export function requestPlugin(
  checkCost: CostCheck,
  afterOperation: AfterOperation,
  metrics: Metrics,
): ApolloServerPlugin<HttpContext> {
  return {
    invalidRequestWasReceived: async ({ error }) => {
      metrics.errors.inc({ code: errorCode(error as GraphQLError, error) });
    },
    unexpectedErrorProcessingRequest: async ({ requestContext, error }) => {
      logErrors(requestContext.contextValue.request.log, metrics, [error as GraphQLError]);
    },
    requestDidStart: async () => ({
      didResolveOperation: async ({ document, operation, request, contextValue }) => {
        if (operation?.operation === OperationTypeNode.SUBSCRIPTION) throw needsSocket();
        if (operation?.operation === OperationTypeNode.MUTATION) refuseMisfit(contextValue.app);
        const { operationName, variables } = request;
        const type = operation?.operation ?? OperationTypeNode.QUERY;
        Object.assign(contextValue, await contextValue.admit(checkCost({ document, operationName, variables }), type));
      },
      didEncounterErrors: async ({ errors, operation, contextValue }) => {
        if (!operation) contextValue.charge(REFUSED_POINTS);
        logErrors(contextValue.request.log, metrics, errors);
      },
      willSendResponse: async (request) => {
        const { document, operation, response, contextValue } = request;
        if (document && operation && response.body?.kind === 'single') {
          afterOperation({ document, operation }, response.body.singleResult, contextValue);
        }
        if (operation) tellVariables(request, operation);
        else tellLiterals(request);
        if (isOldClientsMistake(request)) response.http.status = 200;
        tellUnavailable(response);
      },
    }),
  };
}

/** A process that does not fit the database's schema only reads. */
function refuseMisfit(app: NeedsSchema): void {
  const misfit = misfitOf(app);
  if (!misfit) return;
  const http = { status: 503, headers: new HeaderMap([['retry-after', String(misfit.retryAfter)]]) };
  throw new GraphQLError(misfit.message, { extensions: { code: 'UNAVAILABLE', http } });
}

function needsSocket(): GraphQLError {
  const message = 'Subscriptions need a WebSocket at the same URL with the graphql-transport-ws protocol.';
  return new GraphQLError(message, { extensions: { code: 'BAD_REQUEST', http: { status: 400 } } });
}

/** GraphQL names some of the values that have a wrong type, but not the match that they are in. */
function tellVariables({ schema, request, response, errors }: Request, operation: OperationDefinitionNode): void {
  if (response.body?.kind !== 'single' || !(errors ?? []).some(isAboutVariables)) return;
  const told = variableErrors(schema, operation, request.variables ?? {});
  if (told.length > 0) response.body.singleResult.errors = told;
}

/** For a wrong value in a document, GraphQL names the rule but not the place. */
function tellLiterals({ document, response, errors }: Request): void {
  if (!document || !errors || response.body?.kind !== 'single') return;
  const { singleResult } = response.body;
  if (singleResult.errors) singleResult.errors = literalErrors(document, errors, singleResult.errors);
}

/** After a status of 503, clients wait as many seconds as the header says before they retry. */
function tellUnavailable({ body, http }: Request['response']): void {
  const retryAfter = body?.kind === 'single' ? retryAfterOf(body.singleResult.errors) : undefined;
  if (retryAfter === undefined) return;
  http.status = 503;
  http.headers.set('retry-after', String(retryAfter));
}

/**
 * Clients that ask for application/json by name may take any status but 200 for a response that is not GraphQL at all. "GraphQL over HTTP",
 * 6.4.1, therefore reports in the body what is wrong with a document that arrived intact.
 */
function isOldClientsMistake({ request, response, errors }: Request): boolean {
  if (response.http.status !== 400 || !request.http?.headers.get('accept')?.includes('application/json')) return false;
  const isNew = request.http.headers.get('accept')!.includes('application/graphql-response+json');
  return !isNew && (errors ?? []).some(({ extensions }) => MISTAKES.has(String(extensions.code)));
}

const MISTAKES = new Set(['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'BAD_USER_INPUT']);
