import type { DataSource, EntityManager } from 'typeorm';

/** How often a cancelled transaction is told so, in milliseconds: a backend between two statements takes no notice. */
const INTERVAL = 200;

/**
 * Runs work in a transaction until its caller leaves: then PostgreSQL cancels the statement that is running, and the work fails.
 * @param database where the cancellation is sent from, on another connection
 * @param left aborted when nobody waits for the work any more; left out: never
 */
export async function cancelledWith<T>(
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
    sent = sent.then(() => database.query('SELECT pg_cancel_backend($1)', [pid])).catch(() => undefined);
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
    // The data still in transit must not meet the next transaction of this connection.
    await sent;
  }
}
