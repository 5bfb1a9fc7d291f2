import type { RaterFault } from '@openladder/rating';

/** A match of a log that can't be rated. */
export class BadMatch extends Error {
  /** @param fault if omitted, the match does not fit the rating system, or has a player against themselves */
  constructor(
    readonly sequence: number,
    readonly fault?: RaterFault,
  ) {
    super(`match ${sequence} cannot be rated`);
  }
}
