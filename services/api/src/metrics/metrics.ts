import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { DatabasePools } from './database-pools.js';

/** What a process counts of itself. */
export type Metrics = ReturnType<typeof createMetrics>;

export interface NeedsMetrics {
  readonly metrics: Metrics;
}

/** Makes the counters of a process; names and meanings are for Prometheus, units are seconds and bytes. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    pools: new DatabasePools(registry),
    requests: new Histogram({
      name: 'openladder_http_request_duration_seconds',
      help: 'Time from the headers of a request to the end of its answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    errors: new Counter({
      name: 'openladder_errors_total',
      help: 'Errors at the top of answers and subscriptions, by code: RATE_LIMITED, INTERNAL_SERVER_ERROR and so on.',
      labelNames: ['code'],
      registers,
    }),
    cachedAnswers: new Counter({
      name: 'openladder_cached_answers_total',
      help: 'Anonymous queries by whether a kept answer served them: hit or miss.',
      labelNames: ['result'],
      registers,
    }),
    submittedMatches: new Counter({
      name: 'openladder_submitted_matches_total',
      help: 'Matches that were submitted, by what became of them: accepted, replayed or rejected.',
      labelNames: ['result'],
      registers,
    }),
    rejectedMatches: new Counter({
      name: 'openladder_rejected_matches_total',
      help: 'Matches that were rejected, by code.',
      labelNames: ['code'],
      registers,
    }),
    batches: new Histogram({
      name: 'openladder_appended_batch_matches',
      help: 'Matches that were written to the end of a log by one statement.',
      buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000],
      registers,
    }),
    recomputes: new Histogram({
      name: 'openladder_recompute_duration_seconds',
      help: 'Time that recomputes took in this process, by how they ended.',
      labelNames: ['status'],
      buckets: [0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3600],
      registers,
    }),
    runningRecomputes: new Gauge({
      name: 'openladder_recomputes_running',
      help: 'Recomputes that this process carries out now.',
      registers,
    }),
    recomputedMatches: new Counter({
      name: 'openladder_recomputed_matches_total',
      help: 'Matches that recomputes rated in this process.',
      registers,
    }),
    queueTickets: new Counter({
      name: 'openladder_queue_tickets_total',
      help: 'Tickets of matchmaking queues that this process resolved, by what became of them: matched, expired or left.',
      labelNames: ['status'],
      registers,
    }),
    queueWaits: new Histogram({
      name: 'openladder_queue_wait_seconds',
      help: 'Time that players waited for an opponent who was found; one of the two in every match is found at once.',
      buckets: [1, 5, 15, 30, 60, 120, 300, 600, 1800],
      registers,
    }),
    sockets: new Gauge({ name: 'openladder_open_sockets', help: 'WebSockets that are open.', registers }),
    subscriptions: new Gauge({
      name: 'openladder_open_subscriptions',
      help: 'Subscriptions that are open, by field.',
      labelNames: ['field'],
      registers,
    }),
  };
}
