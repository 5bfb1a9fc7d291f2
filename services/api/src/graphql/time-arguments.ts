import { checkReadable } from '../kit/check-text.js';
import { Refused, refuse } from '../kit/refusal.js';

/**
 * Checks a time argument. The scalar lets unreadable times through, so that the refusal can name the argument.
 * @throws Refused
 */
export function checkTime(argument: string, time: Date | null | undefined): Date | undefined {
  if (!time) return undefined;
  const problem = checkReadable(time, [argument]);
  if (problem) throw new Refused(problem);
  return time;
}

const DAY = 86_400_000;

/** The most days that are counted one by one. */
export const MAX_DAYS = 3660;

/** A stretch of time whose days are counted. */
interface DayWindow {
  /** Inclusive; null: the 365 days up to `to`. */
  readonly from: Date | null;
  /** Exclusive. */
  readonly to: Date;
}

/**
 * The stretch between the arguments `from` and `to`.
 * @param newest when the newest match was played, where `to` is omitted; null: there is none
 * @returns null if no match can be in it
 * @throws Refused
 */
export function dayWindow(newest: Date | null, from?: Date, to?: Date): DayWindow | null {
  const [start, end] = [checkTime('from', from), checkTime('to', to) ?? (newest && new Date(newest.getTime() + 1))];
  if (!end || (start && start >= end)) return null;
  if (start && end.getTime() - start.getTime() > MAX_DAYS * DAY) {
    const values = { max: MAX_DAYS, from: start.toISOString(), to: end.toISOString() };
    throw new Refused(refuse('DAYS_APART', ['from'], values));
  }
  return { from: start ?? null, to: end };
}
