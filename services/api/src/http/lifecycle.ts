import type { FastifyInstance } from 'fastify';
import { Unavailable } from '../kit/unavailable.js';

/**
 * Phases of a process: starting, it refuses requests; serving; draining, it still serves while clients learn to send
 * requests elsewhere; stopped, it refuses requests on the remaining connections.
 */
export type Phase = 'starting' | 'serving' | 'draining' | 'stopped';

/** The phase of a process, set by the code that starts and stops it. */
export interface Lifecycle {
  phase: Phase;
}

const REFUSALS: Readonly<Partial<Record<Phase, Unavailable>>> = {
  starting: new Unavailable('The service is starting; send the same request again in a moment.', { retryAfter: 1 }),
  stopped: new Unavailable('The service is stopping; send the same request to another replica.', { retryAfter: 1 }),
};

/** Why requests are refused in a phase; undefined if they are not. */
function phaseRefusal({ phase }: Lifecycle): Unavailable | undefined {
  return REFUSALS[phase];
}

/**
 * Answers /health, whether the process runs, and /ready, whether requests should be sent to it. Refuses requests before it is ready and
 * after it has stopped, and makes clients leave their connections before that.
 * @param whyNotReady why no requests should be sent to it; null if they should. Rejects if the database does not answer
 */
export function answerProbes(
  server: FastifyInstance,
  lifecycle: Lifecycle,
  whyNotReady: () => Promise<string | null>,
): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (lifecycle.phase === 'serving') return done();
    if (lifecycle.phase !== 'starting') reply.header('connection', 'close');
    const refusal = phaseRefusal(lifecycle);
    if (!refusal || PROBES.includes(request.routeOptions.url ?? '')) return done();
    reply.header('x-request-id', request.id);
    done(refusal);
  });
  server.get('/health', UNCHARGED, async () => ({ status: 'ok' }));
  const look = impatiently(whyNotReady);
  server.get('/ready', UNCHARGED, async (_, reply) => {
    const { phase } = lifecycle;
    if (phase !== 'serving') return reply.code(503).send({ status: phase === 'stopped' ? 'draining' : phase });
    try {
      const reason = await look();
      return reason ? reply.code(503).send({ status: reason }) : { status: 'ready' };
    } catch {
      return reply.code(503).send({ status: 'the database does not respond' });
    }
  });
}

/** Load balancers ask often, and must be answered. */
const UNCHARGED = { config: { charge: 'BY_ROUTE' } } as const;

const PROBES = ['/health', '/ready'];

/** How long the database may take to answer, in milliseconds: less than load balancers wait. */
const PATIENCE = 3_000;

/**
 * Asks a database that may be silent because its host is gone or its disk hangs. No one waits longer than `PATIENCE`, and it is not asked
 * again until it has answered, so that probes do not use up connections.
 */
function impatiently<T>(ask: () => Promise<T>): () => Promise<T> {
  let unanswered: Promise<T> | undefined;
  const forget = () => {
    unanswered = undefined;
  };
  return () =>
    new Promise((resolve, reject) => {
      const answer = unanswered ?? ask();
      const timer = setTimeout(() => {
        unanswered = answer;
        answer.then(forget, forget);
        reject(new Error(`no answer within ${PATIENCE} ms`));
      }, PATIENCE);
      answer.then(resolve, reject).finally(() => clearTimeout(timer));
    });
}
