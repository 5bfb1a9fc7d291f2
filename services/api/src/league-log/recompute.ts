import type { Topic } from '../outbox/wake-ups.js';
import type { Effect } from '../replay/effect.js';
import type { StoredChange } from './change.js';

/** Woken when there is a recompute to carry out. */
export const RECOMPUTES: Topic = 'recomputes:0';

export type RecomputeStatus = 'QUEUED' | 'RUNNING' | 'DONE' | 'CANCELLED' | 'FAILED';

/** An effect as stored, without players: readers look them up, under their current names. */
export type KeptEffect = Omit<Effect, 'players'>;

/** A job that carries out a change of a league's history. */
export interface Recompute {
  readonly id: number;
  readonly leagueId: number;
  readonly status: RecomputeStatus;
  /** What it carries out. */
  readonly correction: StoredChange;
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
