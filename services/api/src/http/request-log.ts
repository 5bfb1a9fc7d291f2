import { randomUUID } from 'node:crypto';
import { type FastifyBaseLogger, type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import type { GraphQLError } from 'graphql';
import { causeOf, errorCode, shortened } from '../graphql/error-format.js';
import type { Log } from '../kit/log.js';
import { reasonOf } from '../kit/sql/database-away.js';
import type { Metrics } from '../metrics/metrics.js';

type Fields = Parameters<FastifyBaseLogger['child']>[0];
type Options = Parameters<FastifyBaseLogger['child']>[1];

/**
 * The log of a request, whose lines carry its id. The logger itself is made with the first line: nearly all requests log nothing, and
 * making it takes as long as parsing a small body.
 */
class RequestLog {
  #own: FastifyBaseLogger | undefined;

  constructor(
    private readonly log: FastifyBaseLogger,
    private readonly fields: Fields,
    private readonly options: Options,
  ) {}

  get #logger(): FastifyBaseLogger {
    this.#own ??= this.log.child(this.fields, this.options);
    return this.#own;
  }

  get level(): string {
    return this.log.level;
  }

  static {
    for (const level of ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const) {
      const write = function (this: RequestLog, ...line: [object]) {
        this.#logger[level](...line);
      };
      Object.defineProperty(RequestLog.prototype, level, { value: write });
    }
  }

  silent(): void {}

  child(fields: Fields, options?: Options): FastifyBaseLogger {
    return this.#logger.child(fields, options);
  }
}

export function requestLog(log: FastifyBaseLogger, fields: Fields, options: Options = {}): FastifyBaseLogger {
  return new RequestLog(log, fields, options) as Partial<FastifyBaseLogger> as FastifyBaseLogger;
}

/** How a server names its requests, and makes their logs. */
export const REQUEST_LOGS: FastifyServerOptions = {
  logController: new LogController({ disableRequestLogging: true }),
  childLoggerFactory: requestLog,
  genReqId: () => randomUUID(),
};

/** Log message for everything that is unavailable. */
export const UNAVAILABLE = 'A request could not be answered now';

/** How many failures of one request are logged: a bot may repeat a mistake in each of a thousand matches. */
const LOGGED = 10;

/**
 * Counts the errors of a response and logs them: the caller's mistakes as reported to them, our own in full.
 * @param log of the request or the socket, so that each line has its id
 */
export function logErrors(
  log: Log,
  { metrics, isStandby }: { readonly metrics: Metrics; readonly isStandby: boolean },
  errors: readonly GraphQLError[],
): void {
  const refusals: object[] = [];
  const unavailable: object[] = [];
  for (const error of errors) {
    const code = errorCode(error, error, isStandby);
    metrics.errors.inc({ code });
    const { message, path } = error;
    if (code === 'INTERNAL_SERVER_ERROR') log.error({ err: causeOf(error), code, path }, 'A request failed');
    else if (code === 'UNAVAILABLE') unavailable.push({ reason: reasonOf(causeOf(error)), path });
    else refusals.push({ code, message: shortened(message), path });
  }
  if (unavailable.length > 0)
    log.warn({ count: unavailable.length, errors: unavailable.slice(0, LOGGED) }, UNAVAILABLE);
  if (refusals.length > 0)
    log.info({ count: refusals.length, errors: refusals.slice(0, LOGGED) }, 'A request was refused');
}

/** Measures how long every request takes. */
export function measureRequests(server: FastifyInstance, { requests }: Metrics): void {
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
}

function asArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Logs the expected failures of a mutation. They are data of the response; their codes are known here only if the caller selected them.
 */
export function logRefusals(data: object, log: Log): void {
  for (const [field, payload] of Object.entries(data)) {
    const { errors, results } = (payload ?? {}) as { errors?: unknown; results?: unknown };
    const refusals = asArray(errors);
    const rejections = asArray(results).filter((result) => (result as { error?: unknown } | null)?.error);
    const first = refusals.slice(0, LOGGED);
    if (refusals.length > 0) log.info({ field, count: refusals.length, refusals: first }, 'A mutation was refused');
    if (rejections.length === 0) continue;
    const rejected = rejections.slice(0, LOGGED);
    log.info({ field, count: rejections.length, rejections: rejected }, 'Matches were rejected');
  }
}
