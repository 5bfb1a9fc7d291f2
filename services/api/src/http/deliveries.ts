import { setImmediate } from 'node:timers/promises';
import { type ExecutionResult } from 'graphql';
import { type Access, ANONYMOUS } from '../access/access.js';
import type { Context, RequestNeeds, ResolverNeeds } from '../graphql/context.js';
import { coded } from '../graphql/error-format.js';
import type { EstimatedCost } from '../graphql/limits/cost.js';
import { createLoaders, type Loaders } from '../graphql/loaders.js';
import type { ExecuteEvent } from '../graphql/subscription.js';
import { madeOnce } from '../kit/grouped-by.js';
import { newResponseSize } from '../kit/paging/response-size.js';
import type { Answering, Broadcasts, SharedResult } from './broadcast.js';
import type { CostScheduler } from './cost-scheduler.js';
import { beyondAllowance, type RateLimits, usedUp } from './rate-limits.js';
import { countFields, type ExpensiveReadPool } from './request-context.js';
import type { Sharing } from './shared-subscription.js';
import type { CallerSocket } from './socket.js';

/** How long data read for an event is shared with other subscribers, in milliseconds. */
const RETENTION = 250;
/** The most events whose loaders are kept: live followers get the same events at nearly the same time. */
const KEPT_EVENTS = 50;
/** Deliveries after which everyone else has their turn. */
const AT_A_TIME = 20;

/** The parts of a subscription that deliveries need. */
interface Delivered {
  readonly access: Access;
  /** The account that pays. */
  readonly account: string;
  readonly cost: EstimatedCost;
  /** Equal for subscriptions with the same document and variables. */
  readonly request: string;
}

/** Equal for subscriptions that get the same data for the same event. */
function sharedRequest({ request, access }: Pick<Delivered, 'request' | 'access'>): string {
  return JSON.stringify([request, access.scopes, access.leagueIds]);
}

/** Data read for an event. */
interface EventReading {
  readonly result: ExecutionResult;
  /** Cost beyond the estimate, in points. */
  readonly more: number;
}

interface DeliveriesOptions {
  readonly app: RequestNeeds;
  /** null: nobody is counted. */
  readonly rateLimits: RateLimits | null;
  readonly turns: CostScheduler;
  readonly expensiveReads: ExpensiveReadPool;
}

/**
 * Answers subscriptions when they have events: once for all subscriptions with the same request and rights, in turns with costly requests,
 * and charged to their callers.
 */
export class Deliveries {
  /** Loaders that the subscribers of an event share, oldest first, by what they read with. */
  readonly #shared = new Map<ResolverNeeds, Map<string, Loaders>>();
  readonly #readings = new Map<string, Promise<EventReading>>();
  #delivered = 0;
  #pace: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: DeliveriesOptions) {}

  /** The context in which a subscription begins. */
  contextOf({ access }: Delivered): Context {
    const { app } = this.options;
    return contextWith(app, access, () => createLoaders(app, access));
  }

  /**
   * Answers a subscription for an event.
   * @param execute answers it in the context of the event
   * @throws GraphQLError with the code RATE_LIMITED if the caller has no points left
   */
  async deliver(subscription: Delivered, event: unknown, execute: ExecuteEvent): Promise<ExecutionResult> {
    await this.spend(subscription.account, subscription.cost.points);
    const { result, more } = await this.answer(subscription, event, execute);
    if (more > 0) await this.spend(subscription.account, more);
    if (++this.#delivered % AT_A_TIME === 0) this.#pace = this.#pace.then(() => setImmediate());
    await this.#pace;
    return result;
  }

  /** As `deliver`, but free of charge. */
  answer(subscription: Delivered, event: unknown, execute: ExecuteEvent): Promise<EventReading> {
    return this.#readOnce(subscription, event, () => this.#read(subscription, event, execute));
  }

  /** @throws GraphQLError with the code RATE_LIMITED if the account has no points left, TOO_COSTLY if it never has as many */
  async spend(account: string, points: number): Promise<void> {
    const allowance = await this.options.rateLimits?.spend(account, points);
    if (!allowance?.isSpent) return;
    this.checkAllowed(account, points);
    throw coded('RATE_LIMITED', usedUp(allowance));
  }

  /** @throws GraphQLError with the code TOO_COSTLY if the account never has this many points at once */
  checkAllowed(account: string, points: number): void {
    const limit = this.options.rateLimits?.limitOf(account) ?? Number.POSITIVE_INFINITY;
    if (points > limit) throw beyondAllowance(points, limit);
  }

  /** A failed read is not cached, so that a later caller reads again. */
  forget(): void {
    this.#shared.clear();
    this.#readings.clear();
  }

  #readOnce(subscription: Delivered, event: unknown, read: () => Promise<EventReading>): Promise<EventReading> {
    const identity = identityOf(event);
    if (identity === null) return read();
    const key = `${sharedRequest(subscription)} ${identity}`;
    return madeOnce(this.#readings, key, () => {
      const reading = read();
      const forget = () => {
        if (this.#readings.get(key) === reading) this.#readings.delete(key);
      };
      reading.then(({ result }) => (result.errors ? forget() : setTimeout(forget, RETENTION).unref()), forget);
      return reading;
    });
  }

  async #read({ account, access, cost }: Delivered, event: unknown, execute: ExecuteEvent): Promise<EventReading> {
    const { turns, expensiveReads } = this.options;
    const endTurn = await turns.enter(account, cost.points, { isPatient: true });
    try {
      const app = await expensiveReads.appFor(cost.points);
      const context = contextWith(app, access, () => this.#loadersOf(app, access, event));
      const result = await execute(context);
      const fields = cost.isOpen ? countFields(result.data ?? {}) : 0;
      return { result, more: fields + context.size.work - cost.points };
    } finally {
      endTurn();
    }
  }

  /** Shared loaders read with the rights of any reader of the event's league. */
  #loadersOf(app: ResolverNeeds, access: Access, event: unknown): Loaders {
    if (!isShared(event)) return createLoaders(app, access);
    const kept = madeOnce(this.#shared, app, () => new Map<string, Loaders>());
    const rights = { ...ANONYMOUS, leagueIds: [event.leagueId] };
    const loaders = madeOnce(kept, event.sharedAs, () => createLoaders(app, rights));
    if (kept.size > KEPT_EVENTS) kept.delete(kept.keys().next().value!);
    return loaders;
  }
}

function contextWith(app: ResolverNeeds, access: Access, load: () => Loaders): Context {
  let loaders: Loaders | undefined;
  return {
    ...{ app, access, stamps: new Map(), size: newResponseSize(), mutation: {} },
    get loaders() {
      loaders ??= load();
      return loaders;
    },
  };
}

/** An event whose loaders its subscribers share: those with the same key. */
interface SharedEvent {
  readonly sharedAs: string;
  readonly leagueId: number;
}

function isShared(event: unknown): event is SharedEvent {
  return typeof event === 'object' && event !== null && 'sharedAs' in event;
}

/** Identifies events that are the same for every subscriber; null if each must be read separately. */
function identityOf(event: unknown): string | null {
  const identity = typeof event === 'object' && event !== null && 'identity' in event && event.identity;
  return typeof identity === 'string' ? identity : null;
}

/** The needs that all subscriptions of a process share. */
export interface SharingNeeds {
  readonly broadcasts: Broadcasts;
  readonly deliveries: Deliveries;
  /** As in Answering. */
  holds(authorization: string): Promise<boolean>;
}

/** What a socket's subscription needs to share events with others. Methods take less memory than closures. */
export class SocketSharing implements Sharing<unknown> {
  /** @param id of the subscription on its socket */
  constructor(
    private readonly needs: SharingNeeds,
    private readonly caller: CallerSocket,
    private readonly id: string,
    private readonly own: Delivered,
    private readonly executeEvent: (event: unknown) => ExecuteEvent,
  ) {}

  get broadcasts(): Broadcasts {
    return this.needs.broadcasts;
  }

  get request(): string {
    return sharedRequest(this.own);
  }

  get account(): string {
    return this.own.account;
  }

  get authorization(): string | undefined {
    return this.caller.authorization;
  }

  get answering(): Answering<unknown> {
    const { own, executeEvent } = this;
    const { deliveries, holds } = this.needs;
    return {
      points: own.cost.points,
      answer: (event, account = own.account) => deliveries.answer({ ...own, account }, event, executeEvent(event)),
      spend: (account, points) => deliveries.spend(account, points),
      holds,
    };
  }

  deliver(event: unknown): Promise<ExecutionResult> {
    return this.needs.deliveries.deliver(this.own, event, this.executeEvent(event));
  }

  send(results: readonly SharedResult[]): boolean {
    return this.caller.sendNext(this.id, results);
  }
}
