import type { ServerNeeds } from '../http/server.js';
import type { WorkerNeeds } from '../jobs/worker.js';

/**
 * Everything that the server and the worker need, made once by openApp. Only the rooms above know it: a use case names what it uses, and is
 * given that.
 */
export type App = ServerNeeds & WorkerNeeds;
