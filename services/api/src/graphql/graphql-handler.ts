import { type ApolloServer, HeaderMap, type HTTPGraphQLRequest } from '@apollo/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ANONYMOUS } from '../access/access.js';
import { callerOf } from './caller.js';
import type { HttpContext } from './request-plugin.js';
import type { KeptAnswer, Question, ResponseCache } from './response-cache.js';

/** Others may keep it too, and ask each time whether it is still good. */
const CACHE_CONTROL = 'public, max-age=0, must-revalidate';

/** Answers requests from what is kept, or else by Apollo Server; keeps what may be kept. */
export function graphqlHandler(
  apollo: ApolloServer<HttpContext>,
  cache: ResponseCache,
  createContext: (request: FastifyRequest, reply: FastifyReply) => HttpContext,
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<string | Buffer> => {
    const question = callerOf(request).access === ANONYMOUS ? questionOf(request) : null;
    const kept = question && (await cache.find(question));
    if (kept) return sendKept(request, reply, kept);

    const contextValue = createContext(request, reply);
    const { headers, body, status } = await apollo.executeHTTPGraphQLRequest({
      httpGraphQLRequest: toApollo(request),
      context: async () => contextValue,
    });
    if (body.kind !== 'complete') throw new Error('answers in parts are not switched on');
    if (question && contextValue.outcome.isDetermined && (status ?? 200) === 200) {
      const type = headers.get('content-type')!;
      return sendKept(request, reply, cache.keep(question, body.string, type, contextValue.versions));
    }
    for (const [name, value] of headers) reply.header(name, value);
    reply.code(status ?? 200).header('cache-control', 'no-store');
    return body.string;
  };
}

function sendKept({ method, headers }: FastifyRequest, reply: FastifyReply, kept: KeptAnswer): Buffer | string {
  reply.header('etag', kept.etag).header('cache-control', CACHE_CONTROL).header('vary', 'accept, authorization');
  if (method === 'GET' && names(headers['if-none-match'], kept.etag)) {
    reply.code(304);
    return '';
  }
  reply.header('content-type', kept.contentType);
  return kept.body;
}

/** https://www.rfc-editor.org/rfc/rfc9110#name-if-none-match; tags are compared without regard to weakness. */
function names(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}

/** @returns null for what asks for more than an answer to a document */
function questionOf({ method, body, query, headers: { accept } }: FastifyRequest): Question | null {
  const asked = ((method === 'GET' ? query : body) ?? {}) as Record<string, unknown>;
  if (typeof asked.query !== 'string' || asked.extensions !== undefined) return null;
  return { document: asked.query, operationName: asked.operationName, variables: asked.variables, accept };
}

function toApollo({ body, method, headers, url }: FastifyRequest): HTTPGraphQLRequest {
  const map = new HeaderMap();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) map.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const question = url.indexOf('?');
  return { body, method, headers: map, search: question < 0 ? '' : url.slice(question) };
}
