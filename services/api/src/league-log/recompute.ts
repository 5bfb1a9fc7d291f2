import type { Topic } from '../outbox/outbox.js';
import type { Effect } from '../replay/effect.js';
import type { RecomputeTable } from './recompute.table.js';

/** Woken when there is a recompute to carry out. */
export const RECOMPUTES: Topic = 'recomputes:0';

export type RecomputeStatus = Recompute['status'];

/** An effect as stored, without players: readers look them up, under their current names. */
export type KeptEffect = Omit<Effect, 'players'>;

/** A job that carries out a change of a league's history. */
export type Recompute = Omit<RecomputeTable, 'effect'>;
