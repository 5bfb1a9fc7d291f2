import { createSourceEventStream, type ExecutionArgs, type ExecutionResult, execute, GraphQLError } from 'graphql';
import { unavailability } from '../kit/sql/database-away.js';
import { Followed } from '../live/followed.js';
import type { Context } from './context.js';

/** Executes one event in a context of its own, because cached data of loaders becomes outdated. */
export type ExecuteEvent = (context: Context) => ExecutionResult | Promise<ExecutionResult>;

/** The results of a subscription. */
interface SubscriptionResults {
  /** @returns undefined when it is over */
  next(): Promise<ExecutionResult | undefined>;
  leave(): void;
}

/** Arguments of a subscription's execution. */
export interface SubscriptionArgs extends Omit<ExecutionArgs, 'contextValue'> {
  /** The context in which it begins. */
  readonly contextValue: Context;
  /** Responds to an event. */
  readonly deliver: (event: unknown, execute: ExecuteEvent) => Promise<ExecutionResult>;
  /** The results of a subscription that may share responses with others. */
  readonly share: (followed: Followed<unknown>, executeEvent: (event: unknown) => ExecuteEvent) => SubscriptionResults;
  /** Called when it has begun. @returns what to call once when it is over */
  readonly begun: () => () => void;
}

/**
 * Subscribes as graphql-js does, but executes each event in a context of its own. If events end because the database is unavailable, the
 * last result says so: clients take the protocol's own error message as final.
 */
export async function subscribeFreshly(
  args: SubscriptionArgs,
): Promise<AsyncIterableIterator<ExecutionResult> | ExecutionResult> {
  const events = await createSourceEventStream(args);
  if (!(Symbol.asyncIterator in events)) return events;
  const executeEvent = executor(args);
  const results =
    events instanceof Followed ? args.share(events, executeEvent) : ownResults(events, args, executeEvent);
  return new ResultIterator(results, args.begun());
}

/** Keeps only the arguments that events need: the subscription may be open for days. */
function executor({ schema, document, variableValues, operationName }: SubscriptionArgs) {
  return (rootValue: unknown): ExecuteEvent =>
    (contextValue) =>
      execute({ schema, document, variableValues, operationName, rootValue, contextValue });
}

function ownResults(
  events: AsyncIterable<unknown>,
  { deliver }: SubscriptionArgs,
  executeEvent: (event: unknown) => ExecuteEvent,
): SubscriptionResults {
  const source = events[Symbol.asyncIterator]();
  return {
    next: async () => {
      const { done, value } = await source.next();
      return done ? undefined : deliver(value, executeEvent(value));
    },
    leave: () => void source.return?.(),
  };
}

/** Not an async generator: its return() would wait for the next event before releasing the source. */
class ResultIterator implements AsyncIterableIterator<ExecutionResult> {
  readonly #results: SubscriptionResults;
  #over: (() => void) | undefined;

  constructor(results: SubscriptionResults, over: () => void) {
    this.#results = results;
    this.#over = over;
  }

  async next(): Promise<IteratorResult<ExecutionResult, undefined>> {
    try {
      const value = await this.#results.next();
      if (value !== undefined) return { done: false, value };
    } catch (error) {
      if (unavailability(error)) {
        const originalError = error as Error;
        return { done: false, value: { errors: [new GraphQLError(originalError.message, { originalError })] } };
      }
      this.#end();
      throw error;
    }
    this.#end();
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<ExecutionResult, undefined>> {
    this.#end();
    this.#results.leave();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #end(): void {
    this.#over?.();
    this.#over = undefined;
  }
}
