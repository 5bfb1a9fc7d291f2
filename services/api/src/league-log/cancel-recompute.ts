import { type Access, AccessDenied, ANONYMOUS, canAdminister, canRead } from '../access/access.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { Refused, refuse } from '../kit/refusal.js';
import { getLeague } from '../league/league.repository.js';
import type { Recompute } from './recompute.js';
import { findRecompute, updateCancelled } from './recompute.repository.js';

/**
 * Cancels a recompute; the board stays as it is. Cancelling a finished one changes nothing.
 * @throws Refused if the caller may know of no such recompute
 * @throws AccessDenied
 */
export async function cancelRecompute(
  needs: NeedsDatabase & NeedsClock,
  access: Access,
  id: number,
): Promise<Recompute> {
  if (access === ANONYMOUS) throw new AccessDenied(access, 'cancel recomputes');
  const { manager } = needs.database;
  const recompute = await findRecompute(manager, id);
  const league = recompute && (await getLeague(manager, recompute.leagueId));
  if (!league || !canRead(access, league)) {
    throw new Refused(refuse('RECOMPUTE_ID', ['input', 'recompute']));
  }
  if (!canAdminister(access, league)) throw new AccessDenied(access, `cancel recomputes of ${league.slug}`);
  await updateCancelled(manager, id, needs.clock());
  return (await findRecompute(manager, id))!;
}
