import { ApolloServer } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { GraphQLError } from 'graphql';
import { type Access, ANONYMOUS } from '../access/access.js';
import { Authenticator } from '../access/authenticator.js';
import type { App } from '../app.js';
import type { LogLevel } from '../config.js';
import { startPage } from '../start-page.js';
import type { Context } from './context.js';
import { errorFormatter } from './error-format.js';
import { createLoaders } from './loaders.js';
import { createSchema } from './schema.js';

/** Room for a submission of a thousand matches of ten players. */
const BODY_LIMIT = 8 * 1024 * 1024;
/** A hand-written query of every field has some 800; data belongs into variables. */
const MAX_TOKENS = 1500;
const MAX_VALIDATION_ERRORS = 5;
/** Guards against documents of fragments that double themselves. */
const MAX_RECURSIVE_SELECTIONS = 1000;

/** The HTTP server, not yet listening: /graphql, /health, /ready and a page that says what this is. */
export async function createServer(app: App, logLevel: LogLevel): Promise<FastifyInstance> {
  const server = fastify({
    logger: { level: logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
  });
  const apollo = new ApolloServer<Context>({
    schema: await createSchema(),
    plugins: [ApolloServerPluginCacheControlDisabled(), ApolloServerPluginLandingPageDisabled()],
    formatError: errorFormatter(server.log),
    introspection: true,
    includeStacktraceInErrorResponses: false,
    hideSchemaDetailsFromClientErrors: true,
    stopOnTerminationSignals: false,
    allowBatchedHttpRequests: false,
    maxRecursiveSelections: MAX_RECURSIVE_SELECTIONS,
    parseOptions: { maxTokens: MAX_TOKENS },
    validationOptions: { maxErrors: MAX_VALIDATION_ERRORS },
  });
  await apollo.start();

  const authenticator = new Authenticator(app);
  server.route({
    url: '/graphql',
    method: ['GET', 'POST'],
    handler: fastifyApolloHandler(apollo, {
      context: async (request) => ({
        app,
        access: await accessOf(request, authenticator),
        loaders: createLoaders(app.database.manager),
      }),
    }),
  });
  server.get('/health', async () => ({ status: 'ok' }));
  server.get('/ready', async (_, reply) => {
    try {
      await app.database.query('SELECT FROM league LIMIT 1');
      return { status: 'ready' };
    } catch {
      return reply.code(503).send({ status: 'the database does not answer' });
    }
  });
  server.get('/', async (_, reply) => reply.type('text/html; charset=utf-8').send(startPage()));
  // Apollo's plugin to drain Fastify would close the server in turn, and both would wait for each other for ever.
  server.addHook('onClose', () => apollo.stop());
  return server;
}

async function accessOf(request: FastifyRequest, authenticator: Authenticator): Promise<Access> {
  const header = request.headers.authorization;
  if (header === undefined) return ANONYMOUS;
  const secret = /^Bearer +(\S+)$/i.exec(header)?.[1];
  const access = secret === undefined ? null : await authenticator.authenticate(secret);
  if (access) return access;
  throw new GraphQLError('The Authorization header must be "Bearer" and a token that is good.', {
    extensions: { code: 'UNAUTHENTICATED', http: { status: 401 } },
  });
}
