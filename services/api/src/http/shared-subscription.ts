import type { ExecutionResult } from 'graphql';
import type { Place } from '../live/event-cursor.js';
import type { Followed, Stream } from '../live/followed.js';
import type { Answering, Broadcast, Broadcasts, Listener, SharedResult, StreamEnd } from './broadcast.js';

/** What a subscription needs to get events, together with others or separately. */
export interface Sharing<E> {
  readonly broadcasts: Broadcasts;
  /** Equal for subscriptions that may share a broadcast. */
  readonly request: string;
  readonly account: string;
  /** The Authorization header. */
  readonly authorization: string | undefined;
  /** How events are answered for a broadcast that this subscription begins. */
  readonly answering: Answering<E>;
  /** Answers an event for this subscription alone, and charges its caller. */
  deliver(event: E): Promise<ExecutionResult>;
  /** As Listener. */
  send(results: readonly SharedResult[]): boolean;
}

/**
 * The results that a subscription gets separately: events that it missed before it joined a broadcast, or while it was too slow for one.
 * There are none while it listens to the broadcast.
 */
export class SharedSubscription<E> implements Listener {
  place!: Place;
  #stream: Stream<E> | undefined;
  /** Events that it receives separately. */
  #own: { readonly events: AsyncGenerator<E, Place>; readonly leaving: AbortController } | undefined;
  #broadcast: Broadcast<unknown> | undefined;
  #onPart: ((parting: StreamEnd) => void) | undefined;
  /** Whether it must get something separately first. */
  #isBehind = false;
  /** Whether there was nothing more at its place. */
  #hasCaughtUp = false;
  #isOver = false;

  constructor(
    private readonly followed: Followed<E>,
    private readonly sharing: Sharing<E>,
  ) {}

  get account(): string {
    return this.sharing.account;
  }

  get authorization(): string | undefined {
    return this.sharing.authorization;
  }

  send(results: readonly SharedResult[]): boolean {
    return this.sharing.send(results);
  }

  part(parting: StreamEnd): void {
    this.#broadcast = undefined;
    this.#onPart?.(parting);
  }

  /** @returns the next result that is sent separately; undefined when the subscription is over */
  async next(): Promise<ExecutionResult | undefined> {
    if (!this.#stream) {
      this.#stream = await this.followed.begin();
      this.place = this.#stream.place;
    }
    while (!this.#isOver) {
      if (!this.#isBehind && this.#join(this.#stream)) {
        const { result, error } = await new Promise<StreamEnd>((resolve) => {
          this.#onPart = resolve;
        });
        this.#onPart = undefined;
        this.#isBehind = true;
        this.#hasCaughtUp = false;
        if (error !== undefined) throw error;
        if (result) return result;
      } else {
        const event = await this.#nextOwn(this.#stream);
        if (event !== undefined) return this.sharing.deliver(event);
      }
    }
    return undefined;
  }

  /** Ends it. */
  leave(): void {
    this.#isOver = true;
    const broadcast = this.#broadcast;
    this.part({});
    broadcast?.leave(this);
    this.#endOwn();
  }

  /** Joins the broadcast of its request, or begins it. @returns false if it has to catch up first */
  #join(stream: Stream<E>): boolean {
    const { broadcasts, request, answering } = this.sharing;
    const known = broadcasts.find(request);
    if (!known && !this.#hasCaughtUp) return false;
    const broadcast = known ?? broadcasts.begin(request, stream, this.place, answering);
    if (!broadcast.join(this)) return false;
    this.#endOwn();
    this.#broadcast = broadcast;
    return true;
  }

  /** @returns undefined if there is nothing more */
  async #nextOwn(stream: Stream<E>): Promise<E | undefined> {
    if (!this.#own) {
      const leaving = new AbortController();
      this.#own = { leaving, events: stream.follow(this.place, leaving.signal, true) };
    }
    const { done, value } = await this.#own.events.next();
    this.#isBehind = false;
    this.#hasCaughtUp = done === true;
    if (done) {
      this.#own = undefined;
      this.place = value;
      return undefined;
    }
    this.place = stream.placeAfter(value);
    return value;
  }

  #endOwn(): void {
    this.#own?.leaving.abort();
    void this.#own?.events.return(this.place);
    this.#own = undefined;
  }
}
