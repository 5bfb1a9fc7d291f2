import type { Answer } from './api-client.js';
import type { ApiRefusal, Parameters } from './texts/refusal.js';

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
  BAD_USER_INPUT: 400,
  OUT_OF_WINDOW: 400,
  UNKNOWN_PLAYER: 404,
  FORBIDDEN: 403,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
};

/** The errors without those of fields that a page does without. @param optional paths, such as `league.prediction` */
export function fatalErrors(
  errors: readonly TopLevelError[] | undefined,
  optional: readonly string[] = [],
): readonly TopLevelError[] {
  return (errors ?? []).filter(
    ({ path = [] }) => !optional.some((field) => `${path.join('.')}.`.startsWith(`${field}.`)),
  );
}

/** What a reader is told about an answer with errors. They see the API's message only if they can correct their request; other details go to the log. */
export function failureOf({ status, retryAfter }: Answer, [error]: readonly TopLevelError[]): Failure {
  const code = error?.extensions?.code ?? '';
  const known = STATUS[code] ?? (status >= 400 ? status : 500);
  return { status: known, told: known === 400 && error ? toldBy(error) : null, retryAfter };
}
