import { setTimeout } from 'node:timers/promises';
import { Unavailable } from '../kit/unavailable.js';

/** Work below this many points never waits: a few milliseconds of the service's time. */
export const FREE_BELOW = 250;
/**
 * Documents below this many points neither wait nor use connections of their own: a hundred rating changes, or fifty matches with their
 * players. A field costs less than a point of work does, a few microseconds.
 */
export const COSTLY_FROM = 2_000;
/** The most points of all other requests that are answered at the same time: about 0.1 s. A costlier one is answered alone. */
const AT_ONCE = 10_000;
/**
 * How long a turn is held after its request was answered, in milliseconds. Otherwise requests that need nothing from the database would
 * follow each other at once, and no other request would be read in between.
 */
export const BREAK = 5;
/** How many requests may wait: of one account, and of all. */
const MAX_WAITING = { account: 64, all: 512 };
/** How long a request may wait, in milliseconds. */
const PATIENCE = 15_000;
/** Seconds after which a caller that cannot wait any longer should try again. */
const RETRY_AFTER = 5;

/** How turns are taken, in points or another unit of cost. */
export interface TurnRules {
  /** Requests below this never wait. */
  readonly freeBelow: number;
  /** The most of all other requests that are answered at the same time; a costlier one is answered alone. */
  readonly atOnce: number;
  readonly maxWaiting: { readonly account: number; readonly all: number };
  /** In milliseconds. */
  readonly patience: number;
}

/** Of requests, in points. */
const COSTLY: TurnRules = { freeBelow: FREE_BELOW, atOnce: AT_ONCE, maxWaiting: MAX_WAITING, patience: PATIENCE };

interface Waits {
  readonly left?: AbortSignal | (() => AbortSignal);
  readonly isPatient?: boolean;
}

interface Waiter {
  readonly points: number;
  readonly enter: () => void;
}

/**
 * Costly requests take turns, so that cheap ones never wait for more than a moment's work. Each account gets its next turn after the other
 * waiting accounts, however many requests it sends.
 */
export class Turns {
  readonly #rules: TurnRules;
  #pointsUnderWay = 0;
  #waiting = 0;
  /** In the order in which accounts get their next turns. */
  readonly #queues = new Map<string, Waiter[]>();

  constructor(rules = COSTLY) {
    this.#rules = rules;
  }

  /**
   * Waits for a turn.
   * @param points expected cost of the request
   * @param waits.left makes a signal that is aborted when the caller leaves, who then loses their place; called only if they have to wait
   * @param waits.isPatient whether to wait for any time, and behind any number of others
   * @returns a function to call when the request is answered; calling it again does nothing. After a moment for everyone else, the next
   * request has its turn
   * @throws Unavailable if too many are waiting, or it takes too long
   */
  async enter(account: string, points: number, waits: Waits = {}): Promise<() => void> {
    if (points < this.#rules.freeBelow) return () => undefined;
    const weight = Math.min(points, this.#rules.atOnce);
    if (!this.#isFree(weight) || this.#waiting > 0) await this.#wait(account, weight, waits);
    else this.#pointsUnderWay += weight;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      globalThis.setTimeout(() => {
        this.#pointsUnderWay -= weight;
        this.#next();
      }, BREAK);
    };
  }

  #isFree(points: number): boolean {
    return this.#pointsUnderWay + points <= this.#rules.atOnce;
  }

  async #wait(account: string, points: number, { left, isPatient = false }: Waits): Promise<void> {
    const queue = this.#queues.get(account) ?? [];
    const { maxWaiting, patience } = this.#rules;
    const isFull = queue.length >= maxWaiting.account || this.#waiting >= maxWaiting.all;
    if (isFull && !isPatient) throw tooMany();
    this.#queues.set(account, queue);
    this.#waiting++;
    const over = new AbortController();
    let waiter!: Waiter;
    const entered = new Promise<true>((resolve) => {
      waiter = { points, enter: () => resolve(true) };
    });
    queue.push(waiter);
    if (isPatient) return void (await entered);
    const leaves = typeof left === 'function' ? left() : left;
    const signal = leaves ? AbortSignal.any([over.signal, leaves]) : over.signal;
    const hasEntered = await Promise.race([entered, setTimeout(patience, false, { signal }).catch(() => false)]);
    over.abort();
    // The turn may have come in the same moment in which the caller left.
    if (hasEntered || !this.#remove(account, waiter)) return;
    this.#next();
    throw tooMany();
  }

  #remove(account: string, waiter: Waiter): boolean {
    const queue = this.#queues.get(account) ?? [];
    const place = queue.indexOf(waiter);
    if (place === -1) return false;
    queue.splice(place, 1);
    this.#waiting--;
    if (queue.length === 0) this.#queues.delete(account);
    return true;
  }

  #next(): void {
    for (const [account, [waiter]] of this.#queues) {
      if (!this.#isFree(waiter!.points)) return;
      this.#pointsUnderWay += waiter!.points;
      const queue = this.#queues.get(account)!;
      this.#remove(account, waiter!);
      if (queue.length > 0) {
        this.#queues.delete(account);
        this.#queues.set(account, queue);
      }
      waiter!.enter();
    }
  }
}

function tooMany(): Unavailable {
  const message = `Too many costly requests are waiting; try again in ${RETRY_AFTER} s, or request less.`;
  return new Unavailable(message, { retryAfter: RETRY_AFTER });
}
