import type { ProcessSession } from '../database/process-session.js';
import type { Log } from '../kit/log.js';
import { CHANNEL, type WakeUps } from '../outbox/wake-ups.js';

/** Listens for the wake-ups of other processes, until the session closes. */
export function listen(session: ProcessSession, wakeUps: WakeUps, log: Log): Promise<void> {
  return session.prepare(async (client) => {
    client.on('notification', ({ payload }) => receive(wakeUps, payload ?? '', log));
    await client.query(`LISTEN ${CHANNEL}`);
    // Events may have been announced while no one listened.
    wakeUps.wakeAll();
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
