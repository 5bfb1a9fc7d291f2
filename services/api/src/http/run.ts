import {
  ApolloServer,
  type ApolloServerPlugin,
  type GraphQLRequestContext,
  HeaderMap,
  type HTTPGraphQLRequest,
} from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError, type GraphQLSchema, type OperationDefinitionNode, OperationTypeNode } from 'graphql';
import { type NeedsSchema, writeRefusal } from '../database/schema-watch.js';
import type { RequestNeeds } from '../graphql/context.js';
import { coded, errorCode, formatError, retryAfterOf } from '../graphql/error-format.js';
import { type CostCheck, createCostCheck } from '../graphql/limits/cost.js';
import { MAX_SELECTIONS, MAX_VALIDATION_ERRORS, PARSE_OPTIONS } from '../graphql/limits/request-limits.js';
import { resetResponseSize } from '../kit/paging/response-size.js';
import {
  type KnownOperation,
  type Operation,
  OperationCache,
  prejoinedFields,
  validatedDocuments,
} from './known-operations.js';
import { REFUSED_POINTS } from './rate-limits.js';
import { type DocumentRequest, searchOf } from './receive.js';
import { countFields, type RequestContext } from './request-context.js';
import { logErrors, logRefusals } from './request-log.js';
import { type CacheableCheck, contentTypeOf, createCacheableCheck } from './response-cache.js';
import { isAboutVariables, literalErrors, variableErrors } from './value-errors.js';

/** Runs operations: repeated ones by a compiled function, and new, unusual or wrong ones by Apollo Server. */
export class OperationRunner {
  private constructor(
    private readonly apollo: ApolloServer<RequestContext>,
    private readonly operations: OperationCache,
    private readonly checkCost: CostCheck,
    private readonly record: RecordOutcome,
  ) {}

  static async start(app: RequestNeeds, schema: GraphQLSchema): Promise<OperationRunner> {
    const checkCost = createCostCheck(schema, { 'Query.ratingSystems': app.raters.size });
    const record = outcomeRecorder(createCacheableCheck(schema));
    const apollo = createApollo(app, schema, requestPlugin(checkCost, record, app));
    await apollo.start();
    const operations = new OperationCache(schema, prejoinedFields(schema));
    return new OperationRunner(apollo, operations, checkCost, record);
  }

  /** Whether this document was answered before without an error. */
  knows(document: string): boolean {
    return this.operations.knows(document);
  }

  /**
   * Answers a request.
   * @param documentRequest null if it is not in the usual form
   * @returns the body of the answer, whose status and content type are set; `context.outcome` describes the outcome
   */
  async run(
    documentRequest: DocumentRequest | null,
    request: FastifyRequest,
    reply: FastifyReply,
    context: RequestContext,
  ): Promise<string> {
    const known = documentRequest && this.operations.find(documentRequest);
    const body = known && (await this.#runKnown(known, documentRequest, context));
    if (known && body !== null) {
      reply.header('content-type', known.contentType);
      return body;
    }
    // The answer so far is discarded.
    resetResponseSize(context.size);
    const made = await this.#runByApollo(request, reply, context);
    const { outcome } = context;
    // An unsupported content type is refused only after everything else succeeded.
    if (!outcome.operation || reply.statusCode !== 200) outcome.isCacheable = false;
    else if (documentRequest && known) this.operations.distrust(documentRequest, known);
    else if (documentRequest) this.operations.learn(documentRequest, outcome.operation, contentTypeOf(reply));
    return made;
  }

  async stop(): Promise<void> {
    await this.apollo.stop();
  }

  /** @returns null after an error, which Apollo Server reports in its own form */
  async #runKnown(
    { document, operation, compiled }: KnownOperation,
    { operationName, variables }: DocumentRequest,
    context: RequestContext,
  ): Promise<string | null> {
    if (operation.operation === OperationTypeNode.MUTATION && context.app.schema.incompatibility) return null;
    const cost = this.checkCost({ document, operationName, variables });
    Object.assign(context, await context.admit(cost, operation.operation));
    const { mutation } = context;
    mutation.mayForesee = true;
    const make = async () => {
      const result = await compiled(context, variables);
      return result.errors ? null : { result, body: `${JSON.stringify(result)}\n` };
    };
    let answer = await make();
    // Apollo Server sends its response at once.
    mutation.mayForesee = false;
    if (mutation.isForeseen && answer) {
      await mutation.outcome?.catch(() => undefined);
      if (!mutation.isAsForeseen) {
        resetResponseSize(context.size);
        answer = await make();
      }
    }
    if (!answer) return null;
    this.record({ document, operation }, answer.result, context);
    return answer.body;
  }

  async #runByApollo(request: FastifyRequest, reply: FastifyReply, context: RequestContext): Promise<string> {
    const { headers, body, status } = await this.apollo.executeHTTPGraphQLRequest({
      httpGraphQLRequest: toApollo(request),
      context: async () => context,
    });
    if (body.kind !== 'complete') throw new Error('incremental delivery is not enabled');
    for (const [name, value] of headers) reply.header(name, value);
    reply.code(status ?? 200);
    return body.string;
  }
}

function toApollo(request: FastifyRequest): HTTPGraphQLRequest {
  const { body, method, headers } = request;
  const map = new HeaderMap();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) map.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  // Apollo does not know HEAD; the server omits the body.
  return { body, method: method === 'HEAD' ? 'GET' : method, headers: map, search: searchOf(request) };
}

interface Result {
  readonly data?: object | null | undefined;
  readonly errors?: readonly object[] | undefined;
}

type RecordOutcome = (operation: Operation, result: Result, context: RequestContext) => void;

/** Makes a function that records the outcome of an operation before its response is sent, and logs expected failures. */
function outcomeRecorder(isCacheable: CacheableCheck): RecordOutcome {
  return (recorded, { data, errors }, { request, outcome }) => {
    const { document, operation } = recorded;
    if (outcome.isOpen) outcome.fields = countFields(data ?? {});
    if (operation.operation === OperationTypeNode.MUTATION) logRefusals(data ?? {}, request.log);
    if (errors) return;
    outcome.operation = recorded;
    // A league that does not exist may be created.
    const isWhole = Object.values(data ?? {}).every((value) => value !== null);
    outcome.isCacheable = isWhole && !outcome.hasStandIn && isCacheable(document, operation);
  };
}

function createApollo(
  app: RequestNeeds,
  schema: GraphQLSchema,
  plugin: ApolloServerPlugin<RequestContext>,
): ApolloServer<RequestContext> {
  return new ApolloServer<RequestContext>({
    schema,
    plugins: [ApolloServerPluginCacheControlDisabled(), ApolloServerPluginLandingPageDisabled(), plugin],
    formatError: (formatted, thrown) => formatError(formatted, thrown, app),
    introspection: true,
    includeStacktraceInErrorResponses: false,
    // The schema is public. GraphQL looks for similar names in any case; at most MAX_VALIDATION_ERRORS times.
    hideSchemaDetailsFromClientErrors: false,
    stopOnTerminationSignals: false,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    documentStore: validatedDocuments(),
    // Ours is stricter with POST and more lenient with GET: see endpoint.ts.
    csrfPrevention: false,
    maxRecursiveSelections: MAX_SELECTIONS,
    parseOptions: PARSE_OPTIONS,
    validationOptions: { maxErrors: MAX_VALIDATION_ERRORS },
    executionOptions: { maxCoercionErrors: MAX_VALIDATION_ERRORS },
  });
}

type Request = GraphQLRequestContext<RequestContext>;

/** Charges callers for their requests, logs refusals, and chooses the status that GraphQL over HTTP requires. */
function requestPlugin(
  checkCost: CostCheck,
  record: RecordOutcome,
  app: RequestNeeds,
): ApolloServerPlugin<RequestContext> {
  return {
    invalidRequestWasReceived: async ({ error }) => {
      app.metrics.errors.inc({ code: errorCode(error as GraphQLError, error, app.isStandby) });
    },
    unexpectedErrorProcessingRequest: async ({ requestContext, error }) => {
      logErrors(requestContext.contextValue.request.log, app, [error as GraphQLError]);
    },
    requestDidStart: async () => ({
      didResolveOperation: async ({ document, operation, request, contextValue }) => {
        if (operation?.operation === OperationTypeNode.SUBSCRIPTION) throw needsSocket(400);
        if (operation?.operation === OperationTypeNode.MUTATION) refuseToWrite(contextValue.app);
        const { operationName, variables } = request;
        const type = operation?.operation ?? OperationTypeNode.QUERY;
        Object.assign(contextValue, await contextValue.admit(checkCost({ document, operationName, variables }), type));
      },
      didEncounterErrors: async ({ errors, operation, contextValue }) => {
        if (!operation) contextValue.charge(REFUSED_POINTS);
        logErrors(contextValue.request.log, app, errors);
      },
      willSendResponse: async (request) => {
        const { document, operation, response, contextValue } = request;
        if (document && operation && response.body?.kind === 'single') {
          record({ document, operation }, response.body.singleResult, contextValue);
        }
        if (operation) nameWrongVariables(request, operation);
        else nameWrongLiterals(request);
        if (isOldClientsMistake(request)) response.http.status = 200;
        sayWhenToRetry(response);
      },
    }),
  };
}

/** A process that is incompatible with the database's schema only reads. */
function refuseToWrite(app: NeedsSchema): void {
  const refusal = writeRefusal(app);
  if (refusal) throw coded('UNAVAILABLE', refusal.message, 503, { 'retry-after': String(refusal.retryAfter) });
}

/** @param status 406 for a client that accepts only server-sent events */
export function needsSocket(status: 400 | 406): GraphQLError {
  const message = 'Subscriptions need a WebSocket at the same URL with the graphql-transport-ws protocol.';
  return coded('BAD_REQUEST', message, status);
}

/** GraphQL names some of the values that have a wrong type, but not the match that they are in. */
function nameWrongVariables({ schema, request, response, errors }: Request, operation: OperationDefinitionNode): void {
  if (response.body?.kind !== 'single' || !(errors ?? []).some(isAboutVariables)) return;
  const named = variableErrors(schema, operation, request.variables ?? {});
  if (named.length > 0) response.body.singleResult.errors = named;
}

/** For a wrong value in a document, GraphQL names the rule but not the place. */
function nameWrongLiterals({ document, response, errors }: Request): void {
  if (!document || !errors || response.body?.kind !== 'single') return;
  const { singleResult } = response.body;
  if (singleResult.errors) singleResult.errors = literalErrors(document, errors, singleResult.errors);
}

/** After a status of 503, clients wait as many seconds as the header says before they retry. */
function sayWhenToRetry({ body, http }: Request['response']): void {
  const errors = body?.kind === 'single' ? body.singleResult.errors : undefined;
  const retryAfter = errors && retryAfterOf(errors);
  if (retryAfter === undefined) return;
  http.status = 503;
  http.headers.set('retry-after', String(retryAfter));
}

/**
 * Clients that accept application/json by name may take any status but 200 for a response that is not GraphQL. "GraphQL over HTTP", 6.4.1,
 * therefore reports the faults of a document that arrived intact in the body.
 */
function isOldClientsMistake({ request, response, errors }: Request): boolean {
  if (response.http.status !== 400 || !request.http?.headers.get('accept')?.includes('application/json')) return false;
  const isNew = request.http.headers.get('accept')!.includes('application/graphql-response+json');
  return !isNew && (errors ?? []).some(({ extensions }) => MISTAKES.has(String(extensions.code)));
}

const MISTAKES = new Set(['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'BAD_USER_INPUT']);
