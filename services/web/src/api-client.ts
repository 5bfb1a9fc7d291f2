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

/** What the API answers. */
export interface Answer {
  readonly status: number;
  /** JSON with data, errors, or both. The site reads it only if it has no page made from it yet. */
  readBody(): string;
  /** Identifies the answer; null if the API does not keep it. */
  readonly etag: string | null;
  /** Seconds to wait before asking again; null if there is no need to wait. */
  readonly retryAfter: string | null;
  /**
   * Checks whether the answer would be the same now, and charges the reader for it; false if they must ask again. Missing if nobody
   * can tell.
   */
  readonly stillHolds?: (reader: Reader) => Promise<boolean>;
}

/** Asks the API. The site gets all its data this way. */
export type Ask = (request: ApiRequest, reader: Reader) => Promise<Answer>;

/** A turn at work, or how somebody is refused one. */
export type Turn =
  | { readonly end: () => void }
  /** An HTTP status, and the seconds after which they may try again. */
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
  /** What the reader can correct; null if the text for the status is enough. */
  readonly told: ApiRefusal | null;
  readonly retryAfter: string | null;
}

export interface TopLevelError {
  readonly message: string;
  /** Where the answer has null for it. */
  readonly path?: readonly (string | number)[];
  readonly extensions?: {
    readonly code?: string;
    readonly argument?: readonly string[];
    readonly rule?: string;
    readonly parameters?: Parameters;
  };
}

/** What an error tells, with its rule if it has one. */
export function toldBy({ message, extensions }: TopLevelError): ApiRefusal {
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

/** Whether the whole answer, or a part of it, was refused because it would cost too much. */
export function isTooCostly(answer: Answer): boolean {
  // An answer that is kept has no errors; most others have none, and need not be parsed twice.
  const text = answer.etag === null ? answer.readBody() : '';
  if (!text.includes('TOO_COSTLY')) return false;
  const { errors = [] }: { errors?: readonly TopLevelError[] } = JSON.parse(text);
  return errors.some(({ extensions }) => extensions?.code === 'TOO_COSTLY');
}

/** The errors without those of fields that a page does without. @param optional paths, such as `league.prediction` */
export function fatalErrors(
  errors: readonly TopLevelError[],
  optional: readonly string[] = [],
): readonly TopLevelError[] {
  return errors.filter(({ path = [] }) => !optional.some((field) => `${path.join('.')}.`.startsWith(`${field}.`)));
}

/** What a reader is told about an answer with errors. They see the API's message only if they can correct their request; other details go to the log. */
export function failureOf({ status, retryAfter }: Answer, [error]: readonly TopLevelError[]): Failure {
  const code = error?.extensions?.code ?? '';
  const known = STATUS[code] ?? (status >= 400 ? status : 500);
  return { status: known, told: known === 400 && error ? toldBy(error) : null, retryAfter };
}
