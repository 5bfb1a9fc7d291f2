import type { ServerNeeds } from '../http/server.js';
import type { WorkerNeeds } from '../jobs/worker.js';

/**
 * Everything that the server and the worker need, created once by openApp. Only the rooms above it refer to it: a use case declares its
 * needs, and gets only those.
 */
export type App = ServerNeeds & WorkerNeeds;
