import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../kit/log.js';
import { CONNECTION, endWhenSilent, LISTENING, patienceSettings } from '../kit/sql/connection.js';
import { CHANNEL, type WakeUps } from '../outbox/wake-ups.js';

/** How long to wait before connecting again, in milliseconds: twice as long after each failure. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5_000;

/**
 * Takes the wake-ups of other processes, on a connection of its own that comes back when it is lost.
 * @returns what ends it
 */
export function listen(databaseUrl: string, wakeUps: WakeUps, log: Log): () => Promise<void> {
  const stopping = new AbortController();
  const running = keepListening(databaseUrl, wakeUps, log, stopping.signal);
  return () => {
    stopping.abort();
    return running;
  };
}

async function keepListening(databaseUrl: string, wakeUps: WakeUps, log: Log, stopping: AbortSignal): Promise<void> {
  for (let pause = FIRST_PAUSE; !stopping.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    const client = new pg.Client({ ...CONNECTION, connectionString: databaseUrl, application_name: 'openladder live' });
    // Before anything can go wrong: an error that nobody listens to ends the process.
    const lost = ended(client, stopping);
    try {
      await client.connect();
      endWhenSilent(client, LISTENING.silence);
      client.on('notification', ({ payload }) => receive(wakeUps, payload ?? '', log));
      await client.query(`${patienceSettings(LISTENING)}; LISTEN ${CHANNEL}`);
      // Events may have been announced while nobody listened.
      wakeUps.wakeAll();
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

/** Resolves when the connection is over: with why, or with nothing where the service stops. */
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
