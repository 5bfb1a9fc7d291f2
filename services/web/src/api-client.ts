import type { ApiRefusal, Parameters } from './texts/refusal.js';

/** A request to the API: a GraphQL document with its variables. */
export interface ApiRequest {
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** A mutation that is sent again with the same key is done only once. */
  readonly key?: string;
}

/** The person on whose behalf the site queries. Their limits and rights apply. */
export interface Reader {
  readonly ip: string;
  /** Id of their session; missing if nobody is signed in. */
  readonly session?: string;
}

/** A response of the API. */
export interface Answer {
  readonly status: number;
  /** JSON with data, errors, or both. The site reads it only if it has no page made from it yet. */
  readBody(): string;
  /** Identifies the response; null if the API does not cache it. */
  readonly etag: string | null;
  /** Seconds to wait before retrying; null if there is no need to wait. */
  readonly retryAfter: string | null;
  /**
   * Checks whether the response would be the same now, and charges the reader for it; false if a new request is needed. Missing if
   * this cannot be checked.
   */
  readonly stillHolds?: (reader: Reader) => Promise<boolean>;
}

/** Sends a request to the API, from which the site gets all its data. */
export type Ask = (request: ApiRequest, reader: Reader) => Promise<Answer>;

/** A turn for work, or the reason for refusing one. */
export type Turn =
  | { readonly end: () => void }
  /** An HTTP status, and the seconds until a retry makes sense. */
  | { readonly status: 429 | 503; readonly retryAfter: string };

/**
 * Charges a reader for work that the site does itself, such as drawing a picture, and waits for its turn. The work begins when this has
 * resolved, and the turn must be ended.
 * @param points of about 10 microseconds
 */
export type TakeTurn = (points: number, reader: Reader) => Promise<Turn>;

/** Why there is no page. */
export interface Failure {
  readonly status: number;
  /** A refusal that the reader can correct; null if the text for the status is enough. */
  readonly refusal: ApiRefusal | null;
  readonly retryAfter: string | null;
}

export interface TopLevelError {
  readonly message: string;
  /** The path at which the response has null for it. */
  readonly path?: readonly (string | number)[];
  readonly extensions?: {
    readonly code?: string;
    readonly argument?: readonly string[];
    readonly rule?: string;
    readonly parameters?: Parameters;
  };
}

/** The refusal in an error, with its rule if it has one. */
export function refusalFrom({ message, extensions }: TopLevelError): ApiRefusal {
  return { rule: extensions?.rule, parameters: extensions?.parameters, message };
}

/** HTTP statuses by the codes of top-level errors. */
const STATUS: Readonly<Record<string, number>> = {
  BAD_INPUT: 400,
  OUT_OF_WINDOW: 400,
  UNKNOWN_PLAYER: 404,
  FORBIDDEN: 403,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
};

/** Whether the response, or a part of it, was refused because of its cost. */
export function isTooCostly(answer: Answer): boolean {
  // A cached response has no errors; most others have none, and need not be parsed twice.
  const text = answer.etag === null ? answer.readBody() : '';
  if (!text.includes('TOO_COSTLY')) return false;
  const { errors = [] }: { errors?: readonly TopLevelError[] } = JSON.parse(text);
  return errors.some(({ extensions }) => extensions?.code === 'TOO_COSTLY');
}

/** The errors, except those of optional fields. @param optional paths, such as `league.prediction` */
export function fatalErrors(
  errors: readonly TopLevelError[],
  optional: readonly string[] = [],
): readonly TopLevelError[] {
  return errors.filter(({ path = [] }) => !optional.some((field) => `${path.join('.')}.`.startsWith(`${field}.`)));
}

/** What a reader sees after a response with errors: the API's message only if they can correct their request. Other details go to the log. */
export function failureOf({ status, retryAfter }: Answer, [error]: readonly TopLevelError[]): Failure {
  const code = error?.extensions?.code ?? '';
  const known = STATUS[code] ?? (status >= 400 ? status : 500);
  return { status: known, refusal: known === 400 && error ? refusalFrom(error) : null, retryAfter };
}
