import { type ApolloServer, HeaderMap, type HTTPGraphQLRequest } from '@apollo/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OperationTypeNode } from 'graphql';
import { ANONYMOUS } from '../access/access.js';
import type { HttpContext } from '../graphql/http-context.js';
import type { CostCheck } from '../graphql/limits/limits-cost.js';
import { resetAnswerSize } from '../kit/paging/answer-size.js';
import type { AfterOperation } from './after-operation.js';
import { callerOf } from './caller.js';
import type { KnownOperation, KnownOperations } from './known-operations.js';
import { searchOf } from './persisted-documents.js';
import { type DocumentRequest, readRequest } from './read-request.js';
import type { KeptAnswer, ResponseCache } from './response-cache.js';

/** Caches may keep it too, and ask each time whether it is still current. */
const ASK_EACH_TIME = 'public, max-age=0, must-revalidate';
/** How many times as long a cache in front may serve an answer while it checks it, compared with the time without a check. */
const STALE_TIMES = 10;

/** The header of answers that others may keep. @param seconds how long a cache in front may serve them without checking */
function cacheControl(seconds: number): string {
  if (seconds === 0) return ASK_EACH_TIME;
  return `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=${STALE_TIMES * seconds}`;
}

/** The ways to answer a document. */
export interface Answerers {
  readonly cache: ResponseCache;
  readonly operations: KnownOperations;
  readonly apollo: ApolloServer<HttpContext>;
  readonly checkCost: CostCheck;
  readonly afterOperation: AfterOperation;
  /** How many seconds a cache in front may serve cacheable answers without checking. */
  readonly cacheSeconds: number;
}

/**
 * Answers requests from kept responses, or by a known operation; whatever is new, unusual or wrong is left to Apollo Server. Keeps
 * responses that may be kept.
 */
export function graphqlHandler(
  { cache, operations, apollo, checkCost, afterOperation, cacheSeconds }: Answerers,
  createContext: (request: FastifyRequest, reply: FastifyReply) => HttpContext,
) {
  const cacheable = cacheControl(cacheSeconds);

  /** @returns null if something went wrong */
  const answerKnown = async (
    { document, operation, compiled }: KnownOperation,
    { operationName, variables }: DocumentRequest,
    context: HttpContext,
  ): Promise<string | null> => {
    // Apollo refuses it in its own form.
    if (operation.operation === OperationTypeNode.MUTATION && context.app.schema.misfit) return null;
    const cost = checkCost({ document, operationName, variables });
    Object.assign(context, await context.admit(cost, operation.operation));
    const result = await compiled(context, variables);
    if (result.errors) return null;
    afterOperation({ document, operation }, result, context);
    return `${JSON.stringify(result)}\n`;
  };

  const answerByApollo = async (request: FastifyRequest, reply: FastifyReply, context: HttpContext) => {
    const { headers, body, status } = await apollo.executeHTTPGraphQLRequest({
      httpGraphQLRequest: toApollo(request),
      context: async () => context,
    });
    if (body.kind !== 'complete') throw new Error('incremental delivery is not enabled');
    for (const [name, value] of headers) reply.header(name, value);
    reply.code(status ?? 200);
    return body.string;
  };

  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    documentRequest: DocumentRequest | null,
    mayKeep: boolean,
    context: HttpContext,
  ): Promise<string | Buffer | FastifyReply> => {
    const known = documentRequest && operations.find(documentRequest);
    let body = known && (await answerKnown(known, documentRequest, context));
    if (known && body !== null) {
      reply.header('content-type', known.contentType);
    } else {
      // The answer so far is discarded.
      resetAnswerSize(context.size);
      body = await answerByApollo(request, reply, context);
      // A content type that we do not speak is refused after everything else went well.
      if (!documentRequest || !context.outcome.operation || reply.statusCode !== 200) return sendFresh(reply, body);
      if (known) operations.distrust(documentRequest);
      else operations.learn(documentRequest, context.outcome.operation, contentTypeOf(reply));
    }
    if (!mayKeep || !context.outcome.isCacheable) return sendFresh(reply, body);
    return sendKept(request, reply, cache.keep(documentRequest, body, contentTypeOf(reply), context.stamps), cacheable);
  };

  return async (request: FastifyRequest, reply: FastifyReply): Promise<string | Buffer | FastifyReply> => {
    const documentRequest = readRequest(request);
    const mayKeep = documentRequest !== null && callerOf(request).access === ANONYMOUS;
    const kept = mayKeep && (await cache.find(documentRequest));
    if (kept) return sendKept(request, reply, kept, cacheable);

    const context = createContext(request, reply);
    try {
      return await answer(request, reply, documentRequest, mayKeep, context);
    } finally {
      await context.finish();
    }
  };
}

function sendFresh(reply: FastifyReply, body: string): string {
  reply.header('cache-control', 'no-store');
  return body;
}

function contentTypeOf(reply: FastifyReply): string {
  return reply.getHeader('content-type') as string;
}

function sendKept(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  kept: KeptAnswer,
  cacheable: string,
): Buffer | FastifyReply {
  reply.header('etag', kept.etag).header('cache-control', cacheable).header('vary', variesBy(reply));
  if (method === 'GET' && names(headers['if-none-match'], kept.etag)) return reply.code(304).send();
  reply.header('content-type', kept.contentType);
  return kept.body;
}

/** If only some origins may read a response, it varies by origin. */
function variesBy(reply: FastifyReply): string {
  const before = reply.getHeader('vary');
  return before === undefined ? 'accept, authorization' : `accept, authorization, ${before}`;
}

/** https://www.rfc-editor.org/rfc/rfc9110#name-if-none-match; tags are compared ignoring weakness. */
function names(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}

function toApollo(request: FastifyRequest): HTTPGraphQLRequest {
  const { body, method, headers } = request;
  const map = new HeaderMap();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) map.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return { body, method, headers: map, search: searchOf(request) };
}
