import type { DataSource, EntityManager } from 'typeorm';

/** How often the cancellation is repeated, in milliseconds: a backend between two statements does not notice it. */
const INTERVAL = 200;

/**
 * Runs work in a transaction until its caller leaves; then PostgreSQL cancels the running statement, and the work fails.
 * @param database from which the cancellation is sent, on another connection
 * @param left aborted when the caller leaves; never, if omitted
 */
export async function cancelOnAbort<T>(
  database: DataSource,
  tx: EntityManager,
  left: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (!left) return work();
  const [{ pid }] = await tx.query('SELECT pg_backend_pid() AS pid');
  left.throwIfAborted();
  let timer: NodeJS.Timeout | undefined;
  let sent: Promise<unknown> = Promise.resolve();
  const cancel = () => {
    sent = sent.then(() => database.query('SELECT pg_cancel_backend($1::integer)', [pid])).catch(() => undefined);
  };
  const onLeft = () => {
    cancel();
    timer = setInterval(cancel, INTERVAL);
  };
  left.addEventListener('abort', onLeft, { once: true });
  try {
    return await work();
  } finally {
    left.removeEventListener('abort', onLeft);
    clearInterval(timer);
    // A cancellation that is still in transit must not meet the next transaction of this connection.
    await sent;
  }
}
