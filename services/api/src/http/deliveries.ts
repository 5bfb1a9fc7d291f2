import { setImmediate } from 'node:timers/promises';
import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Access } from '../access/access.js';
import type { Context, ResolverNeeds } from '../graphql/context.js';
import { EventLoaders } from '../graphql/event-loaders.js';
import type { RequestNeeds } from '../graphql/http-context.js';
import type { ForeseenCost } from '../graphql/limits/limits-cost.js';
import { newAnswerSize } from '../kit/paging/answer-size.js';
import type { CostlyReads } from './costly-reads.js';
import type { Turns } from './costly-request-turns.js';
import { countFields } from './count-fields.js';
import type { RateLimits } from './rate-limits.js';

/** How long data read for an event is shared with other subscribers, in milliseconds. */
const KEPT = 250;
/** Deliveries after which everybody else has their turn. */
const AT_A_TIME = 20;

/** A subscription, as far as its deliveries are concerned. */
export interface Delivered {
  readonly access: Access;
  /** The account that pays. */
  readonly account: string;
  readonly cost: ForeseenCost;
  /** Equal for subscriptions with the same document and variables. */
  readonly question: string;
}

/** Data read for an event. */
interface Reading {
  readonly result: ExecutionResult;
  /** Cost beyond the estimate, in points. */
  readonly more: number;
}

export interface DeliveriesOptions {
  readonly app: RequestNeeds;
  /** null: nobody is counted. */
  readonly rateLimits: RateLimits | null;
  readonly turns: Turns;
  readonly costlyReads: CostlyReads;
}

/**
 * Answers subscriptions when there are events for them: once for all that ask the same with the same rights, in turns
 * with costly requests, and at the expense of their callers.
 */
export class Deliveries {
  readonly #options: DeliveriesOptions;
  readonly #loaders = new Map<ResolverNeeds, EventLoaders>();
  readonly #readings = new Map<string, Promise<Reading>>();
  #delivered = 0;
  #pace: Promise<unknown> = Promise.resolve();

  constructor(options: DeliveriesOptions) {
    this.#options = options;
  }

  /** The context in which a subscription begins. */
  contextOf({ access }: Delivered): Context {
    return this.#context(this.#options.app, access, undefined);
  }

  /**
   * Answers a subscription for an event.
   * @param execute answers it in the context of the event
   * @throws GraphQLError with the code RATE_LIMITED where the caller has no points left
   */
  async deliver(
    subscription: Delivered,
    event: unknown,
    execute: (context: Context) => ExecutionResult | Promise<ExecutionResult>,
  ): Promise<ExecutionResult> {
    await this.spend(subscription.account, subscription.cost.points);
    const { result, more } = await this.#shared(subscription, event, () => this.#read(subscription, event, execute));
    if (more > 0) await this.spend(subscription.account, more);
    if (++this.#delivered % AT_A_TIME === 0) this.#pace = this.#pace.then(() => setImmediate());
    await this.#pace;
    return result;
  }

  /** @throws GraphQLError with the code RATE_LIMITED where the account has no points left */
  async spend(account: string, points: number): Promise<void> {
    const allowance = await this.#options.rateLimits?.spend(account, points);
    if (!allowance?.isSpent) return;
    const { limit, resetsIn } = allowance;
    const message = `The ${limit} points for this minute are used up; try again in ${resetsIn} s.`;
    throw new GraphQLError(message, { extensions: { code: 'RATE_LIMITED' } });
  }

  /** A failed read is not kept, so that a later caller reads again. */
  forget(): void {
    for (const loaders of this.#loaders.values()) loaders.forget();
    this.#readings.clear();
  }

  #shared({ access, question }: Delivered, event: unknown, read: () => Promise<Reading>): Promise<Reading> {
    const identity = identityOf(event);
    if (identity === null) return read();
    const key = JSON.stringify([question, access.scopes, access.leagueIds, identity]);
    const known = this.#readings.get(key);
    if (known) return known;
    const reading = read();
    this.#readings.set(key, reading);
    const forget = () => {
      if (this.#readings.get(key) === reading) this.#readings.delete(key);
    };
    reading.then(({ result }) => (result.errors ? forget() : setTimeout(forget, KEPT).unref()), forget);
    return reading;
  }

  async #read(
    { account, access, cost }: Delivered,
    event: unknown,
    execute: (context: Context) => ExecutionResult | Promise<ExecutionResult>,
  ): Promise<Reading> {
    const { turns, costlyReads } = this.#options;
    const endTurn = await turns.enter(account, cost.points, { isPatient: true });
    try {
      const context = this.#context(await costlyReads.appFor(cost.points), access, event);
      const result = await execute(context);
      const fields = cost.isOpen ? countFields(result.data ?? {}) : 0;
      return { result, more: fields + context.size.work - cost.points };
    } finally {
      endTurn();
    }
  }

  #context(app: ResolverNeeds, access: Access, event: unknown): Context {
    const loaders = this.#loaders.get(app) ?? new EventLoaders(app);
    this.#loaders.set(app, loaders);
    return {
      app,
      access,
      loaders: loaders.of(event, access),
      versions: new Map(),
      size: newAnswerSize(),
      mutation: {},
    };
  }
}

/** Identifies events that are the same for every subscriber; null if each must be read separately. */
function identityOf(event: unknown): string | null {
  const identity = typeof event === 'object' && event !== null && 'identity' in event && event.identity;
  return typeof identity === 'string' ? identity : null;
}
