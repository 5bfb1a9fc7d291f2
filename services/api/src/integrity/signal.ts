/**
 * `FEW_OPPONENTS`: most of a player's points come from opponents who play little else. `ONE_SIDED_PAIR`: a player beats an opponent far
 * more often than their other results suggest. `STREAK`: an improbable row of wins. `CLUSTER`: a group mostly plays among itself, and
 * one of them wins. `SUBMITTER`: a player does much better in the matches of one submitter than in those of others. `EASY_OPPONENTS`: a player
 * nearly always beats several opponents, but not others who are as strong. `LATE_RISE`: a player is far better after their first
 * games than in them.
 */
export type SignalKind =
  | 'FEW_OPPONENTS'
  | 'ONE_SIDED_PAIR'
  | 'STREAK'
  | 'CLUSTER'
  | 'SUBMITTER'
  | 'EASY_OPPONENTS'
  | 'LATE_RISE';

/** A finding for an admin. It is evidence, not a verdict. */
export interface Signal {
  readonly kind: SignalKind;
  /** The player who benefits from the results, by place. */
  readonly player: number;
  /** Their opponents in these results, by place; the one with the most games first. */
  readonly others: readonly number[];
  /** Number of the submitter; null if the signal is not about one. */
  readonly submitter: number | null;
  /** The figures behind it, by name. */
  readonly figures: Readonly<Record<string, number>>;
  /** Sequences of its matches, the newest last. */
  readonly matches: readonly number[];
}
