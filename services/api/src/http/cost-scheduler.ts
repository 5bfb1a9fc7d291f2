import pLimit from 'p-limit';
import { Unavailable } from '../kit/unavailable.js';

/** Work below this many points never waits: a few milliseconds of the service's time. */
export const FREE_BELOW = 250;
/**
 * Documents below this many points neither wait nor use connections of their own: a hundred rating changes, or fifty matches with their
 * players. A field costs less than a point of work does, a few microseconds.
 */
export const COSTLY_FROM = 2_000;
/**
 * How long a turn is held after its request was answered, in milliseconds. Otherwise requests that need nothing from the database would
 * follow each other at once, and no other request would be read in between.
 */
export const BREAK = 5;
/** Seconds after which a caller that cannot wait any longer should try again. */
const RETRY_AFTER = 5;

/** The longest break after work that holds everything else up, in milliseconds. */
const LONGEST_BREAK = 100;

/** How turns are assigned, in points or another unit of cost. */
interface SchedulerRules {
  /** Cheaper work never waits. */
  readonly freeBelow: number;
  /** The most that may run at the same time; costlier work has its turn alone. */
  readonly atOnce: number;
  readonly maxWaiting: { readonly account: number; readonly all: number };
  /** How long one may wait, in milliseconds. */
  readonly timeout: number;
  /** Whether nothing else runs during a turn. The break after it is then as long as the turn, so that others have half of the time. */
  readonly blocks?: true;
}

/** For costly requests, in points: at once about 0.1 s of the service's time. */
const COSTLY_REQUESTS: SchedulerRules = {
  freeBelow: FREE_BELOW,
  atOnce: 10_000,
  maxWaiting: { account: 64, all: 512 },
  timeout: 15_000,
};

/**
 * For documents that are not known yet, in characters: at once about 10 ms of the service's time at worst, and ten times that in a
 * process that has just started. Parsing and validating one takes milliseconds, whether it is valid or not, and nothing else runs
 * meanwhile.
 */
export const NEW_DOCUMENTS: SchedulerRules = {
  freeBelow: 300,
  atOnce: 5_000,
  maxWaiting: { account: 256, all: 2_048 },
  timeout: 15_000,
  blocks: true,
};

/**
 * For large bodies, in bytes: a submission of 600 duels does not wait. Parsing a body takes thirty times its memory, and a waiting
 * one has up to 8 MB.
 */
export const LARGE_BODIES: SchedulerRules = {
  freeBelow: 100_000,
  atOnce: 8_000_000,
  maxWaiting: { account: 8, all: 32 },
  timeout: 60_000,
};

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
export class CostScheduler {
  #pointsUnderWay = 0;
  #waiting = 0;
  /** In the order in which accounts get their next turns. */
  readonly #queues = new Map<string, Waiter[]>();

  constructor(private readonly rules = COSTLY_REQUESTS) {}

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
    if (points < this.rules.freeBelow) return () => undefined;
    const weight = Math.min(points, this.rules.atOnce);
    if (!this.#isFree(weight) || this.#waiting > 0) await this.#wait(account, weight, waits);
    else this.#pointsUnderWay += weight;
    const enteredAt = performance.now();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const pause = this.rules.blocks ? performance.now() - enteredAt : BREAK;
      setTimeout(
        () => {
          this.#pointsUnderWay -= weight;
          this.#next();
        },
        Math.min(Math.max(pause, BREAK), LONGEST_BREAK),
      );
    };
  }

  #isFree(points: number): boolean {
    return this.#pointsUnderWay + points <= this.rules.atOnce;
  }

  async #wait(account: string, points: number, { left, isPatient = false }: Waits): Promise<void> {
    const queue = this.#queues.get(account) ?? [];
    const { maxWaiting, timeout } = this.rules;
    const isFull = queue.length >= maxWaiting.account || this.#waiting >= maxWaiting.all;
    if (isFull && !isPatient) throw tooManyWaiting();
    this.#queues.set(account, queue);
    this.#waiting++;
    let settle!: (hasEntered: boolean) => void;
    const settled = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    const waiter = { points, enter: () => settle(true) };
    queue.push(waiter);
    if (isPatient) return void (await settled);
    const giveUp = () => settle(false);
    const timer = setTimeout(giveUp, timeout);
    const leaves = typeof left === 'function' ? left() : left;
    leaves?.addEventListener('abort', giveUp);
    if (leaves?.aborted) giveUp();
    const hasEntered = await settled;
    clearTimeout(timer);
    leaves?.removeEventListener('abort', giveUp);
    // The turn may have come at the moment in which the caller left.
    if (hasEntered || !this.#remove(account, waiter)) return;
    this.#next();
    throw tooManyWaiting();
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

function tooManyWaiting(): Unavailable {
  const message = `Too many costly requests are waiting; try again in ${RETRY_AFTER} s, or request less.`;
  return new Unavailable(message, { retryAfter: RETRY_AFTER });
}

/** The turn of one request, whose cost may become known bit by bit. */
export class RequestSlot {
  /** The points for which the turn was taken. */
  #points = 0;
  #entered: Promise<void> = Promise.resolve();
  #leave: () => void = () => undefined;
  #isOver = false;

  /** @param left aborted when the caller leaves */
  constructor(
    private readonly turns: CostScheduler,
    private readonly account: string,
    private readonly left: () => AbortSignal,
  ) {}

  /**
   * Waits until this much may be done. A turn that was taken for less than half of it is exchanged for a new one, so that others go
   * first, but not after every small addition.
   * @param points of the whole request, as far as known
   * @throws Unavailable if too many are waiting, or it takes too long
   */
  enter(points: number): Promise<void> {
    if (points >= Math.max(FREE_BELOW, 2 * this.#points)) {
      this.#points = points;
      this.#entered = this.#entered.then(() => this.#change(points));
    }
    return this.#entered;
  }

  /** The request has its response, and takes no more turns. */
  end(): void {
    this.#isOver = true;
    this.#leave();
  }

  async #change(points: number): Promise<void> {
    this.#leave();
    if (this.#isOver) return;
    const leave = await this.turns.enter(this.account, points, { left: this.left });
    this.#leave = leave;
    if (this.#isOver) leave();
  }
}

/**
 * Turns that are taken one at a time, in order of arrival.
 * @returns a function that waits for those that came before, and returns one to call at the end, whatever the outcome; calling that again
 * does nothing
 */
export function oneAtATime(): () => Promise<() => void> {
  const limit = pLimit(1);
  return () => new Promise((enter) => void limit(() => new Promise<void>(enter)));
}
