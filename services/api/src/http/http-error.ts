import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import type { ErrorCode } from '../graphql/error-format.js';
import type { Metrics } from '../metrics/metrics.js';

interface HttpExtension {
  readonly status?: number;
  readonly headers?: ReadonlyMap<string, string>;
}

/** What Fastify refuses by itself. Its own messages repeat what was sent, however long that is. */
const REFUSALS: Readonly<Record<number, { readonly code: ErrorCode; readonly message: string }>> = {
  400: { code: 'BAD_REQUEST', message: 'The body must be JSON.' },
  415: { code: 'UNSUPPORTED_MEDIA_TYPE', message: 'The content-type must be application/json.' },
};

/** Answers every failure outside GraphQL as GraphQL answers: JSON, a list of errors, a stable code. */
export function answerFailuresInJson(server: FastifyInstance, metrics: Metrics): void {
  const sendError = (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    code: ErrorCode,
    message: string,
  ) => {
    metrics.errors.inc({ code });
    request.log.info({ code, status }, 'a request was refused');
    const isNew = request.headers.accept?.includes('application/graphql-response+json');
    const type = isNew ? 'application/graphql-response+json' : 'application/json';
    return reply.code(status).type(`${type}; charset=utf-8`).serializer(JSON.stringify).send(errorBody(code, message));
  };
  server.setErrorHandler((error: FastifyError | GraphQLError, request, reply) => {
    if (error instanceof GraphQLError) {
      const { code, http } = error.extensions as { code: ErrorCode; http?: HttpExtension };
      for (const [name, value] of http?.headers ?? []) reply.header(name, value);
      return sendError(request, reply, http?.status ?? 400, code, error.message);
    }
    const status = error.statusCode ?? 500;
    const refusal = REFUSALS[status];
    if (refusal) return sendError(request, reply, status, refusal.code, refusal.message);
    request.log.error({ err: error }, 'a request failed');
    return sendError(request, reply, 500, 'INTERNAL_SERVER_ERROR', 'Something went wrong on our side.');
  });
}

/** Answers a request whose address cannot be read, so that no route is looked for. */
export function refuseBadAddress(reply: FastifyReply): void {
  const body = errorBody('BAD_REQUEST', 'The address must be a valid URL.');
  reply.code(400).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body);
}

function errorBody(code: ErrorCode, message: string): object {
  return { errors: [{ message, extensions: { code } }] };
}

/** What Node refuses before there is a request, by its codes. */
const CLIENT_ERRORS: Readonly<Record<string, readonly [status: string, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request must arrive in time.'],
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The address and the headers must be shorter; use POST.',
  ],
};

/** Answers what is no HTTP, or never ends. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, message] = CLIENT_ERRORS[error.code ?? ''] ?? ['400 Bad Request', 'The request must be HTTP.'];
  const body = JSON.stringify(errorBody('BAD_REQUEST', message));
  const head = `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\nconnection: close`;
  socket.end(`${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}
