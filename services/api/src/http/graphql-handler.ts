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
import { type DocumentRequest, readRequest } from './read-request.js';
import type { KeptAnswer, ResponseCache } from './response-cache.js';

/** Others may keep it too, and ask each time whether it is still good. */
const CACHE_CONTROL = 'public, max-age=0, must-revalidate';

/** The ways to answer a document. */
export interface Answerers {
  readonly cache: ResponseCache;
  readonly operations: KnownOperations;
  readonly apollo: ApolloServer<HttpContext>;
  readonly checkCost: CostCheck;
  readonly afterOperation: AfterOperation;
}

/**
 * Answers requests: from what is kept, or by an operation that is known, or else by Apollo Server, to which everything is
 * left that is new, unusual or wrong. Keeps what may be kept.
 */
export function graphqlHandler(
  { cache, operations, apollo, checkCost, afterOperation }: Answerers,
  createContext: (request: FastifyRequest, reply: FastifyReply) => HttpContext,
) {
  /** @returns null where something went wrong */
  const answerKnown = async (
    { document, operation, compiled }: KnownOperation,
    { operationName, variables }: DocumentRequest,
    context: HttpContext,
  ): Promise<string | null> => {
    // Apollo refuses it, in its own form.
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
    question: DocumentRequest | null,
    mayKeep: boolean,
    context: HttpContext,
  ): Promise<string | Buffer | FastifyReply> => {
    const known = question && operations.find(question);
    let body = known && (await answerKnown(known, question, context));
    if (known && body !== null) {
      reply.header('content-type', known.contentType);
    } else {
      // The answer so far is discarded.
      resetAnswerSize(context.size);
      body = await answerByApollo(request, reply, context);
      // A type that is not spoken here is refused after everything else went well.
      if (!question || !context.outcome.operation || reply.statusCode !== 200) return sendFresh(reply, body);
      if (known) operations.distrust(question);
      else operations.learn(question, context.outcome.operation, contentTypeOf(reply));
    }
    if (!mayKeep || !context.outcome.isCacheable) return sendFresh(reply, body);
    return sendKept(request, reply, cache.keep(question, body, contentTypeOf(reply), context.versions));
  };

  return async (request: FastifyRequest, reply: FastifyReply): Promise<string | Buffer | FastifyReply> => {
    const question = readRequest(request);
    const mayKeep = question !== null && callerOf(request).access === ANONYMOUS;
    const kept = mayKeep && (await cache.find(question));
    if (kept) return sendKept(request, reply, kept);

    const context = createContext(request, reply);
    try {
      return await answer(request, reply, question, mayKeep, context);
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

function sendKept({ method, headers }: FastifyRequest, reply: FastifyReply, kept: KeptAnswer): Buffer | FastifyReply {
  reply.header('etag', kept.etag).header('cache-control', CACHE_CONTROL).header('vary', variesBy(reply));
  if (method === 'GET' && names(headers['if-none-match'], kept.etag)) return reply.code(304).send();
  reply.header('content-type', kept.contentType);
  return kept.body;
}

/** Where only some origins may read an answer, it varies by them too. */
function variesBy(reply: FastifyReply): string {
  const before = reply.getHeader('vary');
  return before === undefined ? 'accept, authorization' : `accept, authorization, ${before}`;
}

/** https://www.rfc-editor.org/rfc/rfc9110#name-if-none-match; tags are compared without regard to weakness. */
function names(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}

function toApollo({ body, method, headers, url }: FastifyRequest): HTTPGraphQLRequest {
  const map = new HeaderMap();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) map.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const question = url.indexOf('?');
  return { body, method, headers: map, search: question < 0 ? '' : url.slice(question) };
}
