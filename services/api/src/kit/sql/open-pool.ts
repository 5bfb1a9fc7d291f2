import pg from 'pg';

/**
 * Opens a pool whose lost connections are reported, each once. Without listeners they would end the process, as would
 * connections that the server ends while the pool is releasing them.
 */
export function openPool(options: pg.PoolConfig, onLost: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool(options);
  // The connection itself reports the same.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', onLost));
  return pool;
}
