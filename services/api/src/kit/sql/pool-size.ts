/** Connections of a process to the database. */
export const POOL_SIZE = 10;
