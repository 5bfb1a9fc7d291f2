// The connections of a process that serves: all of them are counted here. One Node thread and a few cores of PostgreSQL are busy with about
// eight; more of them wait in PostgreSQL instead of here, and each takes the server some megabytes.
//
// Nothing waits for a connection for ever: whatever holds one while it asks for another has a place of its own below, and each pool has at
// least one connection more than such places. That one is for statements and transactions that ask for no other.

/** For notifications, locks of jobs and webhooks, and the look at the schema (`database/process-session.ts`). */
const SESSION = 1;

/** For costly requests, apart from all others and pipelined. More of them would slow the database for others. */
export const COSTLY_READS = 1;

/** Dry runs at once; each holds a connection of requests. */
export const DRY_RUNS = 1;

/** What jobs hold. */
const JOBS = {
  /** The transaction of a recompute, and the one in which its lines are written aside. A process carries out one recompute at a time. */
  recompute: 2,
  /** A file that is imported in bulk, or a verification. */
  long: 1,
  /** A transaction that locks a league, such as a midnight. */
  league: 1,
  /** Progress, files that are read, analyses that read a log. */
  others: 1,
};
export const JOB_LEAGUE_WRITERS = JOBS.league;
export const JOB_CONNECTIONS = JOBS.recompute + JOBS.long + JOBS.league + JOBS.others;

const APART = SESSION + COSTLY_READS + JOB_CONNECTIONS;

/** All connections of a process, unless it is told otherwise. */
export const PROCESS_CONNECTIONS = 12;
/** With fewer, requests could wait for each other. */
export const LEAST_CONNECTIONS = APART + DRY_RUNS + 2;

/** The connections that requests share, with submissions and webhooks. @param all of the process */
export function requestConnections(all: number): number {
  return all - APART;
}

/** How many leagues are written at the same time; each writer may wait for a lock. @param pool size of the pool */
export function leagueWriters(pool: number): number {
  return Math.max(1, pool - DRY_RUNS - 1);
}
