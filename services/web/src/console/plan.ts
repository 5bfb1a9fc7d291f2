import { createHash } from 'node:crypto';
import type { Form } from './form-data.js';

/** Names of what forms with a plan say beside their fields. */
export const PLAN = { seen: '_plan', apply: '_apply' } as const;

/**
 * Whether a form asks what it would do, and not to do it: nothing is done unless the one who sends it has seen what exactly this
 * does. Notes in the form which plan that is, for the form that follows.
 * @param content all that it would do
 */
export function asksForPlan(form: Form, content: object): boolean {
  form.plan = createHash('sha256').update(JSON.stringify(content)).digest('base64url');
  return !isApplied(form);
}

/** Whether the form has done what its plan had shown. */
export function isApplied(form: Form): boolean {
  return form.plan !== null && form.flag(PLAN.apply) && form.text(PLAN.seen) === form.plan;
}

/** The reason of a correction; a plan needs none of its own. */
export function reasonOf(form: Form, isPlan: boolean): string {
  return form.text('reason') || (isPlan ? 'plan' : '');
}
