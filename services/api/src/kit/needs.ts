import type { DataSource } from 'typeorm';
import type { Seal } from './seal.js';
import type { Sql } from './sql/transaction.js';

// Needs that many use cases share. The first parameter of a use case names its dependencies, and nothing else.

export interface NeedsDatabase {
  readonly database: DataSource;
}

export interface NeedsReads {
  /** Prepared reads, each on any connection of the pool. */
  readonly reads: Sql;
}

export interface NeedsSeal {
  /** Seals ids and cursors for clients. */
  readonly seal: Seal;
}

export interface NeedsClock {
  /** The current time; injected, so that a test can choose it. */
  readonly clock: () => Date;
}
