import { setTimeout } from 'node:timers/promises';
import { Unavailable } from '../kit/unavailable.js';

/** Work below this many points never waits: some milliseconds of the service's time. */
export const FREE_BELOW = 250;
/**
 * Documents below this many points neither wait nor read apart: a hundred changes of a rating, or fifty matches with their players.
 * A field takes less than a point of work does, some microseconds.
 */
export const COSTLY_FROM = 2_000;
/** Points of all other requests that are answered at the same time: some 0.1 s. A dearer one is answered alone. */
const AT_ONCE = 10_000;
/**
 * How long a turn is kept when its request is answered, in milliseconds. Requests that need nothing of the database would
 * otherwise follow each other at once, and no other request would be read between them.
 */
export const BREAK = 5;
/** How many requests of one account may wait, and of all. */
const MAX_WAITING = { account: 64, all: 512 };
/** How long a request may wait, in milliseconds. */
const PATIENCE = 15_000;
/** Seconds after which a caller that cannot wait any longer should try again. */
const RETRY_AFTER = 5;

/** How turns are taken, in points or another unit of what a request costs. */
export interface TurnRules {
  /** Requests below this never wait. */
  readonly freeBelow: number;
  /** Of all others that are answered at the same time; a dearer one is answered alone. */
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
 * Costly requests take turns, so that cheap ones never wait for more than a moment's work. Each account has its turn
 * after the others that wait, however many requests it sends.
 */
export class Turns {
  readonly #rules: TurnRules;
  #pointsUnderWay = 0;
  #waiting = 0;
  /** In the order in which accounts get their next turn. */
  readonly #queues = new Map<string, Waiter[]>();

  constructor(rules = COSTLY) {
    this.#rules = rules;
  }

  /**
   * Waits for a turn.
   * @param points that the request will cost, as far as can be foreseen
   * @param waits.left aborted when the caller leaves; they lose their place. A function is called only if they have to wait
   * @param waits.isPatient whether they wait however long it takes, and behind however many
   * @returns what to call when the request is answered; calling it again does nothing. After a moment for everybody else
   *   the next one has its turn
   * @throws Unavailable where too many wait, or it takes too long
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
    // A turn may have come in the very moment in which the caller left.
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
