import type { Answer } from './ask.js';

/** Why there is no page. */
export interface Failure {
  readonly status: number;
  /** As the API says it; null: the words for the status do. */
  readonly message: string | null;
  readonly retryAfter: string | null;
}

interface TopLevelError {
  readonly message: string;
  readonly extensions?: { readonly code?: string };
}

/** Codes of top-level errors that are the reader's. */
const STATUS: Readonly<Record<string, number>> = {
  BAD_INPUT: 400,
  BAD_USER_INPUT: 400,
  OUT_OF_WINDOW: 400,
  UNKNOWN_PLAYER: 404,
  FORBIDDEN: 403,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
};

/** What a reader is told of an answer with errors. Readers can mend what they asked for; of anything else the details are for the log. */
export function failureOf({ status, retryAfter }: Answer, [error]: readonly TopLevelError[]): Failure {
  const code = error?.extensions?.code ?? '';
  const known = STATUS[code] ?? (status >= 400 ? status : 500);
  return { status: known, message: known === 400 ? (error?.message ?? null) : null, retryAfter };
}
