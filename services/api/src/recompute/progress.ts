import { setTimeout } from 'node:timers/promises';
import { type Access, canRead } from '../access/access.js';
import type { App } from '../app.js';
import { getLeague } from '../league/league.repository.js';
import { Refused, refuse } from '../refusal.js';
import type { Recompute } from './recompute.js';
import { findRecompute } from './recompute.repository.js';

/** How often the state of a recompute is looked at, in milliseconds: people watch it, no programs wait for it. */
const INTERVAL = 500;

/**
 * A recompute as it goes on: as it stands now, then whenever it has moved, until it is over.
 * @throws Refused where there is none that the caller may read
 */
export async function* watchRecompute(app: App, access: Access, id: number): AsyncGenerator<Recompute> {
  let last: Recompute | undefined;
  for (;;) {
    const recompute = await findRecompute(app.database, id);
    const league = recompute && (await getLeague(app.database.manager, recompute.leagueId));
    if (!recompute || !league || !canRead(access, league)) {
      throw new Refused(refuse('BAD_INPUT', ['recompute'], 'recompute must be the id of a recompute'));
    }
    if (recompute.status !== last?.status || recompute.done !== last.done) yield recompute;
    if (recompute.finishedAt) return;
    last = recompute;
    await setTimeout(INTERVAL);
  }
}
