import type { Correction } from '../replay/correction.js';
import type { Effect } from '../replay/effect.js';

export type RecomputeStatus = 'QUEUED' | 'RUNNING' | 'DONE' | 'CANCELLED' | 'FAILED';

/** An effect as it is kept: its players are looked up when it is read, under the names that they have then. */
export type KeptEffect = Omit<Effect, 'players'>;

/** A job that carries out a correction of a league. */
export interface Recompute {
  readonly id: number;
  readonly leagueId: number;
  readonly status: RecomputeStatus;
  readonly correction: Correction;
  readonly reason: string;
  readonly actorId: number | null;
  readonly actor: string;
  /** Matches rated so far. */
  readonly done: number;
  /** Matches to rate, as far as is known. */
  readonly total: number;
  /** The revision that it made; null before. */
  readonly revision: number | null;
  /** Why it failed; null otherwise. */
  readonly error: string | null;
  readonly requestedAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}
