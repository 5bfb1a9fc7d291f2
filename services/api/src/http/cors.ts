import type { IncomingHttpHeaders } from 'node:http';
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { GraphQLError } from 'graphql';
import type { Origins } from '../kit/origins.js';

/** Headers of an answer, by name. */
export type Headers = Readonly<Record<string, string>>;

/** Headers that a page may send. Browsers ask first if a page wants to send any other, and are refused. */
const ALLOWED = ['authorization', 'content-type', 'idempotency-key', 'if-none-match'];
/** Headers that a page may read, in addition to those that every page may read. */
const EXPOSED = ['etag', 'ratelimit', 'ratelimit-policy', 'retry-after', 'x-request-id'];
/** How long a browser may remember what is allowed, in seconds: one day. Browsers have lower limits of their own. */
const MAX_AGE = 86_400;

/**
 * Lets pages of other origins read every response, including refusals, and send a token in a header. Their cookies are never honoured: no
 * response has access-control-allow-credentials. Await it before any other hook that may respond.
 */
export async function openToPages(server: FastifyInstance, origins: Origins): Promise<void> {
  if (origins.length === 0) return;
  await server.register(cors, {
    // A list always adds Vary: Origin, which a fixed value does not need.
    origin: origins === '*' ? '*' : [...origins],
    methods: ['GET', 'POST'],
    allowedHeaders: ALLOWED,
    exposedHeaders: EXPOSED,
    maxAge: MAX_AGE,
  });
}

/**
 * Headers of responses that are written before the request is known, or if it cannot be read. They reveal nothing about anyone, so every
 * page may read them, unless no page may read anything.
 */
export function bareHeaders(origins: Origins): Headers {
  return origins.length === 0 ? {} : { 'access-control-allow-origin': '*' };
}

/** Whether a page may use the API. @param headers of the request, or of the request that opens a socket */
export function mayUse({ origin, host }: IncomingHttpHeaders, origins: Origins): boolean {
  if (origins === '*' || origin === undefined || origins.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/**
 * Refuses GET requests from pages that may not read the response. A visitor's network may admit a request that the page itself could not
 * send, and browsers send a GET without asking first. A POST needs a content-type for which they ask.
 * @throws GraphQLError with the code BAD_REQUEST
 */
export function refuseForeignPages(method: string, headers: IncomingHttpHeaders, origins: Origins): void {
  const site = headers['sec-fetch-site'];
  if (method !== 'GET' || site === undefined || site === 'same-origin' || site === 'none') return;
  if (headers.origin === undefined ? origins === '*' : mayUse(headers, origins)) return;
  throw new GraphQLError('Requests from pages of other sites are not accepted here.', {
    extensions: { code: 'BAD_REQUEST' },
  });
}
