import type { ServerNeeds } from '../http/server.js';
import type { WorkerNeeds } from '../jobs/worker.js';

/**
 * All that the server and the worker need, made once by openApp. Only the rooms above them know it: a use case names what it
 * uses, and is handed this.
 */
export type App = ServerNeeds & WorkerNeeds;
