import type { PoolConfig } from 'pg';

/** Of every connection. */
export const CONNECTION: PoolConfig = {
  connectionTimeoutMillis: 10_000,
  application_name: 'openladder',
};
