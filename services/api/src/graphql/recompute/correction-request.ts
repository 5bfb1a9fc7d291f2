import { chargeReplay } from '../charge-work.js';
import type { HttpContext } from '../http-context.js';
import { onceOf } from '../once.js';

/** The input of a correction, with what its HTTP request says of the caller. */
export function requestOf<Input extends object>(context: HttpContext, mutation: string, input: Input) {
  return { ...input, once: onceOf(context, mutation, input), left: context.left, charge: chargeReplay(context) };
}
