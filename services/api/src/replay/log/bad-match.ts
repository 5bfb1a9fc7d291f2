import type { RaterFault } from '@openladder/rating';

/** A match of a log that can't be rated. */
export class BadMatch extends Error {
  /** @param fault left out: the match does not fit the rating system, or a player meets themselves in it */
  constructor(
    readonly sequence: number,
    readonly fault?: RaterFault,
  ) {
    super(`match ${sequence} cannot be rated`);
  }
}
