import { setImmediate } from 'node:timers/promises';
import type { ExecutionResult } from 'graphql';
import { isBefore, type Place } from '../live/event-cursor.js';
import type { Stream } from '../live/followed.js';
import { FREE_BELOW } from './cost-scheduler.js';

/** Listeners after which everyone else has their turn. */
const AT_A_TIME = 500;
/**
 * The most events, bytes of their results, and milliseconds for which they wait, that a listener gets at once if they are there already: one
 * write takes as long as one event.
 */
const TOGETHER = { events: 50, bytes: 32_000, time: 100 };
/** Bytes of a result, for each of which a copy of it costs a point: some 10 microseconds. */
const COPIED_PER_POINT = 10_000;

/** Why a listener leaves a broadcast: to continue separately, to get one result separately first, or with an error. */
export interface StreamEnd {
  readonly result?: ExecutionResult;
  readonly error?: unknown;
}

/** A subscription that gets events together with others. */
export interface Listener {
  /** It has all events up to here. */
  place: Place;
  readonly account: string;
  /** Its Authorization header. */
  readonly authorization: string | undefined;
  /** Sends results. @returns false if the client is slow; then nothing was sent */
  send(results: readonly SharedResult[]): boolean;
  part(parting: StreamEnd): void;
}

/** A result in JSON, made once for all who get it. */
export class SharedResult {
  #json: Buffer | undefined;

  constructor(readonly result: ExecutionResult) {}

  get json(): Buffer {
    this.#json ??= Buffer.from(JSON.stringify(this.result));
    return this.#json;
  }
}

/** An event, and its result for all who listen. */
interface Answered<E> {
  readonly event: E;
  readonly shared: SharedResult;
}

/** How a broadcast handles an event. */
export interface Answering<E> {
  /** The estimated points of an answer. */
  readonly points: number;
  /** @param account of a listener; undefined if there are no listeners any more */
  answer(event: E, account: string | undefined): Promise<{ readonly result: ExecutionResult; readonly more: number }>;
  /** @throws GraphQLError with the code RATE_LIMITED if the account has no points left */
  spend(account: string, points: number): Promise<void>;
  /** Whether the token in an Authorization header is still valid. */
  holds(authorization: string): Promise<boolean>;
}

/**
 * Sends the same events to many subscriptions: each event is followed, read and written as JSON once. Each listener keeps its place, so
 * none gets an event twice or misses one. A listener that is too slow, or needs only a part of an event, continues separately.
 * Results say how many listeners there are, so that clients that ask for more do not all do so at once.
 */
export class Broadcast<E> {
  readonly #listeners = new Set<Listener>();
  readonly #leaving = new AbortController();
  /** Results that are not sent yet. */
  #gathered: Answered<E>[] = [];
  #turns = 0;

  /**
   * @param place where it begins
   * @param onEnd called when it has no more listeners, or its events ended
   */
  constructor(
    private readonly stream: Stream<E>,
    private place: Place,
    private readonly answering: Answering<E>,
    private readonly onEnd: () => void,
  ) {}

  /** Adds a listener, unless it still has to catch up. */
  join(listener: Listener): boolean {
    if (isBefore(listener.place, this.place)) return false;
    this.#listeners.add(listener);
    return true;
  }

  leave(listener: Listener): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size === 0) this.#end();
  }

  /** Sends events for as long as there are listeners. */
  async run(): Promise<void> {
    try {
      let since = 0;
      const events = this.stream.follow(this.place, this.#leaving.signal);
      for await (const { event, hasNext } of peeking(events, () => this.#end())) {
        if (this.#gathered.length === 0) since = performance.now();
        const shared = await this.#answer(event);
        this.#gathered.push({ event, shared });
        if (hasNext && this.#mayGather(since)) continue;
        await this.#send();
        if (this.#leaving.signal.aborted) break;
      }
      this.#partAll({});
    } catch (error) {
      // A second failure would be of the sending itself, and the first one says more.
      await this.#send().catch(() => undefined);
      this.#partAll({ error });
    }
  }

  /** Whether results may wait for the next event. Costly ones may not: their responses take long, and wait for their turn. */
  #mayGather(since: number): boolean {
    const bytes = this.#gathered.reduce((sum, { shared }) => sum + shared.json.length, 0);
    const isLittle = this.#gathered.length < TOGETHER.events && bytes < TOGETHER.bytes;
    return isLittle && this.answering.points < FREE_BELOW && performance.now() - since < TOGETHER.time;
  }

  async #answer(event: E): Promise<SharedResult> {
    const paying = await this.#charge(event);
    await this.#checkTokens();
    const { result, more } = await this.answering.answer(event, this.#nextIn(paying));
    const shared = new SharedResult({ ...result, extensions: { listeners: this.#listeners.size } });
    await this.#chargeMore(paying, more, shared);
    return shared;
  }

  /** Sends the gathered results. */
  async #send(): Promise<void> {
    const answered = this.#gathered;
    if (answered.length === 0) return;
    this.#gathered = [];
    let sent = 0;
    // Listeners who join meanwhile are visited as well.
    for (const listener of this.#listeners) {
      if (this.#sendTo(listener, answered) && ++sent % AT_A_TIME === 0) await setImmediate();
    }
    this.place = this.stream.placeAfter(answered.at(-1)!.event);
  }

  /** @returns whether any of it was new to the listener */
  #sendTo(listener: Listener, answered: readonly Answered<E>[]): boolean {
    const fresh: SharedResult[] = [];
    let place = listener.place;
    let parting: StreamEnd | undefined;
    for (const { event, shared } of answered) {
      const news = this.stream.newsIn(event, place);
      if (news === 'NONE') continue;
      if (news === 'SOME') {
        parting = {};
        break;
      }
      place = this.stream.placeAfter(event);
      if (shared.result.errors) {
        parting = { result: shared.result };
        break;
      }
      fresh.push(shared);
    }
    if (fresh.length > 0 && !listener.send(fresh)) parting = {};
    else listener.place = place;
    if (parting) this.#part(listener, parting);
    return fresh.length > 0 || parting !== undefined;
  }

  /** Each account pays once for an answer. @returns how many listeners get it */
  async #charge(event: E): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    for (const { account, place } of this.#listeners) {
      if (this.stream.newsIn(event, place) === 'ALL') counts.set(account, (counts.get(account) ?? 0) + 1);
    }
    for (const account of counts.keys()) await this.#spend(account, this.answering.points);
    return counts;
  }

  /** Accounts take turns waiting for the response, so that one with many requests of its own cannot hold up the others for long. */
  #nextIn(paying: ReadonlyMap<string, number>): string | undefined {
    return [...paying.keys()][this.#turns++ % paying.size];
  }

  /** Charges the remaining cost. Copies cost less than the first response. */
  async #chargeMore(counts: ReadonlyMap<string, number>, more: number, shared: SharedResult): Promise<void> {
    const copy = shared.result.errors ? 0 : Math.ceil(shared.json.length / COPIED_PER_POINT);
    for (const [account, count] of counts) {
      const points = Math.max(more, 0) + (count - 1) * copy;
      if (points > 0) await this.#spend(account, points);
    }
  }

  async #spend(account: string, points: number): Promise<void> {
    try {
      await this.answering.spend(account, points);
    } catch (error) {
      // The listener has paid for these.
      await this.#send();
      for (const listener of this.#listeners) if (listener.account === account) this.#part(listener, { error });
    }
  }

  /** Listeners whose token is invalid, or cannot be checked, get the reason separately. */
  async #checkTokens(): Promise<void> {
    const headers = new Set<string>();
    for (const { authorization } of this.#listeners) if (authorization !== undefined) headers.add(authorization);
    for (const header of headers) {
      const isGood = await this.answering.holds(header).catch(() => false);
      if (isGood) continue;
      for (const listener of this.#listeners) if (listener.authorization === header) this.#part(listener, {});
    }
  }

  #part(listener: Listener, parting: StreamEnd): void {
    this.leave(listener);
    listener.part(parting);
  }

  #partAll(parting: StreamEnd): void {
    this.#end();
    for (const listener of this.#listeners) this.#part(listener, parting);
  }

  #end(): void {
    if (this.#leaving.signal.aborted) return;
    this.#leaving.abort();
    this.onEnd();
  }
}

/**
 * Events, each with whether the next one is there already.
 * @param end stops the wait for the next one
 */
async function* peeking<E>(
  events: AsyncGenerator<E, unknown>,
  end: () => void,
): AsyncGenerator<{ event: E; hasNext: boolean }> {
  try {
    for (let next = events.next(); ; ) {
      const { done, value } = await next;
      if (done) return;
      next = events.next();
      const isThere = next.then(({ done }) => !done).catch(() => false);
      yield { event: value, hasNext: await Promise.race([isThere, setImmediate(false)]) };
    }
  } finally {
    end();
    await events.return(undefined);
  }
}

/** The broadcasts of a process, by the question of their listeners. */
export class Broadcasts {
  readonly #open = new Map<string, Broadcast<unknown>>();

  find(request: string): Broadcast<unknown> | undefined {
    return this.#open.get(request);
  }

  /** Begins a broadcast after a place. */
  begin<E>(request: string, stream: Stream<E>, place: Place, answering: Answering<E>): Broadcast<unknown> {
    const broadcast = new Broadcast(stream, place, answering, () => {
      if (this.#open.get(request) === broadcast) this.#open.delete(request);
    }) as Broadcast<unknown>;
    this.#open.set(request, broadcast);
    void broadcast.run();
    return broadcast;
  }
}
