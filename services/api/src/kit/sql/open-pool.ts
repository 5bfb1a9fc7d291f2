import pg from 'pg';

/**
 * Opens a pool whose lost connections are told of. Without listeners they would end the process, and so would connections that the
 * server ends while the pool lets go of them.
 */
export function openPool(options: pg.PoolConfig, onLost: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool(options);
  pool.on('error', onLost);
  pool.on('connect', (client) => client.on('error', onLost));
  return pool;
}
