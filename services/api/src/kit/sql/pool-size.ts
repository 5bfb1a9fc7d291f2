/** The most leagues that are written at the same time. Each writer may wait for a lock. */
export const LEAGUE_WRITERS = 6;
/** Writers outside of leagues, such as those of tokens: small, so they never wait for the others. */
export const SMALL_WRITERS = 2;
/** Dry runs at once. */
export const DRY_RUNS = 2;
/** Reserved for readers: all others may be waiting. */
const READERS = 4;

/** Connections of a process to the database. */
export const POOL_SIZE = LEAGUE_WRITERS + SMALL_WRITERS + DRY_RUNS + READERS;
