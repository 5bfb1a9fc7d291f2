import { createHash } from 'node:crypto';
import type { Form } from './form-data.js';

/** Names of what forms with a plan say beside their fields. */
export const PLAN = { seen: '_plan', apply: '_apply' } as const;

/**
 * Whether the form requests a preview. A form is applied only if its sender has seen the preview of exactly this change, so the next
 * form records which preview it was.
 * @param content all that it would do
 */
export function isPreviewRequest(form: Form, content: object): boolean {
  form.plan = createHash('sha256').update(JSON.stringify(content)).digest('base64url');
  return !isApplied(form);
}

/** Whether the form applied the change of its preview. */
export function isApplied(form: Form): boolean {
  return form.plan !== null && form.flag(PLAN.apply) && form.text(PLAN.seen) === form.plan;
}

/** The reason of a correction; a plan needs none of its own. */
export function reasonOf(form: Form, isPlan: boolean): string {
  return form.text('reason') || (isPlan ? 'plan' : '');
}
