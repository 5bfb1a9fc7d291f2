import type { FastifyBaseLogger } from 'fastify';

type Fields = Parameters<FastifyBaseLogger['child']>[0];
type Options = Parameters<FastifyBaseLogger['child']>[1];

/**
 * The log of a request, whose lines carry its id. The logger itself is made with the first line: nearly all requests log nothing, and
 * making it takes as long as parsing a small body.
 */
export class RequestLog {
  readonly #log: FastifyBaseLogger;
  readonly #fields: Fields;
  readonly #options: Options;
  #own: FastifyBaseLogger | undefined;

  constructor(log: FastifyBaseLogger, fields: Fields, options: Options) {
    this.#log = log;
    this.#fields = fields;
    this.#options = options;
  }

  get #logger(): FastifyBaseLogger {
    this.#own ??= this.#log.child(this.#fields, this.#options);
    return this.#own;
  }

  get level(): string {
    return this.#log.level;
  }

  fatal(...line: Parameters<FastifyBaseLogger['fatal']>): void {
    this.#logger.fatal(...line);
  }

  error(...line: Parameters<FastifyBaseLogger['error']>): void {
    this.#logger.error(...line);
  }

  warn(...line: Parameters<FastifyBaseLogger['warn']>): void {
    this.#logger.warn(...line);
  }

  info(...line: Parameters<FastifyBaseLogger['info']>): void {
    this.#logger.info(...line);
  }

  debug(...line: Parameters<FastifyBaseLogger['debug']>): void {
    this.#logger.debug(...line);
  }

  trace(...line: Parameters<FastifyBaseLogger['trace']>): void {
    this.#logger.trace(...line);
  }

  silent(): void {}

  child(fields: Fields, options?: Options): FastifyBaseLogger {
    return this.#logger.child(fields, options);
  }
}
