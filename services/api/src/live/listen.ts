import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { LISTENER } from '../database/presence.js';
import type { Log } from '../kit/log.js';
import { CONNECTION, endWhenSilent, LISTENING, timeoutSettings } from '../kit/sql/connection.js';
import { CHANNEL, type WakeUps } from '../outbox/wake-ups.js';

/** How long to wait before connecting again, in milliseconds: twice as long after each failure. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5_000;

/**
 * Listens for the wake-ups of other processes, on a connection of its own that is renewed when it is lost.
 * @param onFirst called when it listens for the first time
 * @returns a function that ends it
 */
export function listen(
  databaseUrl: string,
  wakeUps: WakeUps,
  log: Log,
  onFirst: () => Promise<void> = async () => undefined,
): () => Promise<void> {
  const stopping = new AbortController();
  const running = keepListening(databaseUrl, wakeUps, log, stopping.signal, onFirst);
  return () => {
    stopping.abort();
    return running;
  };
}

async function keepListening(
  databaseUrl: string,
  wakeUps: WakeUps,
  log: Log,
  stopping: AbortSignal,
  onFirst: () => Promise<void>,
): Promise<void> {
  let isFirst = true;
  for (let pause = FIRST_PAUSE; !stopping.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    const client = new pg.Client({ ...CONNECTION, connectionString: databaseUrl, application_name: LISTENER });
    // First of all: an error event without a listener would end the process.
    const lost = ended(client, stopping);
    try {
      await client.connect();
      endWhenSilent(client, LISTENING.silence);
      client.on('notification', ({ payload }) => receive(wakeUps, payload ?? '', log));
      await client.query(`${timeoutSettings(LISTENING)}; LISTEN ${CHANNEL}`);
      // Events may have been announced while no one listened.
      wakeUps.wakeAll();
      if (isFirst) await onFirst();
      isFirst = false;
      pause = FIRST_PAUSE;
      const error = await lost;
      if (error) log.error({ err: error }, 'Lost the listening connection; reconnecting');
    } catch (error) {
      if (!stopping.aborted) log.error({ err: error }, 'Could not listen for other processes; retrying');
    } finally {
      await client.end().catch(() => undefined);
    }
    await setTimeout(pause, undefined, { signal: stopping }).catch(() => undefined);
  }
}

/** Resolves when the connection is over: with the error, or with nothing if the service is stopping. */
function ended(client: pg.Client, stopping: AbortSignal): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const end = (error?: Error) => {
      stopping.removeEventListener('abort', stop);
      resolve(error);
    };
    const stop = () => end();
    stopping.addEventListener('abort', stop);
    client.on('error', end);
    client.once('end', () => end(new Error('the connection ended')));
  });
}

/** Anyone who can reach the database can use the channel. */
function receive(wakeUps: WakeUps, payload: string, log: Log): void {
  try {
    wakeUps.receive(payload);
  } catch (error) {
    log.error({ err: error }, 'Could not read a notification');
  }
}
