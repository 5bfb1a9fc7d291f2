import { askedOnce, type Once } from '../access/once.js';
import type { Context } from './context.js';

/** The caller's wish to have this mutation carried out once; null without an Idempotency-Key. */
export function onceOf({ access, idempotencyKey }: Context, mutation: string, input: object): Once | null {
  return askedOnce(access.tokenId, idempotencyKey ?? null, mutation, input);
}
