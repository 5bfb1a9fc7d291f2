import { documentText, type Given, type TypedDocument } from './document.js';
import { answerError, errorOf, isPassing, type LadderError, networkError, type ResponseError } from './errors.js';
import { type Retry, withRetries } from './retry.js';

export interface RequestOptions {
  /** Ends the request and its repetitions. */
  readonly signal?: AbortSignal;
  /**
   * Makes a mutation happen once, even if it is sent again after a crash of the caller: 1 to 255 printable ASCII characters without spaces,
   * remembered for a day. Each mutation has a random one by default.
   */
  readonly idempotencyKey?: string;
  /**
   * Called with the reason why some fields of the response are null, for example a prediction that the rating system cannot make; the
   * rest of the response is returned. Without it, such a response is an error.
   */
  readonly onFieldError?: (error: LadderError) => void;
}

/**
 * Sends any document. @returns its data
 * @throws LadderError if the response has errors (see `onFieldError`), or after the last repetition
 */
export type Request = <Result, Variables>(
  document: TypedDocument<Result, Variables>,
  ...given: Given<NoInfer<Variables>, RequestOptions>
) => Promise<Result>;

export interface Connection {
  /** The address to which documents are sent. */
  readonly endpoint: string;
  readonly token: string | undefined;
  readonly retries: number;
  /** Milliseconds that one attempt may take. */
  readonly timeout: number;
  readonly fetch: typeof globalThis.fetch;
  readonly onRetry: ((retry: Retry) => void) | undefined;
}

/** Makes the function that sends documents over HTTP, and repeats them after temporary failures. */
export function requestsOver(connection: Connection): Request {
  const { retries, onRetry } = connection;
  return async (document, ...[variables, { signal, idempotencyKey, onFieldError } = {}]) => {
    checkKey(idempotencyKey);
    const query = documentText(document);
    const key = idempotencyKey ?? (/\bmutation\b/.test(query) ? randomKey() : undefined);
    const body = JSON.stringify({ query, variables });
    return withRetries(() => send(connection, body, { key, signal, onFieldError }), { retries, signal, onRetry });
  };
}

/** A key that a header cannot carry would look like an unreachable service. */
function checkKey(key: string | undefined): void {
  if (key === undefined || /^[!-~]{1,255}$/.test(key)) return;
  throw new TypeError(
    `idempotencyKey must be 1 to 255 printable ASCII characters without spaces, but is ${JSON.stringify(key)}`,
  );
}

interface Sending {
  readonly key: string | undefined;
  readonly signal: AbortSignal | undefined;
  readonly onFieldError: RequestOptions['onFieldError'];
}

async function send<Result>(
  { endpoint, token, timeout, fetch }: Connection,
  body: string,
  { key, signal, onFieldError }: Sending,
): Promise<Result> {
  const limit = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/graphql-response+json, application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      body,
      // The token is all that a request may reveal of its sender.
      credentials: 'omit',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    return dataOf<Result>(response, await response.text(), onFieldError);
  } catch (error) {
    signal?.throwIfAborted();
    if (limit.aborted) throw networkError(new Error(`no answer within ${timeout} ms`));
    // Errors of fetch; the service's own errors are made below.
    if (error instanceof TypeError || error instanceof DOMException) throw networkError(error);
    throw error;
  }
}

function dataOf<Result>(
  { status, headers }: Response,
  text: string,
  onFieldError: RequestOptions['onFieldError'],
): Result {
  const failure = {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: secondsOf(headers.get('retry-after')),
  };
  const answer = parsed(text);
  if (!answer) throw answerError(failure);
  if (answer.errors) {
    const error = errorOf(answer.errors, failure);
    // After a temporary failure, the request is repeated; any other failure would be the same the next time.
    if (!onFieldError || !answer.data || isPassing(error)) throw error;
    onFieldError(error);
  }
  return answer.data as Result;
}

/** A response of a GraphQL service; undefined for anything else, for example a proxy's page. */
function parsed(text: string): { readonly data?: unknown; readonly errors?: readonly ResponseError[] } | undefined {
  try {
    const answer = JSON.parse(text);
    return answer !== null && typeof answer === 'object' && ('data' in answer || 'errors' in answer)
      ? answer
      : undefined;
  } catch {
    return undefined;
  }
}

/** The Retry-After header, seconds or a date; https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** crypto.randomUUID is missing on pages that were not loaded by https. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
