import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { SAYING } from './in-child.js';

/** Milliseconds between two checks. */
const EVERY = 50;
const MEGABYTE = 2 ** 20;

/** Megabytes that the process may take; 0 for any number. */
const most = workerData as number;
const service = process.ppid;

setInterval(() => {
  if (process.ppid !== service) process.kill(process.pid, 'SIGKILL');
  if (most > 0 && process.memoryUsage.rss() > most * MEGABYTE) {
    writeSync(SAYING, `used more than ${most} MB of memory`);
    process.kill(process.pid, 'SIGKILL');
  }
}, EVERY);
