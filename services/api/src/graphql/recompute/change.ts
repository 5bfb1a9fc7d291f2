import type { Change, ChangeRequest, FoundLeague } from '../../league-log/change.js';
import { type Changed, makeChange } from '../../league-log/engine.js';
import { chargeReplay, type HttpContext, onceOf } from '../context.js';
import { orErrors } from '../payload.js';

/**
 * Makes a change that a mutation asks for, on behalf of its caller.
 * @param input as it came, with ids read; requests with the same Idempotency-Key must have the same
 */
export function change<Input extends ChangeRequest, At extends FoundLeague, Data extends object, Shown extends object>(
  context: HttpContext,
  kind: Change<Input, At, Data, Shown>,
  input: Omit<Input, 'once' | 'left' | 'charge'>,
): ReturnType<typeof orErrors<Changed & Shown>> {
  const { app, access, left } = context;
  const once = onceOf(context, kind.kind, input);
  const request = { ...input, once, left, charge: chargeReplay(context) } as unknown as Input;
  return orErrors(() => makeChange(app, access, kind, request));
}
