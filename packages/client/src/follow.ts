import type { Client as Socket, SubscribePayload } from 'graphql-ws/client';
import { documentText, type Given, type TypedDocument } from './document.js';
import { isPassing, type LadderError } from './errors.js';
import { delayBefore, type Retry, sleepWhileOffline } from './retry.js';
import { socketError } from './socket.js';

export interface FollowOptions {
  /** Ends the subscription, and with it the loop over it. */
  readonly signal?: AbortSignal;
  /** Called just before an event with the reason why some of its fields are null, for example a prediction that the rating system cannot make. */
  readonly onFieldError?: (error: LadderError) => void;
}

/**
 * Follows any subscription. It reconnects for as long as necessary. A subscription whose events have a `cursor` continues
 * after the last event, so nothing is missed or repeated. A field that fails is null, and the other fields have their values.
 * @throws LadderError if the service refuses it
 */
export type Follow = <Result, Variables>(
  document: TypedDocument<Result, Variables>,
  ...given: Given<NoInfer<Variables>, FollowOptions>
) => AsyncGenerator<Result, void>;

/** The most events that wait for a slow reader. With more, the subscription ends, and resumes when all were read. */
const MAX_WAITING = 1_000;

export function followOver(socket: () => Socket, onRetry: ((retry: Retry) => void) | undefined): Follow {
  return async function* follow<Result>(
    document: TypedDocument<Result, unknown>,
    ...[variables, { signal, onFieldError } = {}]: [variables?: unknown, options?: FollowOptions]
  ) {
    let cursor: string | undefined;
    const payload: SubscribePayload = {
      query: documentText(document),
      // Read whenever the subscription is sent.
      get variables() {
        return { ...(variables as object), ...(cursor !== undefined && { after: cursor }) };
      },
    };
    for (let attempt = 1; !signal?.aborted; ) {
      const inbox = inboxOf<Result>(socket(), payload, (event) => {
        attempt = 1;
        cursor = cursorOf(event) ?? cursor;
      });
      signal?.addEventListener('abort', inbox.close);
      try {
        for await (const { data, error } of inbox.events()) {
          if (error) onFieldError?.(error);
          yield data;
        }
        if (inbox.isOver()) return;
      } catch (error) {
        if (!isPassing(error)) throw error;
        const delay = delayBefore(attempt, error);
        onRetry?.({ error, attempt: attempt++, delay });
        await sleepWhileOffline(delay, signal);
      } finally {
        inbox.close();
        signal?.removeEventListener('abort', inbox.close);
      }
    }
  } as Follow;
}

/** Every event of a league contains its position among the league's events. */
function cursorOf(event: unknown): string | undefined {
  const [eventData] = Object.values(event as Record<string, { readonly cursor?: unknown } | null>);
  return typeof eventData?.cursor === 'string' ? eventData.cursor : undefined;
}

interface Arrived<Result> {
  readonly data: Result;
  /** Why some of its fields are null. */
  readonly error: LadderError | undefined;
}

/** The events of one subscription over one socket, until it ends, the socket breaks or the reader is too slow. */
function inboxOf<Result>(socket: Socket, payload: SubscribePayload, onEvent: (event: Result) => void) {
  const waiting: Arrived<Result>[] = [];
  let failure: unknown;
  /** `over`: there is nothing more. `left`: there may be more, but not here. */
  let state: 'open' | 'over' | 'left' | 'failed' = 'open';
  let wake = () => {};

  const end = (how: typeof state) => {
    if (state !== 'open') return;
    state = how;
    wake();
  };
  const fail = (error: unknown) => {
    failure ??= socketError(error);
    end('failed');
  };
  const leave = socket.subscribe<Result>(payload, {
    next: ({ data, errors }) => {
      if (state !== 'open') return;
      const error = errors && socketError(errors);
      // After a temporary failure, the request is repeated; any other failure would be the same the next time.
      if (!data || isPassing(error)) return fail(errors);
      onEvent(data);
      waiting.push({ data, error });
      if (waiting.length > MAX_WAITING) close();
      wake();
    },
    error: fail,
    complete: () => end('over'),
  });
  const close = () => {
    end('left');
    leave();
  };

  return {
    close,
    isOver: () => state === 'over',
    async *events(): AsyncGenerator<Arrived<Result>, void> {
      for (;;) {
        while (waiting.length > 0) yield waiting.shift()!;
        if (state === 'failed') throw failure;
        if (state !== 'open') return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
