import type { EntityManager } from 'typeorm';
import { type Access, AccessDenied, ANONYMOUS } from '../access/access.js';
import { type IdempotentRequest, runIdempotently, settleInTransaction } from '../access/idempotency.js';
import { checkReason } from '../audit/audit.repository.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { isRefusal, type Refusal, Refused, refuse, shown } from '../kit/refusal.js';
import { listLeagueIdsOf } from '../league/league.repository.js';
import { CameElsewhere, lockTogether, MANY_LEAGUES, requireMayName, untilNoneCame } from './change-player.js';
import { handleKey } from './handle.js';
import { findVisiblePlayers, listProfiles } from './known-players.js';
import { changeProfiles } from './name-new-players.js';
import type { Player } from './player.js';
import { checkProfile, type ProfileChanges } from './profile.js';

const MAX_PLAYERS = 1000;

/** Changes of a player's profile. */
export interface NamedPlayer extends ProfileChanges {
  /** Current or former handle, or account. */
  readonly player: string;
}

/** The result for one of them. */
export type NamedResult = { readonly playerId: number } | { readonly refusal: Refusal };

/**
 * Changes the profiles of many players, in one transaction. Each is independent: a bad one is refused with the reason, and the others
 * are changed. Repeating the same changes has no visible effect.
 * @returns one result for each, in their order
 * @throws Refused if the request as a whole is refused
 * @throws AccessDenied
 */
export async function updatePlayers(
  needs: NeedsDatabase & NeedsClock,
  access: Access,
  { players, reason }: { readonly players: readonly NamedPlayer[]; readonly reason: string },
  once: IdempotentRequest | null = null,
): Promise<readonly NamedResult[]> {
  if (access === ANONYMOUS) throw new AccessDenied(access, 'name players');
  if (players.length < 1 || players.length > MAX_PLAYERS) {
    const values = { field: 'players', min: 1, max: MAX_PLAYERS, count: players.length };
    throw new Refused(refuse('COUNT_RANGE', ['input', 'players'], values));
  }
  checkReason(reason);
  const now = needs.clock();
  const recall = ({ results }: { results: readonly NamedResult[] }) => results;
  const keep = (results: readonly NamedResult[]) => ({ results });
  const name = (tx: EntityManager) => nameAll(tx, access, players, reason, now);
  return runIdempotently(needs.database.manager, once, now, recall, () =>
    untilNoneCame(() => settleInTransaction(needs.database, MANY_LEAGUES, { once, now, keep }, name)),
  );
}

/** @throws CameElsewhere if a league got to know one of them meanwhile */
async function nameAll(
  tx: EntityManager,
  access: Access,
  asked: readonly NamedPlayer[],
  reason: string,
  at: Date,
): Promise<readonly NamedResult[]> {
  const visible = await findVisiblePlayers(
    tx,
    access,
    asked.map(({ player }) => player),
  );
  const seen = new Set<number>();
  const named: (Refusal | { readonly player: Player; readonly changes: ProfileChanges; readonly path: string[] })[] =
    [];
  for (const [index, { player: name, ...given }] of asked.entries()) {
    const path = ['input', 'players', String(index)];
    const player = visible.get(handleKey(name));
    const problem = await playerProblem(tx, access, player, name, seen, [...path, 'player']);
    if (player) seen.add(player.id);
    const changes = checkProfile(given, path);
    if (problem) named.push(problem);
    else named.push(Array.isArray(changes) ? changes[0]! : { player: player!, changes, path });
  }
  const ids = named.flatMap((one) => (isRefusal(one) ? [] : [one.player.id]));
  const leagueIds = await listLeagueIdsOf(tx, ids);
  const locked = new Map((await lockTogether(tx, ids, leagueIds)).map((player) => [player.id, player]));
  const results = named.map((one): NamedResult => {
    if (isRefusal(one)) return { refusal: one };
    const { handle, erasedAt } = locked.get(one.player.id)!;
    if (!erasedAt) return { playerId: one.player.id };
    return { refusal: refuse('PLAYER_ERASED', [...one.path, 'player'], { value: shown(handle) }) };
  });
  const given = named.flatMap((one, index) =>
    isRefusal(one) || 'refusal' in results[index]!
      ? []
      : [{ ...locked.get(one.player.id)!, changes: one.changes, reason }],
  );
  if (given.length === 0) return results;
  await changeProfiles(tx, access, given, await listProfiles(tx, null, ids), at);
  if ((await listLeagueIdsOf(tx, ids)).length !== leagueIds.length) throw new CameElsewhere();
  return results;
}

/** Why a player of the list cannot be changed. */
async function playerProblem(
  tx: EntityManager,
  access: Access,
  player: Player | undefined,
  name: string,
  seen: ReadonlySet<number>,
  path: readonly string[],
): Promise<Refusal | undefined> {
  if (!player) return refuse('PLAYER', path, { field: 'player', value: shown(name) });
  if (seen.has(player.id)) return refuse('PLAYER_ONCE', path, { value: shown(name) });
  try {
    await requireMayName(tx, access, player);
    return undefined;
  } catch (error) {
    if (!(error instanceof AccessDenied)) throw error;
    return refuse('NAMED_ELSEWHERE', path, { value: shown(name) });
  }
}
