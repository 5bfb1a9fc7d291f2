import { Refused, refuse } from '../refusal.js';

/**
 * Checks a time argument: the scalar lets an unreadable one through, so that it can be told where it stands.
 * @throws Refused
 */
export function checkTime(argument: string, time: Date | null | undefined): Date | undefined {
  if (!time) return undefined;
  if (!Number.isNaN(time.getTime())) return time;
  const message = `${argument} must be an RFC 3339 time such as 2026-11-20T12:00:00Z, but could not be read`;
  throw new Refused(refuse('BAD_INPUT', [argument], message));
}
