import pLimit, { type LimitFunction } from 'p-limit';
import type { DataSource } from 'typeorm';
import { FairGate } from './fair-gate.js';
import { LEAGUE_WRITERS, SMALL_WRITERS } from './pool-size.js';

interface Gates {
  readonly leagues: FairGate<number>;
  readonly small: LimitFunction;
}

const gates = new WeakMap<DataSource, Gates>();

/**
 * Runs a write in its turn, so that writes which wait for a league's lock never take the whole pool, and no league keeps the
 * others waiting. Not to be nested.
 * @param leagueId of whose lock it takes; null: a small write that takes none
 */
export function asWriter<T>(database: DataSource, leagueId: number | null, write: () => Promise<T>): Promise<T> {
  let gate = gates.get(database);
  if (!gate) {
    gate = { leagues: new FairGate(LEAGUE_WRITERS), small: pLimit(SMALL_WRITERS) };
    gates.set(database, gate);
  }
  return leagueId === null ? gate.small(write) : gate.leagues.run(leagueId, write);
}
