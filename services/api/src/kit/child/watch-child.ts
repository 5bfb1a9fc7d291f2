import { workerData } from 'node:worker_threads';

/** Milliseconds between two looks. */
const EVERY = 50;
const MEGABYTE = 2 ** 20;

/** Megabytes that the process may take; 0 for any number. */
const most = workerData as number;
const service = process.ppid;

setInterval(() => {
  if (process.ppid !== service) process.kill(process.pid, 'SIGKILL');
  // As V8 ends a process whose heap is full.
  if (most > 0 && process.memoryUsage.rss() > most * MEGABYTE) process.kill(process.pid, 'SIGABRT');
}, EVERY);
