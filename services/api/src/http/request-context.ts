import type { FastifyReply, FastifyRequest } from 'fastify';
import { OperationTypeNode } from 'graphql';
import type { DataSource } from 'typeorm';
import { connectAgain } from '../database/data-source.js';
import type { AnswerOutcome, HttpContext, RequestNeeds } from '../graphql/context.js';
import type { EstimatedCost } from '../graphql/limits/cost.js';
import { createLoaders, type Loaders } from '../graphql/loaders.js';
import { newResponseSize } from '../kit/paging/response-size.js';
import { COSTLY_READS, REQUESTS, withSettings } from '../kit/sql/connection.js';
import { pgPool, pipelinedReads } from '../kit/sql/prepared.js';
import { Unavailable } from '../kit/unavailable.js';
import { LeagueReader } from '../league/league-reader.js';
import { RatingReader } from '../rating/board.js';
import { callerOf } from './caller.js';
import { COSTLY_FROM, type CostScheduler, oneAtATime, RequestSlot } from './cost-scheduler.js';
import type { Operation } from './known-operations.js';
import { beyondAllowance, type RateLimits, rateLimited, sendAllowance } from './rate-limits.js';
import { closed, idempotencyKeyOf, type LargeBodyQueue } from './receive.js';

/** The context of an operation: the needs of its resolvers, its limits, and its outcome. */
export interface RequestContext extends HttpContext {
  readonly request: FastifyRequest;
  /**
   * Takes the points of the operation from the caller and waits for its turn, once however often it is called.
   * @returns the needs to execute it with instead, if it is costly
   * @throws GraphQLError with the code RATE_LIMITED if the caller has no points left, UNAVAILABLE if too many are waiting
   */
  admit(cost: EstimatedCost, type: OperationTypeNode): Promise<Pick<RequestContext, 'app' | 'loaders'> | undefined>;
  /** Ends the turn of the operation, and charges its cost beyond the estimate. */
  finish(): Promise<void>;
  /** Filled in by the end; an object, because Apollo Server gives plugins a copy of the context. */
  readonly outcome: AnswerOutcome & {
    /** The operation, if it was answered without an error. */
    operation: Operation | null;
    /** Whether the response is determined by the versions of the leagues that were read. */
    isCacheable: boolean;
    /** Whether the response has lists of unpredictable length, so that its fields are counted. */
    isOpen: boolean;
    /** How many fields the response has, if they were counted. */
    fields: number;
  };
}

export interface CostNeeds {
  readonly app: RequestNeeds;
  /** null: nobody is counted. */
  readonly rateLimits: RateLimits | null;
  /** Turns of costly requests. */
  readonly turns: CostScheduler;
  readonly expensiveReads: ExpensiveReadPool;
  readonly largeBodies: LargeBodyQueue;
}

/**
 * Makes the function that makes the context of each request.
 * @returns that function; `onAdmit` is called when the document was checked and its cost is known
 */
export function contextMaker({ app, rateLimits, turns, expensiveReads, largeBodies }: CostNeeds) {
  const largeAnswers = oneAtATime();

  return (request: FastifyRequest, reply: FastifyReply, onAdmit?: () => void): RequestContext => {
    const { access, account } = callerOf(request);
    const size = newResponseSize();
    let largeTurn: Promise<() => void> | undefined;
    let isOver = false;
    const becomeLarge = async () => {
      // GraphQL does not wait for the rest of a response that failed; its resolvers may still be running.
      if (isOver || context.left.aborted)
        throw new Unavailable('The caller no longer waits for this answer.', { retryAfter: 1 });
      largeTurn ??= largeAnswers();
      await largeTurn;
    };
    const outcome = { operation: null, isCacheable: false, isOpen: false, fields: 0 };
    let loaders: Loaders | undefined;
    let estimated = 0;
    let admitted: ReturnType<RequestContext['admit']> | undefined;
    let left: AbortSignal | undefined;
    const turn = new RequestSlot(turns, account, () => context.left);
    const admit: RequestContext['admit'] = async (cost, type) => {
      onAdmit?.();
      estimated = cost.points;
      outcome.isOpen = cost.isOpen;
      await spend(rateLimits, request, reply, cost.points);
      // Writes have turns of their own, and a place among the writes to their league.
      if (type !== OperationTypeNode.QUERY) return undefined;
      size.becomeLarge = becomeLarge;
      size.becomeCostly = (work) => turn.enter(cost.points + work);
      if (cost.points < COSTLY_FROM) return undefined;
      await turn.enter(cost.points);
      const costly = await expensiveReads.appFor(cost.points);
      return { app: costly, loaders: createLoaders(costly, access) };
    };
    const context: RequestContext = {
      app,
      access,
      idempotencyKey: idempotencyKeyOf(request),
      get loaders() {
        loaders ??= createLoaders(app, access);
        return loaders;
      },
      set loaders(other) {
        loaders = other;
      },
      get left() {
        left ??= closed(reply);
        return left;
      },
      stamps: new Map(),
      size,
      mutation: {},
      outcome,
      request,
      admit: (cost, type) => {
        admitted ??= admit(cost, type);
        return admitted;
      },
      charge: (points) => charge(rateLimits, request, points),
      finish: async () => {
        isOver = true;
        largeBodies.leave(request);
        turn.end();
        void largeTurn?.then((leave) => whenSent(reply, leave));
        const more = outcome.fields + size.work - estimated;
        if (!rateLimits || more <= 0) return;
        const allowance = await rateLimits.spend(account, more);
        if (!reply.sent) sendAllowance(reply, allowance);
      },
    };
    return context;
  };
}

/** The cost of each request so far. */
const paid = new WeakMap<FastifyRequest, number>();

/**
 * Takes points from the caller before anything is done for them.
 * @throws GraphQLError with the code RATE_LIMITED if none are left, TOO_COSTLY if the request costs more than they ever have at once
 */
export async function spend(
  rateLimits: RateLimits | null,
  request: FastifyRequest,
  reply: FastifyReply,
  points: number,
): Promise<void> {
  if (!rateLimits) return;
  const { account } = callerOf(request);
  const cost = (paid.get(request) ?? 0) + points;
  const limit = rateLimits.limitOf(account);
  if (cost > limit) throw beyondAllowance(cost, limit);
  paid.set(request, cost);
  const allowance = await rateLimits.spend(account, points);
  sendAllowance(reply, allowance);
  if (allowance.isSpent) throw rateLimited(reply, allowance);
}

/** Takes points from the caller for work that was done, or for a request refused for another reason. */
export function charge(rateLimits: RateLimits | null, request: FastifyRequest, points: number): void {
  paid.set(request, (paid.get(request) ?? 0) + points);
  void rateLimits?.spend(callerOf(request).account, points);
}

/** How long a large response may take on its way before the next one is made, in milliseconds. */
const ON_ITS_WAY = 5_000;

/** Calls back when the caller has received the response, has left, or takes long to read it. */
function whenSent({ raw }: FastifyReply, callback: () => void): void {
  if (raw.destroyed) {
    callback();
    return;
  }
  const timer = setTimeout(callback, ON_ITS_WAY);
  raw.once('close', () => {
    clearTimeout(timer);
    callback();
  });
}

/** The number of fields in a response, including those in its lists. */
export function countFields(data: object): number {
  let count = 0;
  if (Array.isArray(data)) {
    for (const item of data) if (typeof item === 'object' && item !== null) count += countFields(item);
    return count;
  }
  // Responses have no prototype, and an array of the values would cost more than the count.
  for (const name in data) {
    count++;
    const value = (data as Record<string, unknown>)[name];
    if (typeof value === 'object' && value !== null && !(value instanceof Date)) count += countFields(value);
  }
  return count;
}

/** How long one statement of a costly request may take, in milliseconds. */
const STATEMENT_TIMEOUT = 10_000;
/** How long the server may be silent meanwhile, and how long a statement may wait for a connection. */
const SILENCE_TIMEOUT = 15_000;

/** Database access of costly requests: separate connections, opened for the first one. */
export class ExpensiveReadPool {
  #opened: Promise<{ readonly app: RequestNeeds; readonly database: DataSource }> | null = null;

  /** @param silence how long the database may be silent, in milliseconds */
  constructor(
    private readonly app: RequestNeeds,
    private readonly silence = SILENCE_TIMEOUT,
  ) {}

  /** The database access for a request of this cost. */
  async appFor(points: number): Promise<RequestNeeds> {
    if (points < COSTLY_FROM) return this.app;
    this.#opened ??= this.#open();
    try {
      return (await this.#opened).app;
    } catch (error) {
      this.#opened = null;
      throw error;
    }
  }

  async close(): Promise<void> {
    const opened = await this.#opened?.catch(() => null);
    await opened?.database.destroy();
  }

  async #open() {
    const database = await connectAgain(this.app.database, {
      max: COSTLY_READS,
      connectionTimeoutMillis: this.silence,
      ...withSettings({ ...REQUESTS, statement: STATEMENT_TIMEOUT, lock: STATEMENT_TIMEOUT, silence: this.silence }),
    });
    this.app.metrics.pools.set('costly reads', pgPool(database));
    const reads = pipelinedReads(database);
    const own = { database, reads, leagues: new LeagueReader(reads), ratings: new RatingReader(reads) };
    return { app: { ...this.app, ...own }, database };
  }
}
