import type { ExecutionResult } from 'graphql';
import type { ExecuteEvent } from '../graphql/subscription.js';
import type { Answering, SharedResult } from './broadcast.js';
import { type Delivered, type Deliveries, sharedRequest } from './deliveries.js';
import type { Broadcasts, Sharing } from './shared-subscription.js';

/** What all subscriptions of a process share. */
export interface SharingNeeds {
  readonly broadcasts: Broadcasts;
  readonly deliveries: Deliveries;
  /** As in Answering. */
  holds(authorization: string): Promise<boolean>;
}

/** The client of a socket. */
interface Recipient {
  readonly authorization: string | undefined;
  /** Sends a result of the subscription with this id. @returns false if the client is slow; then nothing was sent */
  sendNext(id: string, result: SharedResult): boolean;
}

/** What a socket's subscription needs to share events with others. Methods take less memory than closures. */
export class SocketSharing implements Sharing<unknown> {
  readonly #needs: SharingNeeds;
  readonly #caller: Recipient;
  readonly #id: string;
  readonly #own: Delivered;
  readonly #executeEvent: (event: unknown) => ExecuteEvent;

  /** @param id of the subscription on its socket */
  constructor(
    needs: SharingNeeds,
    caller: Recipient,
    id: string,
    own: Delivered,
    executeEvent: (event: unknown) => ExecuteEvent,
  ) {
    this.#needs = needs;
    this.#caller = caller;
    this.#id = id;
    this.#own = own;
    this.#executeEvent = executeEvent;
  }

  get broadcasts(): Broadcasts {
    return this.#needs.broadcasts;
  }

  get request(): string {
    return sharedRequest(this.#own);
  }

  get account(): string {
    return this.#own.account;
  }

  get authorization(): string | undefined {
    return this.#caller.authorization;
  }

  get answering(): Answering<unknown> {
    const [{ deliveries, holds }, own, executeEvent] = [this.#needs, this.#own, this.#executeEvent];
    return {
      points: own.cost.points,
      answer: (event, account = own.account) => deliveries.answer({ ...own, account }, event, executeEvent(event)),
      spend: (account, points) => deliveries.spend(account, points),
      holds,
    };
  }

  deliver(event: unknown): Promise<ExecutionResult> {
    return this.#needs.deliveries.deliver(this.#own, event, this.#executeEvent(event));
  }

  send(result: SharedResult): boolean {
    return this.#caller.sendNext(this.#id, result);
  }
}
