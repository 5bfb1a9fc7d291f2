/** An error of the response as the service sent it. */
export interface ResponseError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: {
    readonly code?: string;
    readonly retryAfter?: number;
    /** Place of the refused value, for example `["input", "matches", "3", "playedAt"]`. */
    readonly argument?: readonly string[];
    /** External id of the match that it is in. */
    readonly externalId?: string;
    /** The rule by which it was refused, and its values. */
    readonly rule?: string;
    readonly parameters?: unknown;
  };
}

/** The facts about a failed request. */
export interface Failure {
  /** HTTP status; undefined if there was no answer, or if it came over a socket. */
  readonly status?: number | undefined;
  /** Names the request in the service's log. */
  readonly requestId?: string | undefined;
  /** Seconds until the service accepts the request again. */
  readonly retryAfter?: number | undefined;
  readonly errors?: readonly ResponseError[];
  readonly cause?: unknown;
}

/** A request failed. Expected failures, such as a match that breaks a rule, are values instead. */
export class LadderError extends Error {
  override readonly name: string = 'LadderError';
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;
  /** Every error of the response; empty if there was no answer. */
  readonly errors: readonly ResponseError[];

  /** @param code the service's `extensions.code`, or `NETWORK`, `HTTP_502` and the like, `NOT_FOUND` */
  constructor(
    message: string,
    readonly code: string,
    { status, requestId, retryAfter, errors = [], cause }: Failure = {},
  ) {
    super(message, { cause });
    this.status = status;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
    this.errors = errors;
  }
}

/** The caller's points of this minute are spent. */
export class RateLimited extends LadderError {
  override readonly name = 'RateLimited';
  /** Seconds until there are more. */
  declare readonly retryAfter: number;
}

/** A token is needed, or the one sent is wrong, expired or revoked. */
export class Unauthenticated extends LadderError {
  override readonly name = 'Unauthenticated';
}

/** The token does not permit it. */
export class Forbidden extends LadderError {
  override readonly name = 'Forbidden';
}

/** The service could not be reached, or the connection broke. Whether the request was carried out is unknown. */
export class Network extends LadderError {
  override readonly name = 'Network';
}

/** The limits of the service are per minute: the longest wait if it does not give one. */
const A_MINUTE = 60;
/** Codes of temporary states, whatever the HTTP status. */
const PASSING = new Set(['RATE_LIMITED', 'UNAVAILABLE', 'INTERNAL_SERVER_ERROR', 'FELL_BEHIND']);

/** Makes the error of a response that has errors. @param errors at least one */
export function errorOf(errors: readonly ResponseError[], failure: Failure = {}): LadderError {
  const [first] = errors;
  const code = first?.extensions?.code ?? (failure.status === undefined ? 'UNKNOWN' : `HTTP_${failure.status}`);
  const retryAfter = failure.retryAfter ?? first?.extensions?.retryAfter;
  return failed(first?.message ?? code, code, { ...failure, errors, retryAfter });
}

/** Makes the error of a response that is not the service's, for example a proxy's. */
export function answerError(failure: Failure & { readonly status: number }): LadderError {
  const { status } = failure;
  return failed(`The service answered with status ${status} and no GraphQL response`, `HTTP_${status}`, failure);
}

/** Makes the error of a connection that failed. */
export function networkError(cause: unknown): Network {
  return new Network(`The service could not be reached: ${refusalReason(cause) || 'no reason given'}`, 'NETWORK', {
    cause,
  });
}

/**
 * The known reason of a failed connection. Sockets fail with an event: in Node and `ws` it has a message, in browsers none. Node gives an
 * error for each address that it tried, and none for the whole.
 */
function refusalReason(cause: unknown): string {
  if (typeof cause !== 'object' || cause === null) return String(cause ?? '');
  const { message, cause: deeper, error, errors, code, type } = cause as Readonly<Record<string, unknown>>;
  for (const inner of [deeper, error, Array.isArray(errors) ? errors[0] : undefined]) {
    const reason = inner instanceof Error ? refusalReason(inner) : '';
    if (reason) return reason;
  }
  if (typeof message === 'string' && message) return message;
  if (typeof code === 'string') return code;
  return type === 'error' ? 'the socket failed' : '';
}

/** Makes the error of a league that the caller cannot see. */
export function noSuchLeague(slug: string): LadderError {
  return new LadderError(`There is no league "${slug}", or this token may not read it`, 'NOT_FOUND');
}

function failed(message: string, code: string, failure: Failure): LadderError {
  const { status, retryAfter = A_MINUTE } = failure;
  if (code === 'RATE_LIMITED' || status === 429) return new RateLimited(message, code, { ...failure, retryAfter });
  if (code === 'UNAUTHENTICATED' || status === 401) return new Unauthenticated(message, code, failure);
  if (code === 'FORBIDDEN' || status === 403) return new Forbidden(message, code, failure);
  return new LadderError(message, code, failure);
}

/** Whether the same request may succeed later. */
export function isPassing(error: unknown): error is LadderError {
  if (!(error instanceof LadderError)) return false;
  return error instanceof Network || PASSING.has(error.code) || (error.status ?? 0) >= 500 || error.status === 429;
}
