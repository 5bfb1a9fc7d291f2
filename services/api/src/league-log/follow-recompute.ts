import { type Access, AccessDenied, ANONYMOUS, canAdminister, canRead } from '../access/access.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { Refused, refuse, shown } from '../kit/refusal.js';
import { closeOnAbort, pause } from '../kit/waiting.js';
import type { League } from '../league/league.js';
import { getLeague } from '../league/league.repository.js';
import type { Recompute } from './recompute.js';
import { findRecompute, updateCancelled } from './recompute.repository.js';

/** How often to read the state of a recompute, in milliseconds: often enough for people who watch. */
const INTERVAL = 500;

/**
 * A recompute and its progress: now and after each change, until it is finished or the caller stops listening.
 * @param given its id as it was given, which a refusal names
 * @throws Refused if there is no such recompute that the caller may read
 */
export function watchRecompute(
  needs: NeedsDatabase,
  access: Access,
  id: number,
  given?: string,
): AsyncIterableIterator<Recompute> {
  return closeOnAbort((left) => recomputeChanges(needs, access, id, given, left));
}

async function* recomputeChanges(
  needs: NeedsDatabase,
  access: Access,
  id: number,
  given: string | undefined,
  left: AbortSignal,
): AsyncGenerator<Recompute> {
  for (let last: Recompute | undefined; !left.aborted; ) {
    const { recompute } = await getReadable(needs, access, id, ['recompute'], given);
    if (recompute.status !== last?.status || recompute.done !== last.done) yield recompute;
    if (recompute.finishedAt) return;
    last = recompute;
    await pause(INTERVAL, left);
  }
}

/**
 * Cancels a recompute; the board stays as it is. Cancelling a finished one changes nothing.
 * @param given its id as it was given, which a refusal names
 * @throws Refused if there is no such recompute that the caller may see
 * @throws AccessDenied
 */
export async function cancelRecompute(
  needs: NeedsDatabase & NeedsClock,
  access: Access,
  id: number,
  given?: string,
): Promise<Recompute> {
  if (access === ANONYMOUS) throw new AccessDenied(access, 'cancel recomputes');
  const { league } = await getReadable(needs, access, id, ['input', 'recompute'], given);
  if (!canAdminister(access, league)) throw new AccessDenied(access, `cancel recomputes of ${league.slug}`);
  await updateCancelled(needs.database, id, needs.clock());
  return (await findRecompute(needs.database, id))!;
}

/** @param path where the id was given */
async function getReadable(
  { database: { manager } }: NeedsDatabase,
  access: Access,
  id: number,
  path: readonly string[],
  given?: string,
): Promise<{ readonly recompute: Recompute; readonly league: League }> {
  const recompute = await findRecompute(manager, id);
  const league = recompute && (await getLeague(manager, recompute.leagueId));
  if (league && canRead(access, league)) return { recompute, league };
  throw new Refused(refuse('RECOMPUTE_ID', path, { value: shown(given) }));
}
