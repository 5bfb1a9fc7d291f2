import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import type { SchemaWatch } from '../database/schema-watch.js';
import type { Pipelines } from '../kit/sql/pipelines.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { LeagueReader } from '../league/league-reader.js';
import type { LeagueFeeds } from '../live/league-feeds.js';
import type { Metrics } from '../metrics/metrics.js';
import type { WakeUps } from '../outbox/wake-ups.js';
import type { RaterCatalogue } from '../raters/raters.js';
import type { RatingReader } from '../rating/rating-reader.js';
import type { Lanes } from '../submission/lanes.js';
import type { ResidentLeagues } from '../submission/resident-league.js';
import type { Results, Round } from '../submission/submission-result.js';

/** What use cases work with; made once, in main.ts. */
export interface App {
  readonly database: DataSource;
  /** Of the same database, for connections of one's own. */
  readonly databaseUrl: string;
  /** Prepared reads, each on any connection of the pool. */
  readonly reads: Sql;
  /** Leagues as they are now, for all requests together. */
  readonly leagues: LeagueReader;
  /** Players' ratings as they are now, for all requests together. */
  readonly ratings: RatingReader;
  /** Whether the database was a standby at the start: nothing can be written, and nobody woken. */
  readonly isStandby: boolean;
  readonly raters: RaterCatalogue;
  /** Where the raters of third parties come from, for threads that load them themselves. */
  readonly raterModules: readonly string[];
  readonly residents: ResidentLeagues;
  /** Submissions on their way, a lane for each league. */
  readonly submissions: Lanes<Round, Results>;
  /** For writes that are sent one behind the other. */
  readonly pipelines: Pipelines;
  /** To be told of every write, once it is committed. */
  readonly wakeUps: WakeUps;
  readonly feeds: LeagueFeeds;
  /** Whether this process may write. */
  readonly schema: SchemaWatch;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Tails of the log of up to this many matches are rated within a mutation; longer ones by a job. */
  readonly inlineTail: number;
  /** How many bytes of players' states a replay has in memory; the others are in a temporary file. */
  readonly stateBytes: number;
  /** The present; injected, so that a test can choose it. */
  readonly clock: () => Date;
}
