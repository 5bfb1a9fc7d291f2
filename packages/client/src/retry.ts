import { isPassing, type LadderError } from './errors.js';

/** A request or a connection failed and is tried again. */
export interface Retry {
  readonly error: LadderError;
  /** 1 for the first repetition. */
  readonly attempt: number;
  /** Milliseconds until then. */
  readonly delay: number;
}

export interface RetryOptions {
  /** How often a request is repeated at most. */
  readonly retries: number;
  readonly signal?: AbortSignal | undefined;
  readonly onRetry?: ((retry: Retry) => void) | undefined;
}

const FIRST_DELAY = 250;
const LONGEST_DELAY = 30_000;
/** The longest wait that the service may request, in seconds; for a longer one, the caller gets the error. */
const TIMEOUT = 300;

/**
 * How long to wait before a repetition: exponential with full jitter, so that callers who failed together do not return
 * together, and never shorter than the service requests.
 * @param attempt 1 for the first repetition
 * @param random from 0 to 1
 * @returns milliseconds
 */
export function delayBefore(
  attempt: number,
  { retryAfter = 0 }: Pick<LadderError, 'retryAfter'>,
  random = Math.random(),
): number {
  const most = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** attempt);
  return Math.ceil(retryAfter * 1_000 + random * most);
}

/** Repeats work after temporary failures. @throws the last error */
export async function withRetries<T>(once: () => Promise<T>, { retries, signal, onRetry }: RetryOptions): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once();
    } catch (error) {
      if (attempt > retries || !isPassing(error) || (error.retryAfter ?? 0) > TIMEOUT) throw error;
      const delay = delayBefore(attempt, error);
      onRetry?.({ error, attempt, delay });
      await sleep(delay, signal);
    }
  }
}

/** Waits. @throws the signal's reason once it is aborted */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/** Waits, in a browser only until its network is back, for example after a laptop slept. Never throws. */
export async function sleepWhileOffline(milliseconds: number, signal?: AbortSignal): Promise<void> {
  const back = new AbortController();
  const wake = () => back.abort();
  const page = globalThis as Partial<Pick<EventTarget, 'addEventListener' | 'removeEventListener'>>;
  page.addEventListener?.('online', wake);
  signal?.addEventListener('abort', wake);
  if (!signal?.aborted) await sleep(milliseconds, back.signal).catch(() => undefined);
  page.removeEventListener?.('online', wake);
  signal?.removeEventListener('abort', wake);
}
