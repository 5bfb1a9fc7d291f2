import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from './caller.js';
import { Turns } from './costly-request-turns.js';

/** Bodies below this many bytes never wait: a submission of 600 duels. */
const LARGE = 100_000;
/** Bytes of large bodies that are parsed and carried out at the same time; what is made of them takes thirty times as much memory. */
const AT_ONCE = 8_000_000;
/** The most bodies that may wait, of up to 8 MB each. */
const MAX_WAITING = { account: 8, all: 32 };
/** How long a body may wait, in milliseconds. */
const PATIENCE = 60_000;

/** Requests with large bodies take turns, however many callers send some at once, so that the memory of all is bounded. */
export class LargeBodies {
  readonly #turns = new Turns({ freeBelow: LARGE, atOnce: AT_ONCE, maxWaiting: MAX_WAITING, patience: PATIENCE });
  readonly #replies = new WeakMap<FastifyRequest, FastifyReply>();
  readonly #leave = new WeakMap<FastifyRequest, () => void>();

  /** Finds out when a request is answered, before its body is read. */
  expect(request: FastifyRequest, reply: FastifyReply): void {
    if (!(Number(request.headers['content-length']) < LARGE)) this.#replies.set(request, reply);
  }

  /**
   * Waits for the turn of a request whose body was read, if the body is large.
   * @returns the body
   * @throws Unavailable if too many are waiting, or it takes too long
   */
  enter(request: FastifyRequest, body: Buffer): Buffer | Promise<Buffer> {
    const reply = this.#replies.get(request);
    return reply && body.length >= LARGE ? this.#enter(request, reply, body) : body;
  }

  async #enter(request: FastifyRequest, reply: FastifyReply, body: Buffer): Promise<Buffer> {
    const left = new AbortController();
    reply.raw.once('close', () => left.abort());
    const leave = await this.#turns.enter(callerOf(request).account, body.length, { left: left.signal });
    this.#leave.set(request, leave);
    if (left.signal.aborted) leave();
    else reply.raw.once('close', leave);
    return body;
  }

  /** The request was carried out; its response may still be on its way. */
  leave(request: FastifyRequest): void {
    this.#leave.get(request)?.();
  }
}
