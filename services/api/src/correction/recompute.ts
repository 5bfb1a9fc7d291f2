import type { Topic } from '../outbox/wake-ups.js';
import type { Correction } from '../replay/correction.js';
import type { Effect } from '../replay/effect.js';

/** Woken when there is a recompute to carry out. */
export const RECOMPUTES: Topic = 'recomputes:0';

export type RecomputeStatus = 'QUEUED' | 'RUNNING' | 'DONE' | 'CANCELLED' | 'FAILED';

/** An effect as stored, without players: readers look them up, under their current names. */
export type KeptEffect = Omit<Effect, 'players'>;

/** A correction that waits for a job, with the rater that the process had which took it: processes with another version leave it alone. */
export type QueuedCorrection = Correction & {
  /** Omitted in upgrades, which name their version, and in rows from before it was stored: any process may carry those out. */
  readonly ratedBy?: { readonly rater: string; readonly version: string };
};

/** A job that carries out a correction of a league. */
export interface Recompute {
  readonly id: number;
  readonly leagueId: number;
  readonly status: RecomputeStatus;
  readonly correction: QueuedCorrection;
  readonly reason: string;
  readonly actorId: number | null;
  readonly actor: string;
  /** Matches rated so far. */
  readonly done: number;
  /** Estimated number of matches to rate. */
  readonly total: number;
  /** The revision that it made; null before. */
  readonly revision: number | null;
  /** Why it failed; null otherwise. */
  readonly error: string | null;
  readonly requestedAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}
