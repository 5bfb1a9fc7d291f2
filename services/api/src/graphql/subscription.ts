import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { unavailability } from '../kit/sql/database-away.js';
import type { Context } from './context.js';
import { LIMIT_RULES, MAX_VALIDATION_ERRORS, PARSE_OPTIONS } from './limits/limits.js';

/** Reads the document of a subscription. @returns it, or what is wrong with it, with the codes that Apollo gives */
export function readSubscription(
  schema: GraphQLSchema,
  source: string,
  operationName: string | null | undefined,
): DocumentNode | GraphQLError[] {
  let document: DocumentNode;
  try {
    document = parse(source, PARSE_OPTIONS);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return [withCode(error, 'GRAPHQL_PARSE_FAILED')];
  }
  const operation = getOperationAST(document, operationName);
  if (!operation) {
    const message = 'The document must have exactly one operation, or operationName must name one of them.';
    return [new GraphQLError(message, { extensions: { code: 'OPERATION_RESOLUTION_FAILURE' } })];
  }
  if (operation.operation !== 'subscription') {
    const message = `WebSockets are for subscriptions; send a ${operation.operation} over HTTP.`;
    return [new GraphQLError(message, { nodes: operation, extensions: { code: 'BAD_REQUEST' } })];
  }
  // The limits come first: the rules of the specification are slow on some documents that they refuse.
  for (const rules of [LIMIT_RULES, specifiedRules]) {
    const faults = validate(schema, document, rules, { maxErrors: MAX_VALIDATION_ERRORS, hideSuggestions: true });
    if (faults.length > 0) return faults.map((fault) => withCode(fault, 'GRAPHQL_VALIDATION_FAILED'));
  }
  return document;
}

function withCode({ message, nodes, source, positions, extensions }: GraphQLError, code: string): GraphQLError {
  return new GraphQLError(message, { nodes, source, positions, extensions: { code, ...extensions } });
}

/** Answers one event, in a context of its own: what its loaders keep grows old. */
export type ExecuteEvent = (context: Context) => ExecutionResult | Promise<ExecutionResult>;

/** Arguments of a subscription's execution. */
export type SubscriptionArgs = Omit<ExecutionArgs, 'contextValue'> & {
  /** The context in which it begins. */
  readonly contextValue: Context;
  /** The answer for an event. */
  readonly deliver: (event: unknown, execute: ExecuteEvent) => Promise<ExecutionResult>;
};

/**
 * Subscribes as graphql-js does, but executes each event in a context of its own. Events that end because the database is
 * away end with a result that says so: clients take the protocol's own message of an error for the last word.
 */
export async function subscribeFreshly({
  deliver,
  ...args
}: SubscriptionArgs): Promise<AsyncIterableIterator<ExecutionResult> | ExecutionResult> {
  const events = await createSourceEventStream(args);
  if (!(Symbol.asyncIterator in events)) return events;
  const source = events[Symbol.asyncIterator]() as AsyncIterator<unknown>;
  const next = async (): Promise<IteratorResult<ExecutionResult>> => {
    try {
      return await toResult(await source.next());
    } catch (error) {
      if (!unavailability(error)) throw error;
      const originalError = error as Error;
      return { done: false, value: { errors: [new GraphQLError(originalError.message, { originalError })] } };
    }
  };
  const toResult = async (event: IteratorResult<unknown>): Promise<IteratorResult<ExecutionResult>> => {
    if (event.done) return { done: true, value: undefined };
    return {
      done: false,
      value: await deliver(event.value, (contextValue) => execute({ ...args, rootValue: event.value, contextValue })),
    };
  };
  // Not an async generator: its return() would wait for the next event before it let go of the source.
  const results: AsyncIterableIterator<ExecutionResult> = {
    next,
    return: async () => {
      await source.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => results,
  };
  return results;
}
