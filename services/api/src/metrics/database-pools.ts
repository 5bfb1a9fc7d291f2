import { Gauge, type Registry } from 'prom-client';

/** A pool's counts of its connections. */
interface CountedPool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** Reports how many connections to the database there are. */
export class DatabasePools {
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
