import { identity, integer, json, nullable, table, text, time } from '../kit/sql/table.js';
import { type Topic } from '../outbox/outbox.js';
import { type StoredChange } from './change.js';

/** Jobs that carry out changes; a league has at most one that is not finished. */
export const RecomputeTable = table('recompute', {
  id: identity(),
  leagueId: integer(),
  status: text<'QUEUED' | 'RUNNING' | 'DONE' | 'CANCELLED' | 'FAILED'>(),
  /** The change that it carries out. */
  correction: json<StoredChange>(),
  reason: text(),
  /** Id of the token; null for the command line. */
  actorId: nullable(integer()),
  actor: text(),
  /** Matches rated so far. */
  done: integer({ default: 0 }),
  /** Estimated number of matches to rate. */
  total: integer({ default: 0 }),
  /** The revision that it made; null before. */
  revision: nullable(integer()),
  /** Why it failed; null otherwise. */
  error: nullable(text()),
  requestedAt: time(),
  startedAt: nullable(time()),
  finishedAt: nullable(time()),
  /** A `KeptEffect`; null until it is done, and in rows from before effects were stored. */
  effect: nullable(json()),
});
export type RecomputeTable = InstanceType<typeof RecomputeTable>;

/** Woken when there is a recompute to carry out. */
export const RECOMPUTES: Topic = 'recomputes:0';

export type RecomputeStatus = Recompute['status'];

/** A job that carries out a change of a league's history. */
export type Recompute = Omit<RecomputeTable, 'effect'>;
