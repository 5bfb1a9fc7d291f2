import { Gauge, type Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import { pgPool } from '../persistence/pg-client.js';

/** Tells how many connections to the database there are, whenever it is asked. */
export class DatabasePools {
  readonly #pools = new Map<string, DataSource>();

  constructor(registry: Registry) {
    const gauge: Gauge<'pool' | 'state'> = new Gauge({
      name: 'openladder_database_connections',
      help: 'Connections of a pool: open, idle; and waiting, those who want one.',
      labelNames: ['pool', 'state'],
      registers: [registry],
      collect: () => {
        for (const [pool, source] of this.#pools) {
          const { totalCount, idleCount, waitingCount } = pgPool(source);
          gauge.set({ pool, state: 'open' }, totalCount);
          gauge.set({ pool, state: 'idle' }, idleCount);
          gauge.set({ pool, state: 'waiting' }, waitingCount);
        }
      },
    });
  }

  /** @param pool what its connections are for */
  add(pool: string, source: DataSource): void {
    this.#pools.set(pool, source);
  }
}
