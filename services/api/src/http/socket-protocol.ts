import { type ExecutionArgs, GraphQLError, type GraphQLSchema, getOperationAST, Kind } from 'graphql';
import { CloseCode, type Context as Connection, makeServer, type Server } from 'graphql-ws';
import type { Access } from '../access/access.js';
import { hashSecret } from '../access/secret.js';
import { formatError, isOwnFault, isUnavailable } from '../graphql/error-format.js';
import type { RequestNeeds } from '../graphql/http-context.js';
import { createCostCheck } from '../graphql/limits/limits-cost.js';
import { readSubscription, type SubscriptionArgs, subscribeFreshly } from '../graphql/subscription.js';
import type { Log } from '../kit/log.js';
import { whenOver } from '../kit/until-caller-leaves.js';
import type { Metrics } from '../metrics/metrics.js';
import { type Authenticator, secretIn } from '../token/authenticator.js';
import type { SecretEnd } from '../token/secret.repository.js';
import { TokenWatch } from '../token/token-watch.js';
import { accountOf, network, type TellWrongToken } from './caller.js';
import { COME_BACK, TRY_AGAIN_LATER } from './close-codes.js';
import type { Turns } from './costly-request-turns.js';
import type { Deliveries } from './deliveries.js';
import { bodyPoints, REQUEST_POINTS } from './endpoint.js';
import { logErrors } from './log-errors.js';
import { REFUSED_POINTS } from './request-plugin.js';
import { MAX_PER_CALLER, SubscriptionCensus } from './subscription-census.js';

/** A client has this long to say hello, in milliseconds. */
const INIT_TIMEOUT = 5_000;
const MAX_SUBSCRIPTIONS = 20;
const UNAUTHORIZED = 'Unauthorized: the token must be "Bearer" and a valid token';
const OWN_FAULT = 'Internal error; subscribe again from the last cursor.';
const TOLD: Readonly<Record<SecretEnd, string>> = {
  revoked: 'was revoked',
  expired: 'has expired',
  replaced: 'has a new secret',
};

export interface ProtocolOptions {
  readonly app: RequestNeeds;
  readonly schema: GraphQLSchema;
  readonly authenticator: Authenticator;
  readonly tellWrongToken: TellWrongToken;
  readonly deliveries: Deliveries;
  readonly newDocuments: Turns;
}

/** The client of a socket. */
export interface SocketCaller {
  /** The Authorization header, or what the first message says in its place. */
  authorization: string | undefined;
  /** From which it was opened. */
  readonly address: string;
  close(code: number, reason: string): void;
  isOpen(): boolean;
  /** Ends the watch of the token, where there is one. */
  leave?: () => void;
  readonly log: Log;
}

type CountedArgs = Omit<SubscriptionArgs, 'contextValue'> & { readonly account: string };

type Hello = Record<string, unknown>;

/**
 * Serves subscriptions by the protocol graphql-transport-ws. Queries and mutations stay with HTTP, which
 * counts callers and limits bodies; a second door to them would need all of that again.
 */
export function subscriptionProtocol(options: ProtocolOptions): Server<SocketCaller> {
  const { app, schema, authenticator, tellWrongToken, deliveries, newDocuments } = options;
  const checkCost = createCostCheck(schema);
  const census = new SubscriptionCensus();
  const tokens = new TokenWatch(app);
  /** To be closed because something was unavailable. */
  const ending = new WeakSet<Connection<Hello, SocketCaller>>();
  const told = ({ extra }: Connection<Hello, SocketCaller>, errors: readonly GraphQLError[]) => {
    logErrors(extra.log, app.metrics, errors);
    return errors.map((error) => formatError(error.toJSON(), error.originalError ?? error));
  };

  const readInTurn = async (account: string, query: string, operationName: string | null | undefined) => {
    const leave = await newDocuments.enter(account, query.length, { isPatient: true });
    try {
      return readSubscription(schema, query, operationName);
    } finally {
      leave();
    }
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

  /** An idle socket hears of the end of its token, too. */
  const watchToken = ({ extra }: Connection<Hello, SocketCaller>, { tokenId }: Access) => {
    if (tokenId === null) return;
    extra.leave = tokens.watch(hashSecret(secretIn(extra.authorization!)!), (end) =>
      extra.close(CloseCode.Unauthorized, `Unauthorized: the token ${TOLD[end]}`),
    );
    if (!extra.isOpen()) extra.leave();
  };

  return makeServer<Hello, SocketCaller>({
    connectionInitWaitTimeout: INIT_TIMEOUT,
    onConnect: async (connection) => {
      const { connectionParams, extra } = connection;
      const said = connectionParams?.authorization ?? connectionParams?.Authorization;
      if (said !== undefined) extra.authorization = String(said);
      const access = await authenticator.authenticateHeader(extra.authorization);
      if (access === null) {
        const { message, extensions } = await tellWrongToken(extra.address, extra.log);
        if (extensions.code === 'RATE_LIMITED') extra.close(CloseCode.TooManyInitialisationRequests, message);
        else extra.close(CloseCode.Unauthorized, UNAUTHORIZED);
        return false;
      }
      watchToken(connection, access);
      return true;
    },
    onClose: ({ extra }) => extra.leave?.(),
    onSubscribe: async (connection, _, payload) => {
      if (Object.keys(connection.subscriptions).length > MAX_SUBSCRIPTIONS) {
        return [tooManySubscriptions(`${MAX_SUBSCRIPTIONS} a socket`)];
      }
      const access = await authenticate(connection);
      if (!access) return [new GraphQLError('Unauthorized', { extensions: { code: 'UNAUTHENTICATED' } })];
      const { query, operationName, variables: variableValues } = payload;
      const account = accountOf(access, network(connection.extra.address));
      const question = JSON.stringify([query, operationName ?? null, variableValues ?? null]);
      try {
        await deliveries.spend(account, REQUEST_POINTS + bodyPoints(question.length));
        const document = await readInTurn(account, query, operationName);
        if (Array.isArray(document)) {
          await deliveries.spend(account, REFUSED_POINTS);
          return document;
        }
        const cost = checkCost({ document, operationName, variables: variableValues });
        if (census.isFull(account)) return [tooManySubscriptions(`${MAX_PER_CALLER} a caller`)];
        const own = { access, account, cost, question };
        const deliver: SubscriptionArgs['deliver'] = (event, execute) => deliveries.deliver(own, event, execute);
        const args: CountedArgs = { schema, document, operationName, variableValues, deliver, account };
        return { ...args, contextValue: deliveries.contextOf(own) };
      } catch (error) {
        if (error instanceof GraphQLError) return [error];
        throw error;
      }
    },
    subscribe: async (given) => {
      const args = given as CountedArgs & SubscriptionArgs;
      const answer = counted(app.metrics, args, await subscribeFreshly(args));
      return isEvents(answer) ? whenOver(answer, census.enter(args.account)) : answer;
    },
    onNext: async (connection, _, __, ___, { data, errors }) => {
      const formatted = errors && told(connection, errors);
      const unavailable = formatted?.some(isUnavailable) ? formatted : await tokenFailure(connection);
      if (unavailable) {
        deliveries.forget();
        // After this message; what is sent without data tells no cursor, which would lead past it.
        ending.add(connection);
        setImmediate(() => comeBack(connection));
        return { data: null, errors: unavailable };
      }
      if (!formatted) return undefined;
      if (formatted.some(isOwnFault)) {
        // Had the event been sent without what it tells, its cursor would lead past it.
        deliveries.forget();
        connection.extra.close(CloseCode.InternalServerError, OWN_FAULT);
      }
      return { data, errors: formatted };
    },
    // Before it is told that the subscription is complete, after which clients do not come back.
    onComplete: (connection) => {
      if (ending.has(connection)) comeBack(connection);
    },
    onError: (connection, _, __, errors) => {
      const spent = errors.find(({ extensions }) => extensions?.code === 'RATE_LIMITED');
      // After they are told.
      if (spent) setImmediate(() => connection.extra.close(TRY_AGAIN_LATER, spent.message));
      return told(connection, errors);
    },
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

function tooManySubscriptions(limit: string): GraphQLError {
  const message = `At most ${limit} subscriptions may be open; complete one first.`;
  return new GraphQLError(message, { extensions: { code: 'TOO_MANY_SUBSCRIPTIONS' } });
}
