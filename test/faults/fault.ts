import type { Random } from '../../packages/rating/dist/random.js';

/** Something that goes wrong while bots submit matches, and must do no harm. */
export interface Fault {
  readonly name: string;
  /** How often it happens: in `npm test`, and in `npm run faults`. */
  readonly rounds: { readonly short: number; readonly long: number };
  /** Sets the scene of all rounds. */
  prepare(): Promise<Scene>;
}

export interface Scene {
  /**
   * Lets it happen once, waits until all is settled, and proves that nothing was lost or doubled.
   * @param random decides all that is left to chance; the same seed decides the same
   */
  round(random: Random): Promise<void>;
  clear(): Promise<void>;
}

/** Waits for some milliseconds. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Does the last things first, all of them, whatever one of them throws. */
export async function clearAll(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps.toReversed()) await step().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
