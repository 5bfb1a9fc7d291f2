import { underLoad } from './under-load.js';

/** A replica is killed with SIGKILL, and another takes its place. */
export const killedService = underLoad(
  { name: 'a replica is killed', rounds: { short: 1, long: 200 } },
  ({ replicas }, random) => replicas.replaceOne(random),
);
