import pg, { type ClientBase } from 'pg';
import { CONNECTION, LONG_RUNNING, sessionSettings } from '../../kit/sql/connection.js';

/** Runs work on a session of its own, which ends with the work, as do its locks and everything uncommitted. */
export async function inSession<T>(url: string, work: (client: ClientBase) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...CONNECTION, connectionString: url, application_name: 'openladder backup' });
  // A broken connection fails the running statement; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  let isDone = false;
  try {
    await client.query(sessionSettings(LONG_RUNNING));
    const result = await work(client);
    isDone = true;
    return result;
  } finally {
    // In the middle of COPY the server would wait for us, and we for it.
    if (!isDone) (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    await client.end().catch(() => undefined);
  }
}
