import pLimit, { type LimitFunction } from 'p-limit';
import type { DataSource } from 'typeorm';
import { POOL_SIZE } from './pool-size.js';

/** Connections that writers leave to readers: writers may all be waiting for leagues that somebody holds. */
const LEFT_TO_READERS = 4;

const gates = new WeakMap<DataSource, LimitFunction>();

/** Runs a write in its turn, so that those which wait for a league's lock never take the whole pool. Not to be nested. */
export function asWriter<T>(database: DataSource, write: () => Promise<T>): Promise<T> {
  let gate = gates.get(database);
  if (!gate) {
    gate = pLimit(POOL_SIZE - LEFT_TO_READERS);
    gates.set(database, gate);
  }
  return gate(write);
}
