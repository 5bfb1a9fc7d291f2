import type { Tally } from './journal-line.js';

/** A player's rating after a batch, with their counts. */
export interface RatingUpdate {
  readonly playerId: number;
  readonly value: number | null;
  readonly deviation: number | null;
  readonly score: number | null;
  readonly isProvisional: boolean;
  readonly display: string;
  /** Null if the state can be restored from the journal. */
  readonly state: unknown;
  readonly tally: Tally;
}
