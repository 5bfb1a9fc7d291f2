import { Refused } from '../kit/refusal.js';
import { checkReadable } from '../kit/unreadable-time.js';

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
