import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';

/** Most characters of all documents that are remembered, and of one. */
const MAX_SIZE = 8 * 2 ** 20;
const MAX_DOCUMENT = 10_000;
const SHA_256 = /^[0-9a-f]{64}$/;

type Asked = Record<string, unknown>;

/**
 * Documents that callers name by their SHA-256, so that a query is a short address that caches can keep. A caller sends the document
 * with its hash once to each process that does not know it. This is the protocol of Apollo and others.
 * https://www.apollographql.com/docs/apollo-server/performance/apq
 */
export class PersistedDocuments {
  readonly #documents = new LRUCache<string, string>({
    maxSize: MAX_SIZE,
    maxEntrySize: MAX_DOCUMENT,
    sizeCalculation: ({ length }) => length,
  });

  /**
   * Puts the document into a request that names it by its hash.
   * @returns a function that remembers a document that came with its hash, to be called after its check; null if there is nothing to remember
   * @throws GraphQLError if it is not known, or has another hash
   */
  complete(request: FastifyRequest): (() => void) | null {
    const asked = (request.body ?? request.query) as Asked | null;
    const hash = hashIn(asked?.extensions);
    if (hash === null) return null;
    const { query: sent, extensions, ...rest } = asked!;
    const document = sent ?? this.#documents.get(hash);
    if (document === undefined) throw notFound();
    if (typeof document !== 'string') return null;
    if (sent !== undefined && sha256(document) !== hash) throw otherHash(hash);
    const completed = { ...rest, query: document };
    if (request.body) request.body = completed;
    else {
      request.query = completed;
      rewritten.add(request);
    }
    return sent === undefined ? null : () => void this.#documents.set(hash, document);
  }
}

const rewritten = new WeakSet<FastifyRequest>();

/** The parameters of a request by GET: as they came, or with the document that its hash stands for. */
export function searchOf(request: FastifyRequest): string {
  if (rewritten.has(request)) return `?${new URLSearchParams(request.query as Record<string, string>)}`;
  const mark = request.url.indexOf('?');
  return mark < 0 ? '' : request.url.slice(mark);
}

/** @returns null if the extensions are anything else */
function hashIn(extensions: unknown): string | null {
  const { persistedQuery, ...others } = (parsed(extensions) ?? {}) as Asked;
  const { version, sha256Hash } = (persistedQuery ?? {}) as Asked;
  const isOurs = version === 1 && typeof sha256Hash === 'string' && SHA_256.test(sha256Hash);
  return isOurs && Object.keys(others).length === 0 ? sha256Hash : null;
}

function parsed(extensions: unknown): unknown {
  if (typeof extensions !== 'string') return extensions;
  try {
    return JSON.parse(extensions);
  } catch {
    return null;
  }
}

function sha256(document: string): string {
  return createHash('sha256').update(document).digest('hex');
}

/** Clients recognise exactly these words and this status. Caches would keep it, although the document may come at any moment. */
function notFound(): GraphQLError {
  const headers = new Map([['cache-control', 'no-store']]);
  const extensions = { code: 'PERSISTED_QUERY_NOT_FOUND', http: { status: 200, headers } };
  return new GraphQLError('PersistedQueryNotFound', { extensions });
}

function otherHash(hash: string): GraphQLError {
  const rule = `extensions.persistedQuery.sha256Hash must be the SHA-256 of the document in hexadecimal, but is ${hash}`;
  return new GraphQLError(rule, { extensions: { code: 'BAD_REQUEST' } });
}
