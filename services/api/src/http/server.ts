import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { ResolverNeeds } from '../graphql/context.js';
import { sharedSchema } from '../graphql/schema.js';
import type { Origins, SiteTheme } from '../kit/site-theme.js';
import { Authenticator, type AuthenticatorNeeds } from '../token/authenticator.js';
import { addressReader, chargeAddress, chargeRequests, countWrongTokens, trusting } from './caller.js';
import { Connections } from './connections.js';
import { CostScheduler, NEW_DOCUMENTS } from './cost-scheduler.js';
import { Deliveries } from './deliveries.js';
import {
  answerProbes,
  bareHeaders,
  hearClients,
  IncomingRequest,
  type Lifecycle,
  openToPages,
  refuseBadHosts,
  refuseBareOptions,
  refuseUnknownAddresses,
} from './door.js';
import { openEndpoint } from './endpoint.js';
import { openExplorer } from './explorer.js';
import {
  answerClientErrors,
  answerFailures,
  refuseBadAddress,
  refuseExpectations,
  type SendPage,
} from './http-error.js';
import { RateLimits, type RateLimitsNeeds } from './rate-limits.js';
import { ExpensiveReadPool } from './request-context.js';
import { measureRequests, REQUEST_LOGS } from './request-log.js';
import { ResponseCache } from './response-cache.js';
import { OperationRunner } from './run.js';
import { mountSite, openSite, sendProblemPage, sessionOf } from './site.js';
import { openSockets } from './sockets.js';

/** How long a client may take, in milliseconds. */
export interface ClientTimeouts {
  /** To send the headers of a request, counted from the opening of the connection. */
  readonly headers: number;
  /** To send a whole request. */
  readonly request: number;
  /** How often late clients are looked for. */
  readonly checks: number;
}

/** 8 MB in half a minute is 2 Mbit/s. */
const TIMEOUTS: ClientTimeouts = { headers: 10_000, request: 30_000, checks: 1_000 };

/** The most of all connections that may be sockets, so that there is always room for requests. */
const SHARE_OF_SOCKETS = 0.75;

/** Options of an operator. */
export interface ServerConfig {
  /** Points a minute of an anonymous address; null: no limit. */
  readonly rateLimit: number | null;
  /** Proxies that are trusted to set X-Forwarded-For. */
  readonly trustedProxies: readonly string[];
  /** Connections of clients at a time. */
  readonly maxConnections: number;
  /** WebSockets at a time, among these connections. */
  readonly maxSockets: number;
  /** Origins whose pages may use the API, in addition to our own. */
  readonly corsOrigins: Origins;
  /** How long a closing server waits for running requests, in seconds. */
  readonly shutdownGrace: number;
  /** How many seconds a cache in front may serve cacheable answers without checking. */
  readonly cacheSeconds: number;
  /** The appearance of site and console; without a site, `/` leads to the explorer. */
  readonly site: SiteTheme;
}

export interface ServerNeeds extends ResolverNeeds, AuthenticatorNeeds, RateLimitsNeeds {
  readonly log: Logger;
}

/**
 * The HTTP server, not yet listening: /graphql, /health, /ready, /explorer and the site. When it closes, it waits for running requests as
 * long as configured, and for nothing else.
 */
export async function createServer(
  app: ServerNeeds,
  config: ServerConfig,
  timeouts = TIMEOUTS,
  lifecycle: Lifecycle = { phase: 'serving' },
): Promise<FastifyInstance> {
  const { corsOrigins: origins } = config;
  const headers = bareHeaders(origins);
  const server = fastify({
    loggerInstance: app.log as FastifyBaseLogger,
    ...REQUEST_LOGS,
    trustProxy: config.trustedProxies.length > 0 && trusting(config.trustedProxies),
    // Fastify would load compilers of schemas, which no route uses.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // Handles and external ids are percent-encoded in paths: 200 letters of four bytes, three characters each.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2_400 },
    requestTimeout: timeouts.request,
    http: {
      headersTimeout: timeouts.headers,
      connectionsCheckingInterval: timeouts.checks,
      IncomingMessage: IncomingRequest,
      // Node's own refusal has no body: see door.ts.
      requireHostHeader: false,
    },
    clientErrorHandler: answerClientErrors(headers),
    // Fastify's own refusal would not look like ours: see door.ts.
    return503OnClosing: false,
    frameworkErrors: (_, request, reply) => {
      if (rateLimits) void chargeAddress(rateLimits, request);
      refuseBadAddress(request, reply, headers, sendPage);
    },
  });
  hearClients(server.server);
  refuseExpectations(server.server, headers);
  // If it cannot listen, the start reports why.
  server.server.on('error', (error) => {
    if (server.server.listening) app.log.error({ err: error }, 'The HTTP server failed');
  });
  const schema = await sharedSchema();
  const runner = await OperationRunner.start(app, schema);
  const turns = new CostScheduler();
  const newDocuments = new CostScheduler(NEW_DOCUMENTS);
  const expensiveReads = new ExpensiveReadPool(app);
  server.addHook('onClose', () => expensiveReads.close());
  const authenticator = new Authenticator(app);
  const rateLimits = config.rateLimit === null ? null : countCallers(app, config.rateLimit, server);
  const wrongTokens = countWrongTokens(rateLimits);
  const cache = new ResponseCache(app.leagues, app.metrics);
  const shared = { app, authenticator, wrongTokens, rateLimits, turns, cache };
  const site = openSite(server, config.site, shared);
  const sendPage: SendPage = (request, reply, status) =>
    sendProblemPage(config.site.hasSite ? site : null, request, reply, status);
  // First of all: a route takes the error handler that exists when it is added.
  answerFailures(server, app.metrics, sendPage);
  if (rateLimits) chargeRequests(server, { rateLimits, authenticator, sessionOf, lifecycle, headers });
  refuseBadHosts(server, headers);
  refuseBareOptions(server);
  await openToPages(server, origins);
  refuseUnknownAddresses(server);
  measureRequests(server, app.metrics);
  answerProbes(server, lifecycle, () => app.schema.look());
  const { cacheSeconds } = config;
  openEndpoint(server, { ...shared, schema, newDocuments, expensiveReads, origins, runner, cacheSeconds });
  const connections = new Connections(server.server, {
    limit: config.maxConnections,
    addressOf: addressReader(config.trustedProxies),
    headers,
  });
  const closeSockets = openSockets(server, {
    ...{ app, schema, authenticator, wrongTokens, newDocuments, lifecycle, origins, headers },
    deliveries: new Deliveries({ app, rateLimits, turns, expensiveReads }),
    trustedProxies: config.trustedProxies,
    maxSockets: Math.min(config.maxSockets, Math.floor(connections.limit * SHARE_OF_SOCKETS)),
  });
  openExplorer(server, rateLimits);
  mountSite(server, site);
  if (!config.site.hasSite) server.get('/', async (_, reply) => reply.redirect('/explorer'));
  // Before the server waits for its connections to end, including sockets.
  server.addHook('preClose', async () => {
    lifecycle.phase = 'stopped';
    connections.end(config.shutdownGrace * 1_000);
    await closeSockets();
  });
  // Apollo's plugin to drain Fastify would close the server, and both would wait for each other forever.
  server.addHook('onClose', () => runner.stop());
  return server;
}

function noSchemas(): never {
  throw new Error('no route has a schema');
}

function countCallers(needs: RateLimitsNeeds, points: number, server: FastifyInstance): RateLimits {
  const rateLimits = new RateLimits(needs, points, (error) =>
    server.log.warn(error, 'Could not synchronise rate limits'),
  );
  server.addHook('onClose', () => rateLimits.close());
  return rateLimits;
}
