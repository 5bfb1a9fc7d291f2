import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Metrics of a process. */
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
      help: 'Anonymous queries by use of the answer cache: hit or miss.',
      labelNames: ['result'],
      registers,
    }),
    submittedMatches: new Counter({
      name: 'openladder_submitted_matches_total',
      help: 'Submitted matches by result: accepted, replayed or rejected.',
      labelNames: ['result'],
      registers,
    }),
    rejectedMatches: new Counter({
      name: 'openladder_rejected_matches_total',
      help: 'Rejected matches by code.',
      labelNames: ['code'],
      registers,
    }),
    batches: new Histogram({
      name: 'openladder_appended_batch_matches',
      help: 'Matches written to the end of a log by one statement.',
      buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000],
      registers,
    }),
    recomputes: new Histogram({
      name: 'openladder_recompute_duration_seconds',
      help: 'Duration of recomputes in this process, by how they ended.',
      labelNames: ['status'],
      buckets: [0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3600],
      registers,
    }),
    runningRecomputes: new Gauge({
      name: 'openladder_recomputes_running',
      help: 'Recomputes running in this process.',
      registers,
    }),
    recomputedMatches: new Counter({
      name: 'openladder_recomputed_matches_total',
      help: 'Matches rated by recomputes in this process.',
      registers,
    }),
    linesRatedAgain: new Counter({
      name: 'openladder_lines_rated_again_total',
      help: 'Lines of journals that replays of this process wrote, by what caused them: submitMatches for late matches, or the correction.',
      labelNames: ['action'],
      registers,
    }),
    quotaRefusals: new Counter({
      name: 'openladder_quota_refusals_total',
      help: 'Late matches and corrections refused with QUOTA_EXCEEDED, by quota: LEAGUE_STORAGE, LEAGUE_WORK, TOKEN_STORAGE or TOKEN_WORK. Other matches are in openladder_rejected_matches_total.',
      labelNames: ['quota'],
      registers,
    }),
    queueTickets: new Counter({
      name: 'openladder_queue_tickets_total',
      help: 'Matchmaking tickets resolved by this process, by status: matched, expired or left.',
      labelNames: ['status'],
      registers,
    }),
    queueWaits: new Histogram({
      name: 'openladder_queue_wait_seconds',
      help: 'Time that matched players waited for an opponent; one player of every pair waits for no time.',
      buckets: [1, 5, 15, 30, 60, 120, 300, 600, 1800],
      registers,
    }),
    webhookAttempts: new Counter({
      name: 'openladder_webhook_attempts_total',
      help: 'Messages of webhooks that this process sent, by result: accepted or failed.',
      labelNames: ['result'],
      registers,
    }),
    lastBackup: new Gauge({
      name: 'openladder_last_backup_timestamp_seconds',
      help: 'Unix time of the newest backup in OPENLADDER_BACKUP_DIR; 0 if there is none, or no such folder is set.',
      registers,
    }),
    sockets: new Gauge({ name: 'openladder_open_sockets', help: 'Open WebSockets.', registers }),
    subscriptions: new Gauge({
      name: 'openladder_open_subscriptions',
      help: 'Open subscriptions by field.',
      labelNames: ['field'],
      registers,
    }),
  };
}

/** A pool's counts of its connections. */
interface CountedPool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** Reports how many connections to the database there are. */
class DatabasePools {
  readonly #pools = new Map<string, CountedPool>();

  constructor(registry: Registry) {
    const gauge: Gauge<'pool' | 'state'> = new Gauge({
      name: 'openladder_database_connections',
      help: 'Connections of a pool: open or idle; waiting counts requests for a connection.',
      labelNames: ['pool', 'state'],
      registers: [registry],
      collect: () => {
        for (const [pool, { totalCount, idleCount, waitingCount }] of this.#pools) {
          gauge.set({ pool, state: 'open' }, totalCount);
          gauge.set({ pool, state: 'idle' }, idleCount);
          gauge.set({ pool, state: 'waiting' }, waitingCount);
        }
      },
    });
  }

  /** @param pool what its connections are for */
  add(pool: string, counted: CountedPool): void {
    this.#pools.set(pool, counted);
  }
}
