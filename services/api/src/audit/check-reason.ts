import { checkText } from '../kit/check-text.js';
import { Refused } from '../kit/refusal.js';

/**
 * Checks the reason for the audit log.
 * @throws Refused
 */
export function checkReason(reason: string): void {
  const problem = checkText(reason, ['input', 'reason']);
  if (problem) throw new Refused(problem);
}
