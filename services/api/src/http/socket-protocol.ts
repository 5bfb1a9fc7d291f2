import { type ExecutionArgs, GraphQLError, type GraphQLSchema, getOperationAST, Kind } from 'graphql';
import { CloseCode, type Context as Connection, makeServer, type Server } from 'graphql-ws';
import type { Access } from '../access/access.js';
import type { Context } from '../graphql/context.js';
import { formatError, isOwnFault, isUnavailable } from '../graphql/error-format.js';
import { EventLoaders } from '../graphql/event-loaders.js';
import { type CostCheck, type CostlyRequest, createCostCheck } from '../graphql/limits/limits-cost.js';
import { readSubscription, type SubscriptionArgs, subscribeFreshly } from '../graphql/subscription.js';
import type { Log } from '../kit/log.js';
import { newAnswerSize } from '../kit/paging/answer-size.js';
import { whenOver } from '../kit/until-left.js';
import type { Metrics } from '../metrics/metrics.js';
import type { App } from '../start/app.js';
import type { Authenticator } from '../token/authenticator.js';
import type { TellWrongToken } from './caller.js';
import { COME_BACK, TRY_AGAIN_LATER } from './close-codes.js';
import { tellErrors } from './tell-errors.js';

/** A client has this long to say hello, in milliseconds. */
const INIT_TIMEOUT = 5_000;
const MAX_SUBSCRIPTIONS = 20;
const UNAUTHORIZED = 'Unauthorized: the token must be "Bearer" and one that is good';
const OWN_FAULT = 'Something went wrong on our side; come back after the last cursor.';
/** How often the token of a socket is looked at that hears nothing, in milliseconds. */
const TOKEN_INTERVAL = 5_000;

export interface ProtocolOptions {
  readonly app: App;
  readonly schema: GraphQLSchema;
  readonly authenticator: Authenticator;
  readonly tellWrongToken: TellWrongToken;
}

/** Who is at the other end of a socket. */
export interface SocketCaller {
  /** The Authorization header, or what the first message says in its place. */
  authorization: string | undefined;
  /** From which it was opened. */
  readonly address: string;
  close(code: number, reason: string): void;
  isOpen(): boolean;
  readonly log: Log;
}

type Hello = Record<string, unknown>;

/**
 * What sockets are for: subscriptions, by the protocol graphql-transport-ws. Queries and mutations stay with HTTP, which
 * counts callers and limits bodies; a second door to them would need all of that again.
 */
export function subscriptionProtocol(options: ProtocolOptions): Server<SocketCaller> {
  const { app, schema, authenticator, tellWrongToken } = options;
  const checkCost = createCostCheck(schema);
  const loaders = new EventLoaders(app.reads);
  /** To be closed because something was unavailable. */
  const ending = new WeakSet<Connection<Hello, SocketCaller>>();
  const told = ({ extra }: Connection<Hello, SocketCaller>, errors: readonly GraphQLError[]) => {
    tellErrors(extra.log, app.metrics, errors);
    return errors.map((error) => formatError(error.toJSON(), error.originalError ?? error));
  };

  /** The token is looked at again for each event, so that a revoked one hears no more. */
  const authenticate = async ({ extra }: Connection<Hello, SocketCaller>): Promise<Access | null> => {
    const access = await authenticator.authenticateHeader(extra.authorization);
    if (!access) extra.close(CloseCode.Unauthorized, UNAUTHORIZED);
    return access;
  };

  const comeBack = ({ extra }: Connection<Hello, SocketCaller>) => extra.close(TRY_AGAIN_LATER, COME_BACK);

  /** Looks at the token before an event is sent. @returns what is told instead where it cannot be looked at */
  const tokenFailure = async (connection: Connection<Hello, SocketCaller>) => {
    try {
      await authenticate(connection);
      return undefined;
    } catch (error) {
      const { message } = error as Error;
      return told(connection, [new GraphQLError(message, { originalError: error as Error })]);
    }
  };

  const keepLooking = (connection: Connection<Hello, SocketCaller>) => {
    const timer = setInterval(() => {
      if (!connection.extra.isOpen()) return clearInterval(timer);
      // Where it cannot be looked at, nothing is sent either.
      authenticate(connection).catch(() => undefined);
    }, TOKEN_INTERVAL).unref();
  };

  return makeServer<Hello, SocketCaller>({
    connectionInitWaitTimeout: INIT_TIMEOUT,
    onConnect: async (connection) => {
      const { connectionParams, extra } = connection;
      const said = connectionParams?.authorization ?? connectionParams?.Authorization;
      if (said !== undefined) extra.authorization = String(said);
      if ((await authenticator.authenticateHeader(extra.authorization)) === null) {
        const { message, extensions } = await tellWrongToken(extra.address, extra.log);
        if (extensions.code === 'RATE_LIMITED') extra.close(CloseCode.TooManyInitialisationRequests, message);
        else extra.close(CloseCode.Unauthorized, UNAUTHORIZED);
        return false;
      }
      if (extra.authorization !== undefined) keepLooking(connection);
      return true;
    },
    onSubscribe: async (connection, _, payload) => {
      if (Object.keys(connection.subscriptions).length > MAX_SUBSCRIPTIONS) {
        const message = `Subscriptions must be at most ${MAX_SUBSCRIPTIONS} a socket; complete one first.`;
        return [new GraphQLError(message, { extensions: { code: 'TOO_MANY_SUBSCRIPTIONS' } })];
      }
      const access = await authenticate(connection);
      if (!access) return [new GraphQLError('Unauthorized', { extensions: { code: 'UNAUTHENTICATED' } })];
      const document = readSubscription(schema, payload.query, payload.operationName);
      if (Array.isArray(document)) return document;
      const { operationName, variables: variableValues } = payload;
      const dear = tooCostly(checkCost, { document, operationName, variables: variableValues });
      if (dear) return [dear];
      const contextValue = (event?: unknown): Context => ({
        app,
        access,
        loaders: loaders.of(event),
        versions: new Map(),
        size: newAnswerSize(),
        mutation: {},
      });
      return { schema, document, operationName, variableValues, contextValue };
    },
    subscribe: async (args) => counted(app.metrics, args, await subscribeFreshly(args as SubscriptionArgs)),
    onNext: async (connection, _, __, ___, { data, errors }) => {
      const formatted = errors && told(connection, errors);
      const unavailable = formatted?.some(isUnavailable) ? formatted : await tokenFailure(connection);
      if (unavailable) {
        loaders.forget();
        // After this message; what is sent without data tells no cursor, which would lead past it.
        ending.add(connection);
        setImmediate(() => comeBack(connection));
        return { data: null, errors: unavailable };
      }
      if (!formatted) return undefined;
      if (formatted.some(isOwnFault)) {
        // Had the event been sent without what it tells, its cursor would lead past it.
        loaders.forget();
        connection.extra.close(CloseCode.InternalServerError, OWN_FAULT);
      }
      return { data, errors: formatted };
    },
    // Before it is told that the subscription is complete, after which clients do not come back.
    onComplete: (connection) => {
      if (ending.has(connection)) comeBack(connection);
    },
    onError: (connection, _, __, errors) => told(connection, errors),
  });
}

/** Counts a subscription for as long as it is open. */
function counted<T>(
  { subscriptions }: Metrics,
  { document, operationName }: Pick<ExecutionArgs, 'document' | 'operationName'>,
  answer: AsyncIterableIterator<T> | T,
): AsyncIterableIterator<T> | T {
  if (!isEvents(answer)) return answer;
  const [first] = getOperationAST(document, operationName)!.selectionSet.selections;
  const field = first?.kind === Kind.FIELD ? first.name.value : 'other';
  subscriptions.inc({ field });
  return whenOver(answer, () => subscriptions.dec({ field }));
}

function isEvents<T>(answer: AsyncIterableIterator<T> | T): answer is AsyncIterableIterator<T> {
  return Symbol.asyncIterator in (answer as object);
}

/** What a subscription's events may cost is foreseen for one of them. */
function tooCostly(checkCost: CostCheck, request: CostlyRequest): GraphQLError | undefined {
  try {
    checkCost(request);
    return undefined;
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
}
