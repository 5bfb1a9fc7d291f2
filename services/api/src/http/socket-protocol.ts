import {
  type DocumentNode,
  type ExecutionResult,
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
} from 'graphql';
import { CloseCode, type Context as Connection, makeServer, type Server, type SubscribePayload } from 'graphql-ws';
import type { Access } from '../access/access.js';
import type { RequestNeeds } from '../graphql/context.js';
import { coded, formatError, isOwnFault, isUnavailable } from '../graphql/error-format.js';
import { createCostCheck } from '../graphql/limits/cost.js';
import { type SubscriptionArgs, subscribeFreshly } from '../graphql/subscription.js';
import type { Metrics } from '../metrics/metrics.js';
import { type Authenticator, hashSecret, secretIn } from '../token/authenticator.js';
import type { SecretEnd } from '../token/token.repository.js';
import { TokenWatch } from '../token/token-watch.js';
import { Broadcasts } from './broadcast.js';
import { accountOf, network, type WrongTokens } from './caller.js';
import { Census } from './census.js';
import type { CostScheduler } from './cost-scheduler.js';
import { type Deliveries, type SharingNeeds, SocketSharing } from './deliveries.js';
import { KnownSubscriptions, subscriptionRequest } from './known-subscriptions.js';
import { bodyPoints, REFUSED_POINTS, REQUEST_POINTS } from './rate-limits.js';
import { logErrors } from './request-log.js';
import { SharedSubscription } from './shared-subscription.js';
import { type CallerSocket, COME_BACK, TRY_AGAIN_LATER } from './socket.js';
import { refusedVariables } from './value-errors.js';

/** How long a client may take to say hello, in milliseconds. */
const INIT_TIMEOUT = 5_000;
const MAX_SUBSCRIPTIONS = 20;
const UNAUTHORIZED = 'Unauthorized: the token must be "Bearer" and a valid token';
const OWN_FAULT = 'Internal error; subscribe again from the last cursor.';
const ENDS: Readonly<Record<SecretEnd, string>> = {
  revoked: 'was revoked',
  expired: 'has expired',
  replaced: 'has a new secret',
};

export interface ProtocolOptions {
  readonly app: RequestNeeds;
  readonly schema: GraphQLSchema;
  readonly authenticator: Authenticator;
  readonly wrongTokens: WrongTokens;
  readonly deliveries: Deliveries;
  readonly newDocuments: CostScheduler;
}

type Hello = Record<string, unknown>;
type Client = Connection<Hello, CallerSocket>;

/**
 * Serves subscriptions by the protocol graphql-transport-ws. Queries and mutations are for HTTP, which counts callers and limits bodies;
 * here all of that would be needed again.
 */
export function subscriptionProtocol(options: ProtocolOptions): Server<CallerSocket> {
  const { app, schema, authenticator, wrongTokens, deliveries, newDocuments } = options;
  const checkCost = createCostCheck(schema);
  const census = new Census();
  const documents = new KnownSubscriptions(schema);
  const tokens = new TokenWatch(app);
  /** Connections to be closed because something was unavailable. */
  const ending = new WeakSet<Client>();
  const reported = ({ extra }: Client, errors: readonly GraphQLError[]) => {
    logErrors(extra.log, app, errors);
    return errors.map((error) => formatError(error.toJSON(), error, app));
  };

  const readInTurn = async (account: string, query: string, operationName: string | null | undefined) => {
    const known = documents.find(query, operationName);
    if (known) return known;
    const leave = await newDocuments.enter(account, query.length, { isPatient: true });
    try {
      // Somebody else may have sent the same document meanwhile.
      return documents.find(query, operationName) ?? documents.read(query, operationName);
    } finally {
      leave();
    }
  };

  /** The token is checked again for each event, so that a revoked one gets no more. */
  const authenticate = async ({ extra }: Client): Promise<Access | null> => {
    const access = await authenticator.authenticateHeader(extra.authorization);
    if (!access) extra.close(CloseCode.Unauthorized, UNAUTHORIZED);
    return access;
  };

  const comeBack = ({ extra }: Client) => extra.close(TRY_AGAIN_LATER, COME_BACK);

  /** Checks the token before an event is sent. @returns the message to send instead if it cannot be checked */
  const tokenFailure = async (connection: Client) => {
    try {
      await authenticate(connection);
      return undefined;
    } catch (error) {
      const { message } = error as Error;
      return reported(connection, [new GraphQLError(message, { originalError: error as Error })]);
    }
  };

  /** Even an idle socket is notified when its token ends. */
  const watchToken = ({ extra }: Client, { tokenId }: Access) => {
    if (tokenId === null) return;
    extra.leave = tokens.watch(hashSecret(secretIn(extra.authorization!)!), (end) =>
      extra.close(CloseCode.Unauthorized, `Unauthorized: the token ${ENDS[end]}`),
    );
    if (!extra.isOpen()) extra.leave();
  };

  const holds = async (authorization: string) => (await authenticator.authenticateHeader(authorization)) !== null;

  const sharing: SharingNeeds = { broadcasts: new Broadcasts(), deliveries, holds };

  /** Checks the token with which a socket begins. @returns false where it is closed */
  const connect = async (connection: Client): Promise<boolean> => {
    const { connectionParams, extra } = connection;
    const given = connectionParams?.authorization ?? connectionParams?.Authorization;
    if (given !== undefined) extra.authorization = typeof given === 'string' ? given : '';
    const access = await authenticator.authenticateHeader(extra.authorization);
    if (access === null) {
      const { message, extensions } = await wrongTokens.refuse(extra.address, extra.log);
      if (extensions.code === 'RATE_LIMITED') extra.close(CloseCode.TooManyInitialisationRequests, message);
      else extra.close(CloseCode.Unauthorized, UNAUTHORIZED);
      return false;
    }
    watchToken(connection, access);
    return true;
  };

  /** What a subscription is carried out with, once its token, document, variables and cost were checked; or why it is refused. */
  const admit = async (
    connection: Client,
    id: string,
    payload: SubscribePayload,
  ): Promise<SubscriptionArgs | readonly GraphQLError[]> => {
    if (Object.keys(connection.subscriptions).length > MAX_SUBSCRIPTIONS) {
      return [tooManySubscriptions(MAX_SUBSCRIPTIONS, 'on a socket')];
    }
    const access = await authenticate(connection);
    if (!access) return [coded('UNAUTHENTICATED', 'Unauthorized')];
    const { query, operationName, variables: variableValues } = payload;
    const account = accountOf(access, network(connection.extra.address));
    const { length } = JSON.stringify([query, operationName ?? null, variableValues ?? null]);
    try {
      await deliveries.spend(account, REQUEST_POINTS + bodyPoints(length));
      const known = await readInTurn(account, query, operationName);
      if (Array.isArray(known)) {
        await deliveries.spend(account, REFUSED_POINTS);
        return known;
      }
      const { document } = known;
      const variables = variableValues ?? {};
      const refused = refusedVariables(schema, getOperationAST(document, operationName)!, variables);
      if (refused.length > 0) return refused;
      // The message is kept for as long as the subscription is open; its text is as long for each of them.
      Object.assign(payload, { query: known.query });
      const cost = checkCost({ document, operationName, variables: variableValues });
      deliveries.checkAllowed(account, cost.points);
      if (census.of(account) >= MAX_PER_CALLER) return [tooManySubscriptions(MAX_PER_CALLER, 'by a caller')];
      const own = { access, account, cost, request: subscriptionRequest(known, operationName, variableValues) };
      const args: SubscriptionArgs = {
        schema,
        document,
        operationName,
        variableValues,
        rootValue: undefined,
        contextValue: deliveries.contextOf(own),
        deliver: (event, execute) => deliveries.deliver(own, event, execute),
        share: (followed, executeEvent) =>
          new SharedSubscription(followed, new SocketSharing(sharing, connection.extra, id, own, executeEvent)),
        begun: () => countSubscription(app.metrics, census, account, subscribedField(document, operationName)),
      };
      return args;
    } catch (error) {
      if (error instanceof GraphQLError) return [error];
      throw error;
    }
  };

  /** The message of an event; undefined: as it is. One that lacks data ends the socket, because clients would continue after its cursor. */
  const messageOf = async (
    connection: Client,
    { data, errors }: ExecutionResult,
  ): Promise<FormattedExecutionResult | undefined> => {
    const formatted = errors && reported(connection, errors);
    const unavailable = formatted?.some(isUnavailable) ? formatted : await tokenFailure(connection);
    if (unavailable) {
      deliveries.forget();
      // After this message. What is sent without data has no cursor, because clients would continue after it.
      ending.add(connection);
      setImmediate(() => comeBack(connection));
      return { data: null, errors: unavailable };
    }
    if (!formatted) return undefined;
    if (formatted.some(isOwnFault)) {
      // If the event were sent without its data, clients would continue after its cursor and miss it.
      deliveries.forget();
      connection.extra.close(CloseCode.InternalServerError, OWN_FAULT);
    }
    return { data, errors: formatted };
  };

  return makeServer<Hello, CallerSocket>({
    connectionInitWaitTimeout: INIT_TIMEOUT,
    onConnect: connect,
    onClose: ({ extra }) => extra.leave?.(),
    onSubscribe: admit,
    subscribe: async (given) => {
      const answer = await subscribeFreshly(given as SubscriptionArgs);
      // The arguments are stored for as long as the subscription is open, and nothing needs these any more.
      Object.assign(given, { contextValue: undefined, deliver: undefined, share: undefined, begun: undefined });
      return answer;
    },
    onNext: (connection, _, __, ___, result) => messageOf(connection, result),
    // Before the subscription is reported complete, after which clients do not come back.
    onComplete: (connection) => {
      if (ending.has(connection)) comeBack(connection);
    },
    onError: (connection, _, __, errors) => {
      const spent = errors.find(({ extensions }) => extensions?.code === 'RATE_LIMITED');
      // After the error itself.
      if (spent) setImmediate(() => connection.extra.close(TRY_AGAIN_LATER, spent.message));
      return reported(connection, errors);
    },
  });
}

/** The field that a subscription subscribes to. */
function subscribedField(document: DocumentNode, operationName: string | null | undefined): string {
  const [first] = getOperationAST(document, operationName)!.selectionSet.selections;
  return first?.kind === Kind.FIELD ? first.name.value : 'other';
}

/** Counts a subscription. @returns a function to call once when it is over */
function countSubscription({ subscriptions }: Metrics, census: Census, account: string, field: string): () => void {
  census.enter(account);
  subscriptions.inc({ field });
  return () => {
    census.leave(account);
    subscriptions.dec({ field });
  };
}

function tooManySubscriptions(limit: number, where: string): GraphQLError {
  const message = `At most ${limit} subscriptions may be open ${where}; complete one first.`;
  return coded('TOO_MANY_SUBSCRIPTIONS', message);
}

/** The most subscriptions of a caller: as many as all sockets of an address may have together. */
const MAX_PER_CALLER = 2_000;
