import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import { ANONYMOUS } from '../access/access.js';
import { coded } from '../graphql/error-format.js';
import { shown } from '../kit/refusal.js';
import { callerOf } from './caller.js';
import { CostScheduler, LARGE_BODIES } from './cost-scheduler.js';

/** Enough for a submission of a thousand matches of ten players, in bytes. */
const BODY_LIMIT = 8_000_000;
/** Requests without a token can only read, for which this is plenty. */
const ANONYMOUS_BODY_LIMIT = 100_000;
/** How much of a refused body is still read, in bytes and in milliseconds: many clients look for a response only after sending everything. */
const DISCARDED = { bytes: 16_000_000, time: 5_000 };

/**
 * Accepts only JSON in UTF-8, and refuses it as soon as it is more than the caller may send.
 * @param largeBodies in which bodies that were read wait for their turns
 * @param chargeBytes gets the number of bytes read of a body whose length was not announced, even if it is refused
 */
export function acceptJsonOnly(
  server: FastifyInstance,
  largeBodies: LargeBodyQueue,
  chargeBytes: (request: FastifyRequest, bytes: number) => void,
): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', (request, payload, done) => {
    const limit = callerOf(request).access === ANONYMOUS ? ANONYMOUS_BODY_LIMIT : BODY_LIMIT;
    const isAnnounced = request.headers['content-length'] !== undefined;
    const onRead = (bytes: number) => isAnnounced || chargeBytes(request, bytes);
    const refusal = foreignForm(payload);
    if (refusal) return done(new RefusedBody(refusal, discard(payload, onRead)));
    readBytes(payload, limit, onRead)
      .then((body) => largeBodies.enter(request, body))
      .then((body) => {
        if (!isUtf8(body)) return done(coded('BAD_REQUEST', 'The body must be text in UTF-8.'));
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

/** With valid JSON, our parser refuses only names that JavaScript programs take for an object's prototype. */
function namesPrototype(): GraphQLError {
  const message = 'The body must not name a field "__proto__", nor a field "constructor" with a "prototype" in it.';
  return coded('BAD_REQUEST', message);
}

/** Why a body is not JSON in UTF-8 according to its headers. */
function foreignForm({ headers }: IncomingMessage): GraphQLError | null {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    const message = `The body must not be compressed, but its content-encoding is ${shown(encoding)}.`;
    return coded('UNSUPPORTED_MEDIA_TYPE', message, 415, { 'accept-encoding': 'identity' });
  }
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(headers['content-type']!) ?? [];
  if (/^utf-?8$/i.test(charset)) return null;
  return coded('UNSUPPORTED_MEDIA_TYPE', `The charset of the body must be utf-8, but is ${shown(charset)}.`, 415);
}

/** The refusal of a body that is still arriving. */
export class RefusedBody extends GraphQLError {
  /** Resolves when nothing more is read of it. */
  readonly discarded: Promise<void>;

  constructor({ message, extensions }: GraphQLError, discarded: Promise<void>) {
    super(message, { extensions });
    this.discarded = discarded;
  }
}

/** @throws RefusedBody with the code PAYLOAD_TOO_LARGE */
function readBytes(payload: IncomingMessage, limit: number, onRead: (bytes: number) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const stop = () => {
      payload.off('data', keep).off('end', finish).off('error', fail);
      onRead(length);
    };
    const refuse = () => {
      stop();
      reject(new RefusedBody(tooLarge(limit), discard(payload, onRead)));
    };
    const keep = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) refuse();
      else chunks.push(chunk);
    };
    const finish = () => {
      stop();
      resolve(Buffer.concat(chunks));
    };
    const fail = () => {
      stop();
      reject(coded('BAD_REQUEST', 'The request body is incomplete.'));
    };
    if (Number(payload.headers['content-length']) > limit) refuse();
    else payload.on('data', keep).on('end', finish).on('error', fail);
  });
}

/** Reads on for a while and keeps nothing. @returns when that is over */
function discard(payload: IncomingMessage, onRead: (bytes: number) => void): Promise<void> {
  return new Promise((resolve) => {
    let length = 0;
    const stop = () => {
      clearTimeout(timer);
      payload.off('data', count).off('end', stop).off('error', stop).pause();
      onRead(length);
      resolve();
    };
    const count = (chunk: Buffer) => {
      length += chunk.length;
      if (length > DISCARDED.bytes) stop();
    };
    const timer = setTimeout(stop, DISCARDED.time);
    payload.on('data', count).on('end', stop).on('error', stop);
  });
}

function tooLarge(limit: number): GraphQLError {
  const message = `The body must be at most ${limit} bytes${limit === BODY_LIMIT ? '' : ' without a token'}.`;
  return coded('PAYLOAD_TOO_LARGE', message, 413);
}

/** Requests with large bodies take turns, however many callers send some at once, so that their total memory is bounded. */
export class LargeBodyQueue {
  readonly #turns = new CostScheduler(LARGE_BODIES);
  readonly #replies = new WeakMap<FastifyRequest, FastifyReply>();
  readonly #leave = new WeakMap<FastifyRequest, () => void>();

  /** Finds out when a request is answered, before its body is read. */
  expect(request: FastifyRequest, reply: FastifyReply): void {
    if (!(Number(request.headers['content-length']) < LARGE_BODIES.freeBelow)) this.#replies.set(request, reply);
  }

  /**
   * Waits for the turn of a request whose body was read, if the body is large.
   * @returns the body
   * @throws Unavailable if too many are waiting, or it takes too long
   */
  enter(request: FastifyRequest, body: Buffer): Buffer | Promise<Buffer> {
    const reply = this.#replies.get(request);
    return reply && body.length >= LARGE_BODIES.freeBelow ? this.#enter(request, reply, body) : body;
  }

  async #enter(request: FastifyRequest, reply: FastifyReply, body: Buffer): Promise<Buffer> {
    const left = closed(reply);
    const leave = await this.#turns.enter(callerOf(request).account, body.length, { left });
    this.#leave.set(request, leave);
    if (left.aborted) leave();
    else reply.raw.once('close', leave);
    return body;
  }

  /** The request was carried out; its response may still be on its way. */
  leave(request: FastifyRequest): void {
    this.#leave.get(request)?.();
  }
}

/** A signal that is aborted when the caller leaves. Fastify's own is for the request, which is closed as soon as its body is read. */
export function closed({ raw }: FastifyReply): AbortSignal {
  const closing = new AbortController();
  // Nobody works for a finished response, and an abort costs as much as a small request.
  const close = () => void (raw.writableEnded || closing.abort());
  if (raw.destroyed) close();
  else raw.once('close', close);
  return closing.signal;
}

/** Most characters of all documents that are remembered, and of one. */
const PERSISTED_SIZE = 8 * 2 ** 20;
const PERSISTED_LENGTH = 10_000;
const SHA_256 = /^[0-9a-f]{64}$/;

/**
 * Documents that callers name by their SHA-256, so that a query is a short address that caches can store. A caller sends the
 * document with its hash once to each process that does not have it. This is the protocol of Apollo and others.
 * https://www.apollographql.com/docs/apollo-server/performance/apq
 */
export class PersistedDocuments {
  readonly #documents = new LRUCache<string, string>({
    maxSize: PERSISTED_SIZE,
    maxEntrySize: PERSISTED_LENGTH,
    sizeCalculation: ({ length }) => length,
  });

  /**
   * Puts the document into a request that names it by its hash.
   * @returns a function that remembers a document that came with its hash, to be called after its check; null if there is nothing to remember
   * @throws GraphQLError if it is not known, or has another hash
   */
  complete(request: FastifyRequest): (() => void) | null {
    const parameters = (request.body ?? request.query) as Parameters | null;
    const hash = hashIn(parameters?.extensions);
    if (hash === null) return null;
    const { query: sent, extensions, ...rest } = parameters!;
    const document = sent ?? this.#documents.get(hash);
    // Clients recognise exactly these words and this status. Caches would store it, although the document may come at any
    // moment.
    if (document === undefined)
      throw coded('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound', 200, { 'cache-control': 'no-store' });
    if (typeof document !== 'string') return null;
    if (sent !== undefined && sha256(document) !== hash) throw otherHash(hash);
    rewrite(request, { ...rest, query: document });
    return sent === undefined ? null : () => void this.#documents.set(hash, document);
  }
}

const rewritten = new WeakSet<FastifyRequest>();

function rewrite(request: FastifyRequest, parameters: Parameters): void {
  if (request.body) request.body = parameters;
  else {
    request.query = parameters;
    rewritten.add(request);
  }
}

/** A client names no operation by omitting the name: https://github.com/graphql/graphql-over-http/blob/main/spec/GraphQLOverHTTP.md#get */
export function dropEmptyName(request: FastifyRequest): void {
  const parameters = (request.body ?? request.query) as Parameters | null;
  if (parameters?.operationName !== '') return;
  const { operationName: _, ...others } = parameters;
  rewrite(request, others);
}

/** The query string of a request by GET: as received, or rewritten. Duplicates stay, and are refused. */
export function searchOf(request: FastifyRequest): string {
  if (rewritten.has(request)) {
    const texts = Object.entries(request.query as Record<string, string | string[]>);
    return `?${new URLSearchParams(texts.flatMap(([name, text]) => [text].flat().map((one): [string, string] => [name, one])))}`;
  }
  const mark = request.url.indexOf('?');
  return mark < 0 ? '' : request.url.slice(mark);
}

/** @returns null if the extensions are anything else */
function hashIn(extensions: unknown): string | null {
  const { persistedQuery } = (parsed(extensions) ?? {}) as Parameters;
  const { version, sha256Hash } = (persistedQuery ?? {}) as Parameters;
  return version === 1 && typeof sha256Hash === 'string' && SHA_256.test(sha256Hash) ? sha256Hash : null;
}

function sha256(document: string): string {
  return createHash('sha256').update(document).digest('hex');
}

function otherHash(hash: string): GraphQLError {
  const rule = `extensions.persistedQuery.sha256Hash must be the SHA-256 of the document in hexadecimal, but is ${hash}`;
  return coded('BAD_REQUEST', rule);
}

const JSON_TYPE = 'application/json';

export type Variables = Readonly<Record<string, unknown>>;
type Parameters = Record<string, unknown>;

/** A request in the form that nearly all have. */
export interface DocumentRequest {
  readonly document: string;
  /** null: the only operation of the document. */
  readonly operationName: string | null;
  readonly variables: Variables;
  /** Content types that the caller accepts. */
  readonly accept: string | undefined;
  /** Whether it may only query: GET changes nothing. */
  readonly isGet: boolean;
}

/**
 * Reads a request. Extensions of clients are ignored: Apollo Client sends its version in each request.
 * @returns null for any other form
 */
export function readRequest({ method, body, query, headers }: FastifyRequest): DocumentRequest | null {
  const isGet = method !== 'POST';
  if (isGet && (headers['content-type'] ?? JSON_TYPE) !== JSON_TYPE) return null;
  const parameters = ((isGet ? query : body) ?? {}) as Parameters;
  const { query: document, operationName = null } = parameters;
  if (typeof document !== 'string') return null;
  if (operationName !== null && typeof operationName !== 'string') return null;
  const read = (value: unknown) => (isGet ? parsed(value) : value) ?? {};
  const [variables, extensions] = [read(parameters.variables), read(parameters.extensions)];
  if (!isJsonObject(variables) || !isJsonObject(extensions) || extensions.persistedQuery !== undefined) return null;
  return { document, operationName, variables, accept: headers.accept, isGet };
}

function isJsonObject(value: unknown): value is Variables {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The document of a request in any form; an empty one if there is none. */
export function documentOf({ body, query }: FastifyRequest): string {
  const { query: document } = ((body ?? query) as Parameters | null) ?? {};
  return typeof document === 'string' ? document : '';
}

export function variablesOf({ body }: FastifyRequest): unknown {
  return (body as Parameters | null)?.variables;
}

/** Printable ASCII, as allowed in a header; in quotes as the draft requires, or without, as most clients send it. */
const KEY = /^"?([\x21\x23-\x7e]{1,255})"?$/;

/**
 * The key under which a mutation is carried out once; https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header.
 * @returns null if there is none
 * @throws GraphQLError if it is invalid
 */
export function idempotencyKeyOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const sent = headers['idempotency-key'];
  if (sent === undefined) return null;
  const key = KEY.exec(String(sent))?.[1];
  if (key !== undefined) return key;
  const rule = 'The Idempotency-Key header must be 1 to 255 printable ASCII characters without spaces.';
  throw coded('BAD_REQUEST', rule, 400);
}

/** The value of a text in JSON; anything else is returned unchanged. */
function parsed(json: unknown): unknown {
  if (typeof json !== 'string') return json;
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}
