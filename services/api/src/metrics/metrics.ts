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
  const counter = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers });
  const histogram = <Label extends string = never>(
    name: string,
    help: string,
    buckets: number[],
    ...labelNames: Label[]
  ) => new Histogram({ name, help, buckets, labelNames, registers });
  return {
    registry,
    pools: databasePools(registry),
    requests: histogram(
      'openladder_http_request_duration_seconds',
      'Time from the headers of a request to the end of its answer.',
      [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      'method',
      'route',
      'status',
    ),
    errors: counter(
      'openladder_errors_total',
      'Errors at the top of answers and subscriptions, by code: RATE_LIMITED, INTERNAL_SERVER_ERROR and so on.',
      'code',
    ),
    cachedAnswers: counter(
      'openladder_cached_answers_total',
      'Anonymous queries by use of the answer cache: hit or miss.',
      'result',
    ),
    submittedMatches: counter(
      'openladder_submitted_matches_total',
      'Submitted matches by result: accepted, replayed or rejected.',
      'result',
    ),
    rejectedMatches: counter('openladder_rejected_matches_total', 'Rejected matches by code.', 'code'),
    batches: histogram(
      'openladder_appended_batch_matches',
      'Matches written to the end of a log by one statement.',
      [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000],
    ),
    recomputes: histogram(
      'openladder_recompute_duration_seconds',
      'Duration of recomputes in this process, by how they ended.',
      [0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3600],
      'status',
    ),
    runningRecomputes: gauge('openladder_recomputes_running', 'Recomputes running in this process.'),
    recomputedMatches: counter('openladder_recomputed_matches_total', 'Matches rated by recomputes in this process.'),
    linesRatedAgain: counter(
      'openladder_lines_rated_again_total',
      'Lines of journals that replays of this process wrote, by what caused them: submitMatches for late matches, or the correction.',
      'action',
    ),
    quotaRefusals: counter(
      'openladder_quota_refusals_total',
      'Late matches and corrections refused with QUOTA_EXCEEDED, by quota: LEAGUE_STORAGE, LEAGUE_WORK, TOKEN_STORAGE or TOKEN_WORK. Other matches are in openladder_rejected_matches_total.',
      'quota',
    ),
    queueTickets: counter(
      'openladder_queue_tickets_total',
      'Matchmaking tickets resolved by this process, by status: matched, expired or left.',
      'status',
    ),
    queueWaits: histogram(
      'openladder_queue_wait_seconds',
      'Time that matched players waited for an opponent; one player of every pair waits for no time.',
      [1, 5, 15, 30, 60, 120, 300, 600, 1800],
    ),
    webhookAttempts: counter(
      'openladder_webhook_attempts_total',
      'Messages of webhooks that this process sent, by result: accepted or failed.',
      'result',
    ),
    databaseUsable: gauge(
      'openladder_database_usable',
      'Whether the database answers, and has the schema of this version: 1 or 0, from a check each second.',
    ),
    backupFailures: counter('openladder_backup_failures_total', 'Scheduled backups that failed in this process.'),
    lastBackup: gauge(
      'openladder_last_backup_timestamp_seconds',
      'Unix time of the newest backup in OPENLADDER_BACKUP_DIR; 0 if there is none, or no such folder is set.',
    ),
    sockets: gauge('openladder_open_sockets', 'Open WebSockets.'),
    subscriptions: gauge('openladder_open_subscriptions', 'Open subscriptions by field.', 'field'),
  };
}

/** A pool's counts of its connections. */
interface CountedPool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** The pools of connections to the database, by purpose. Their counts are reported. */
function databasePools(registry: Registry): Map<string, CountedPool> {
  const pools = new Map<string, CountedPool>();
  const gauge: Gauge<'pool' | 'state'> = new Gauge({
    name: 'openladder_database_connections',
    help: 'Connections of a pool: open or idle; waiting counts requests for a connection.',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect: () => {
      for (const [pool, { totalCount, idleCount, waitingCount }] of pools) {
        gauge.set({ pool, state: 'open' }, totalCount);
        gauge.set({ pool, state: 'idle' }, idleCount);
        gauge.set({ pool, state: 'waiting' }, waitingCount);
      }
    },
  });
  return pools;
}
