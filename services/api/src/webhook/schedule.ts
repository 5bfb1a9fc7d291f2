const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Pauses after the first, second, … failed attempt; the last one repeats. From 5 minutes on as Standard Webhooks proposes; the shorter ones
 * are for receivers that restart.
 */
const PAUSES = [
  ...[5 * SECOND, 10 * SECOND, 20 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE],
  ...[2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
] as const;
/** Pauses are longer by up to this share, so that receivers that failed together are not tried together. */
const JITTER = 0.2;
/** The longest pause that a receiver can request. */
const LONGEST_PAUSE = DAY;
/** A webhook is disabled when nothing was accepted for this long. */
const GIVES_UP_AFTER = 5 * DAY;

/**
 * When to try again.
 * @param failures failed attempts in a row, from 1
 * @param retryAfter pause requested by the receiver, in milliseconds; null if none
 * @param random from 0 to 1
 */
export function nextAttempt(now: Date, failures: number, retryAfter: number | null, random: number): Date {
  const pause = PAUSES[Math.min(failures, PAUSES.length) - 1]! * (1 + JITTER * random);
  const asked = Math.min(retryAfter ?? 0, LONGEST_PAUSE);
  return new Date(now.getTime() + Math.max(pause, asked));
}

/** Whether to give up on a webhook that has been failing since a time. */
export function isGivenUp(now: Date, failingSince: Date): boolean {
  return now.getTime() - failingSince.getTime() >= GIVES_UP_AFTER;
}

/**
 * Reads a Retry-After header: seconds, or a date (RFC 9110, section 10.2.3).
 * @returns milliseconds; null if there is none, or it makes no sense
 */
export function readRetryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  const pause = /^\d{1,9}$/.test(header) ? Number(header) * SECOND : Date.parse(header) - now.getTime();
  return pause >= 0 ? pause : null;
}
