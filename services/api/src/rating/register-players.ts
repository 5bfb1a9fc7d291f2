import type { EntityManager } from 'typeorm';
import type { Access } from '../access/access.js';
import { doOnce, type Once, settle } from '../access/once.js';
import { insertAuditEntry } from '../audit/audit.repository.js';
import { leagueSubject } from '../audit/audit-subject.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { isRefusal, Refused, refuse } from '../kit/refusal.js';
import { transaction } from '../kit/sql/transaction.js';
import { refuseArchived } from '../league/archived.js';
import type { League } from '../league/league.js';
import { getLeague, lockLeague, raiseVersion } from '../league/league.repository.js';
import { getAdministered } from '../league/league.service.js';
import { checkPlayerName } from '../player/account.js';
import { handleKey } from '../player/handle.js';
import { refuseLookAlikes } from '../player/look-alikes.js';
import { checkNewHandle } from '../player/new-handle.js';
import { enterPlayers, findVisibleIds } from '../player/player.repository.js';
import type { NeedsRaters } from '../raters/raters.js';
import { ratingSystemOf } from '../raters/rating-system.js';
import { listMembers } from './members.js';
import { insertUnplayed } from './rating.repository.js';

export type RegisterPlayersNeeds = NeedsDatabase & NeedsClock & NeedsRaters;

const MAX_PLAYERS = 1000;

interface Registered {
  readonly league: League;
  readonly playerIds: number[];
}

/**
 * Enters players into a league before their first match there, which a league without open entry asks for. Registering
 * somebody again changes nothing.
 * @returns the league, and the ids of the players in their order
 * @throws Refused
 * @throws AccessDenied
 */
export async function registerPlayers(
  needs: RegisterPlayersNeeds,
  access: Access,
  slug: string,
  handles: readonly string[],
  once: Once | null = null,
): Promise<Registered> {
  const { manager } = needs.database;
  const recall = async ({ league, playerIds }: { league: number; playerIds: number[] }) => ({
    league: await getLeague(manager, league),
    playerIds,
  });
  return doOnce(manager, once, needs.clock(), recall, () => register(needs, access, slug, handles, once));
}

async function register(
  needs: RegisterPlayersNeeds,
  access: Access,
  slug: string,
  handles: readonly string[],
  once: Once | null,
): Promise<Registered> {
  const known = await getAdministered(needs, access, slug);
  if (handles.length < 1 || handles.length > MAX_PLAYERS) {
    const message = `number of players must be 1 to ${MAX_PLAYERS}, but is ${handles.length}`;
    throw new Refused(refuse('BAD_INPUT', ['input', 'players'], message));
  }
  const checked = handles.map((handle, index) => checkPlayerName(handle, ['input', 'players', index], 'player'));
  const problems = checked.filter(isRefusal);
  if (problems.length > 0) throw new Refused(...problems);
  const names = checked.filter((handle): handle is string => !isRefusal(handle));

  const now = needs.clock();
  const enter = async (tx: EntityManager) => {
    const league = await lockLeague(tx, known.id);
    refuseArchived(league);
    const ids = await findVisibleIds(tx, league.id, names);
    const missing = names.filter((handle) => !ids.has(handleKey(handle)));
    const refused = missing.flatMap((handle) => {
      return checkNewHandle(handle, ['input', 'players', names.indexOf(handle)], 'player') ?? [];
    });
    if (refused.length > 0) throw new Refused(...refused);
    for (const [key, id] of (await enterPlayers(tx, league.id, names, ids, now)).ids) ids.set(key, id);
    const asked = names.map((handle, index) => ({ handle, path: ['input', 'players', index] }));
    const alike = await refuseLookAlikes(tx, league.id, asked, ids);
    if (alike.length > 0) throw new Refused(...alike);

    const playerIds = names.map((handle) => ids.get(handleKey(handle))!);
    const members = await listMembers(tx, league.id, playerIds);
    const entering = [...new Set(playerIds)].filter((id) => !members.has(id));
    if (entering.length === 0) return { league, playerIds };
    await insertUnplayed(tx, league.id, ratingSystemOf(needs.raters, league), entering);
    await insertAuditEntry(tx, access, {
      leagueId: league.id,
      subject: leagueSubject(league.id),
      action: 'registerPlayers',
      reason: `${entering.length} players registered`,
      before: null,
      after: names,
      at: now,
    });
    return { league: await raiseVersion(tx, league), playerIds };
  };
  const keep = ({ league, playerIds }: Registered) => ({ league: league.id, playerIds });
  return transaction(needs.database, known.id, (tx) => settle(tx, once, now, () => enter(tx), keep));
}
