import type { UserErrorCode } from './operations.js';

/** An expected failure: the refused value, the rule and the place in the input. Switch over `code`. */
export interface ExpectedError {
  readonly code: UserErrorCode;
  /** Stable name of the rule, for example `MAX_LENGTH`; missing if the request was refused as a whole and the service named none. */
  readonly rule?: string | undefined;
  /** The values of the rule by their names, for example `{ field: 'externalId', max: 200, length: 201 }`; missing without a rule. */
  readonly parameters?: unknown;
  /** A sentence for people: the field, the rule and the value received. */
  readonly message: string;
  /**
   * Its path: in a submitted match, for example `["sides", "0", "participants"]`; if the whole request is refused, in its arguments,
   * for example `["input", "league"]`.
   */
  readonly path: readonly string[];
}

/** What was refused, and why. */
export interface RefusedResult {
  readonly ok: false;
  /** The first of `errors`. */
  readonly error: ExpectedError;
  readonly errors: readonly ExpectedError[];
}

/** Makes a refusal of a payload's errors. @param errors at least one */
export function refusal(errors: readonly ExpectedError[]): RefusedResult {
  return { ok: false, error: errors[0]!, errors };
}
