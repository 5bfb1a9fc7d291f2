import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import type { ErrorCode } from '../graphql/error-format.js';
import { reasonOf, unavailability } from '../kit/sql/database-away.js';
import type { Metrics } from '../metrics/metrics.js';
import type { Headers } from './door.js';
import { RefusedBody } from './receive.js';
import { UNAVAILABLE } from './request-log.js';

interface HttpExtension {
  readonly status?: number;
  readonly headers?: ReadonlyMap<string, string>;
}

/** The failure of a request for its caller. */
interface Failure {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  /** When it is worth trying again, in seconds. */
  readonly retryAfter?: number;
}

/** Errors of Fastify itself, whose own messages repeat the input in full. */
const REFUSALS: Readonly<Record<number, Failure>> = {
  400: { status: 400, code: 'BAD_REQUEST', message: 'The body must be JSON.' },
  415: { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE', message: 'The content-type must be application/json.' },
};
const OWN_FAULT: Failure = {
  status: 500,
  code: 'INTERNAL_SERVER_ERROR',
  message: 'Internal error; it was logged.',
};

/** Answers a failed request of a browser with a page. @returns whether it did */
export type SendPage = (request: FastifyRequest, reply: FastifyReply, status: number) => boolean;

/**
 * Answers every failure outside of GraphQL: browsers get a page, others the form of GraphQL, which is JSON with a list of errors and
 * stable codes.
 */
export function answerFailures(server: FastifyInstance, metrics: Metrics, sendPage: SendPage): void {
  server.setErrorHandler((error: FastifyError | GraphQLError, request, reply) => {
    const failure = failureOf(error, reply);
    const { status, code, retryAfter } = failure;
    metrics.errors.inc({ code });
    if (failure === OWN_FAULT) request.log.error({ err: error }, 'A request failed');
    else if (code === 'UNAVAILABLE') request.log.warn({ status, reason: reasonOf(error) }, UNAVAILABLE);
    else request.log.info({ code, status }, 'A request was refused');
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
    if (sendPage(request, reply, status)) return reply;
    const isNew = request.headers.accept?.includes('application/graphql-response+json');
    const type = isNew ? 'application/graphql-response+json' : 'application/json';
    reply.code(status).type(`${type}; charset=utf-8`);
    const body = JSON.stringify(errorBody(failure));
    if (!(error instanceof RefusedBody)) return reply.serializer(String).send(body);
    return reply.header('content-length', Buffer.byteLength(body)).send(Readable.from(sentAtOnce(body, error)));
  });
}

/** The whole response, ended before the rest of the request is read: Node then closes the connection, whose unread data would discard the response. */
async function* sentAtOnce(body: string, { discarded }: RefusedBody): AsyncGenerator<string> {
  yield body;
  await discarded;
}

function failureOf(error: FastifyError | GraphQLError, reply: FastifyReply): Failure {
  if (error instanceof GraphQLError) {
    const { code, http } = error.extensions as { code: ErrorCode; http?: HttpExtension };
    for (const [name, value] of http?.headers ?? []) reply.header(name, value);
    return { status: http?.status ?? 400, code, message: error.message };
  }
  const unavailable = unavailability(error);
  if (unavailable) {
    const { message, retryAfter } = unavailable;
    return { status: 503, code: 'UNAVAILABLE', message, retryAfter };
  }
  return REFUSALS[error.statusCode ?? 500] ?? OWN_FAULT;
}

/** Answers a request with an unreadable URL, for which no route is looked up. An error thrown here would end the process. */
export function refuseBadAddress(
  request: FastifyRequest,
  reply: FastifyReply,
  headers: Headers,
  sendPage: SendPage,
): void {
  try {
    if (sendPage(request, reply, 400)) return;
  } catch (error) {
    request.log.error({ err: error }, 'The page about an unreadable URL could not be made');
  }
  const body = errorBody({ code: 'BAD_REQUEST', message: 'The URL must be valid.' });
  reply.headers(headers).code(400).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body);
}

function errorBody({ code, message, retryAfter }: Omit<Failure, 'status'>): object {
  return { errors: [{ message, extensions: { code, retryAfter } }] };
}

/** Errors of Node before there is a request, by code. */
const CLIENT_ERRORS: Readonly<Record<string, readonly [status: string, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request must arrive in time.'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The URL and headers are too long; use POST.'],
};

/** How long a client may take to read why its connection ends, in milliseconds. */
const LINGER = 1_000;

/** Makes a function that answers clients that do not speak HTTP, or never finish, and closes the connection whatever the client does. */
export function answerClientErrors(headers: Headers): (error: Error & { code?: string }, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const [status, message] = CLIENT_ERRORS[error.code ?? ''] ?? ['400 Bad Request', 'The request must be valid HTTP.'];
    endWith(socket, status, { code: 'BAD_REQUEST', message }, headers);
  };
}

/** Refuses requests with an expectation other than `100-continue`. */
export function refuseExpectations(server: Server, headers: Headers): void {
  const failure = { code: 'BAD_REQUEST', message: 'The Expect header must be 100-continue.' } as const;
  server.on('checkExpectation', ({ socket }) => endWith(socket, '417 Expectation Failed', failure, headers));
}

/** Answers on a bare connection and closes it. Whatever still arrives is read; otherwise the response would be lost with the connection. */
export function endWith(socket: Socket, status: string, failure: Omit<Failure, 'status'>, headers: Headers): void {
  const body = JSON.stringify(errorBody(failure));
  const head = [`HTTP/1.1 ${status}`, 'content-type: application/json; charset=utf-8', 'connection: close'];
  for (const [name, value] of Object.entries(headers)) head.push(`${name}: ${value}`);
  if (failure.retryAfter !== undefined) head.push(`retry-after: ${failure.retryAfter}`);
  socket.end([...head, `content-length: ${Buffer.byteLength(body)}`, '', body].join('\r\n'));
  socket.resume();
  const lingering = setTimeout(() => socket.destroy(), LINGER);
  socket.once('close', () => clearTimeout(lingering));
}
