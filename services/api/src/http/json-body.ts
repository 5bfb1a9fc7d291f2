import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import { ANONYMOUS } from '../access/access.js';
import { callerOf } from './caller.js';

/** Enough for a submission of a thousand matches of ten players, in bytes. */
const BODY_LIMIT = 8_000_000;
/** Requests without a token can only read, for which this is plenty. */
const ANONYMOUS_BODY_LIMIT = 100_000;

/**
 * Accepts only JSON, and stops reading when it is more than the caller may send.
 * @param enter waits for the turn of a body that was read, and returns it
 * @param chargeBytes gets the number of bytes read of a body whose length was not announced, even if it is refused
 */
export function acceptJsonOnly(
  server: FastifyInstance,
  enter: (request: FastifyRequest, body: Buffer) => Buffer | Promise<Buffer>,
  chargeBytes: (request: FastifyRequest, bytes: number) => void,
): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', (request, payload, done) => {
    const limit = callerOf(request).access === ANONYMOUS ? ANONYMOUS_BODY_LIMIT : BODY_LIMIT;
    const isAnnounced = request.headers['content-length'] !== undefined;
    const onRead = (bytes: number) => isAnnounced || chargeBytes(request, bytes);
    readBytes(payload, limit, onRead)
      .then((body) => enter(request, body))
      .then((body) => {
        const text = body.toString();
        parse(request, text, (error, value) => done(error && isJson(text) ? namesPrototype() : error, value));
      }, done);
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Our parser refuses JSON only for names that programs in JavaScript take for the prototype of an object. */
function namesPrototype(): GraphQLError {
  const message = 'The body must not name a field "__proto__", nor a field "constructor" with a "prototype" in it.';
  return new GraphQLError(message, { extensions: { code: 'BAD_REQUEST' } });
}

/** @throws GraphQLError with the code PAYLOAD_TOO_LARGE; the rest is left unread */
function readBytes(payload: IncomingMessage, limit: number, onRead: (bytes: number) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let length = 0;
    const refuse = () => {
      payload.pause();
      onRead(length);
      reject(tooLarge(limit));
    };
    if (Number(payload.headers['content-length']) > limit) return refuse();
    const chunks: Buffer[] = [];
    payload.on('data', (chunk: Buffer) => {
      if (length > limit) return;
      length += chunk.length;
      if (length > limit) return refuse();
      chunks.push(chunk);
    });
    payload.once('end', () => {
      onRead(length);
      resolve(Buffer.concat(chunks));
    });
    payload.once('error', () => {
      onRead(length);
      reject(incomplete());
    });
  });
}

function incomplete(): GraphQLError {
  return new GraphQLError('The body must arrive completely.', { extensions: { code: 'BAD_REQUEST' } });
}

function tooLarge(limit: number): GraphQLError {
  const message = `The body must be at most ${limit} bytes${limit === BODY_LIMIT ? '' : ' without a token'}.`;
  return new GraphQLError(message, {
    // The connection is of no use any more: the rest of the body is in the way.
    extensions: { code: 'PAYLOAD_TOO_LARGE', http: { status: 413, headers: new Map([['connection', 'close']]) } },
  });
}
