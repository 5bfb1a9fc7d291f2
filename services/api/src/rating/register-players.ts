import type { EntityManager } from 'typeorm';
import type { Access } from '../access/access.js';
import { type IdempotentRequest, runIdempotently, settleInTransaction } from '../access/idempotency.js';
import { insertAuditEntry, leagueSubject } from '../audit/audit.repository.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { isRefusal, Refused, refuse, refuseAny, shown } from '../kit/refusal.js';
import { type League, refuseArchived } from '../league/league.js';
import { getLeague, lockLeague, raiseVersion } from '../league/league.repository.js';
import { getAdministered } from '../league/league.service.js';
import { requireMayName } from '../player/change-player.js';
import { checkPlayerName, handleKey } from '../player/handle.js';
import { findPlayer, findVisiblePlayers, listDisplayNames, visibleLeagueIds } from '../player/known-players.js';
import { checkNewHandle, refuseConfusables } from '../player/new-player.js';
import { enterPlayers, findVisible } from '../player/player.repository.js';
import { checkDisplayName } from '../player/profile.js';
import { updatePlayer } from '../player/update-player.js';
import type { NeedsRaters } from '../raters/raters.js';
import { ratingSystemOf } from '../raters/rating-system.js';
import { insertUnplayed, listMembers } from './rating.repository.js';

export type RegisterPlayersNeeds = NeedsDatabase & NeedsClock & NeedsRaters;

const MAX_PLAYERS = 1000;
/** Each name takes a transaction in all leagues of the player. */
const MAX_NAMES = 100;

/** A player's display name. */
export interface PlayerName {
  /** One of the handles or accounts that are registered. */
  readonly player: string;
  readonly displayName: string;
}

interface Registered {
  readonly league: League;
  readonly playerIds: number[];
}

/**
 * Registers players in a league before their first match there, as leagues without open entry require. Registering a player again changes
 * nothing.
 * @param names display names of some of them, given after all are registered
 * @returns the league, and the ids of the players in their order
 * @throws Refused
 * @throws AccessDenied
 */
export async function registerPlayers(
  needs: RegisterPlayersNeeds,
  access: Access,
  slug: string,
  handles: readonly string[],
  once: IdempotentRequest | null = null,
  names: readonly PlayerName[] = [],
): Promise<Registered> {
  const { manager } = needs.database;
  await checkNames(manager, access, handles, names);
  const recall = async ({ league, playerIds }: { league: number; playerIds: number[] }) => ({
    league: await getLeague(manager, league),
    playerIds,
  });
  const registered = await runIdempotently(manager, once, needs.clock(), recall, () =>
    register(needs, access, slug, handles, once),
  );
  await giveNames(needs, access, slug, names);
  return registered;
}

/** @throws Refused @throws AccessDenied if a player gets another name whom another league that the caller may read knew first */
async function checkNames(
  manager: EntityManager,
  access: Access,
  handles: readonly string[],
  names: readonly PlayerName[],
): Promise<void> {
  if (names.length > MAX_NAMES) {
    const values = { field: 'displayNames', max: MAX_NAMES, count: names.length };
    throw new Refused(refuse('COUNT_MAX', ['input', 'displayNames'], values));
  }
  const keys = new Set(handles.map(handleKey));
  const problems = names.flatMap(({ player, displayName }, index) => {
    const path = ['input', 'displayNames', index];
    const checked = checkDisplayName(displayName, [...path, 'displayName']);
    if (isRefusal(checked)) return [checked];
    if (keys.has(handleKey(player))) return [];
    return [refuse('NAMED_PLAYER', [...path, 'player'], { value: shown(player) })];
  });
  refuseAny(...problems);
  const known = await findVisiblePlayers(
    manager,
    access,
    names.map(({ player }) => player),
  );
  const ids = [...known.values()].map(({ id }) => id);
  const present = await listDisplayNames(manager, visibleLeagueIds(access), ids);
  for (const { player, displayName } of names) {
    const found = known.get(handleKey(player));
    if (!found || present.get(found.id) === checkDisplayName(displayName, [])) continue;
    await requireMayName(manager, access, found);
  }
}

/** Gives players the display names that they do not have yet, so that a request can be repeated. */
async function giveNames(
  needs: RegisterPlayersNeeds,
  access: Access,
  slug: string,
  names: readonly PlayerName[],
): Promise<void> {
  const { manager } = needs.database;
  for (const { player, displayName } of names) {
    const id = (await findPlayer(manager, access, player))!.id;
    const present = (await listDisplayNames(manager, visibleLeagueIds(access), [id])).get(id);
    if (present === checkDisplayName(displayName, [])) continue;
    await updatePlayer(needs, access, { player, displayName, reason: `registered in ${slug}` });
  }
}

async function register(
  needs: RegisterPlayersNeeds,
  access: Access,
  slug: string,
  handles: readonly string[],
  once: IdempotentRequest | null,
): Promise<Registered> {
  const known = await getAdministered(needs, access, slug);
  if (handles.length < 1 || handles.length > MAX_PLAYERS) {
    const values = { field: 'players', min: 1, max: MAX_PLAYERS, count: handles.length };
    throw new Refused(refuse('COUNT_RANGE', ['input', 'players'], values));
  }
  const checked = handles.map((handle, index) => checkPlayerName(handle, ['input', 'players', index], 'player'));
  refuseAny(...checked);
  const names = checked.filter((handle): handle is string => !isRefusal(handle));

  const now = needs.clock();
  const enter = async (tx: EntityManager) => {
    const league = await lockLeague(tx, known.id);
    refuseArchived(league);
    const visible = await findVisible(tx, league.id, names);
    const { ids } = visible;
    const missing = names.filter((handle) => !ids.has(handleKey(handle)));
    const refused = missing.flatMap((handle) => {
      return checkNewHandle(handle, ['input', 'players', names.indexOf(handle)], 'player') ?? [];
    });
    refuseAny(...refused);
    for (const [key, id] of (await enterPlayers(tx, league.id, names, visible, now)).ids) ids.set(key, id);
    const asked = names.map((handle, index) => ({ handle, path: ['input', 'players', index] }));
    refuseAny(...(await refuseConfusables(tx, league.id, asked, ids)));

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
  return settleInTransaction(needs.database, known.id, { once, now, keep }, enter);
}
