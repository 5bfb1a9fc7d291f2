import type { Refusal } from '../kit/refusal.js';
import type { Sql } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { DEFAULT_STATUS_RULES } from '../league/status-rules.js';
import type { CheckedMatch, CheckedParticipant } from '../match-log/checks.js';
import type { StoredMatch } from '../match-log/match.js';
import { listMerges } from '../match-log/merges-and-waits.repository.js';
import { checkPlayers, withIds, withMerges } from '../match-log/roster.js';
import { byHandleKey, isAccount } from '../player/handle.js';
import {
  checkNewHandle,
  type EnteredByAccount,
  enterByAccount,
  type HandleAt,
  type Introduction,
  refuseConfusables,
} from '../player/new-player.js';
import { enterPlayers, findVisible, leavePlayers } from '../player/player.repository.js';
import { listMembers } from './rating.repository.js';

/** A match to be added to the log, with its path in the input. */
export interface Entrant {
  readonly match: Pick<CheckedMatch, 'sides'>;
  readonly path: readonly (string | number)[];
}

/** The players of some matches. */
export interface Admission {
  /** Why an entrant was not admitted, by position in the list. */
  readonly refusals: ReadonlyMap<number, Refusal>;
  /** See Roster; including players who may not play. */
  readonly ids: ReadonlyMap<string, number>;
  /** See Roster. */
  readonly merges: ReadonlyMap<number, number>;
  /** Ids of the players who are new to the league. */
  readonly entered: readonly number[];
  /** Ids of the players whom neither the league nor everybody knew, by handleKey. Some may be in leagues that callers must not see. */
  readonly met: ReadonlyMap<string, number>;
  /** Handles of new players who were named by an account, by account. */
  readonly handles: ReadonlyMap<string, string>;
  /** See roster.ts. */
  withIds(match: Pick<CheckedMatch, 'sides'>): StoredMatch['sides'];
  /** See roster.ts. */
  merged(sides: StoredMatch['sides']): StoredMatch['sides'];
  /** Deletes new players whose matches were not stored. */
  forgetUnused(stored: readonly StoredMatch['sides'][]): Promise<void>;
}

const NOBODY: EnteredByAccount = { ids: new Map(), handles: new Map(), made: [], entered: [] };

/** Finds the players of the matches, and creates new ones if the league allows it. */
export async function admitPlayers(
  tx: Sql,
  league: League,
  entrants: readonly Entrant[],
  now: Date,
): Promise<Admission> {
  const handles = byHandleKey(entrants.flatMap(({ match }) => admittedHandles(match)));
  const visible = await findVisible(tx, league.id, handles.values());
  const { ids } = visible;
  const merges = await listMerges(tx, league.id);
  const refusals = new Map<number, Refusal>();
  const isMember = league.isOpenEntry ? () => true : await membership(tx, league, ids, merges);
  for (const [index, entrant] of entrants.entries()) {
    const refusal =
      checkPlayers(entrant.match, { ids, merges, isMember }, entrant.path) ?? checkNewcomers(entrant, ids);
    if (refusal) refusals.set(index, refusal);
  }
  const admitted = entrants.filter((_, index) => !refusals.has(index));
  const withStrangers = new Set(admitted.filter((entrant) => strangersOf(entrant, ids).length > 0));
  const wanted = byHandleKey(admitted.flatMap(({ match }) => admittedHandles(match)));
  const byHandle = await enterPlayers(tx, league.id, wanted.values(), visible, now);
  const introductions = introductionsIn(admitted, ids);
  const byAccount = introductions.size > 0 ? await enterByAccount(tx, league.id, introductions, now) : NOBODY;
  const newPlayers = {
    ...byHandle,
    made: [...byHandle.made, ...byAccount.made],
    entered: [...byHandle.entered, ...byAccount.entered],
  };
  const found = [...byHandle.ids, ...byAccount.ids];
  const met = new Map(found.filter(([key]) => !ids.has(key) && (!isAccount(key) || byAccount.handles.has(key))));
  for (const [key, id] of found) ids.set(key, id);
  // Some strangers are players known only to other leagues. Two of them may be merged here.
  for (const [index, entrant] of entrants.entries()) {
    if (refusals.has(index) || !withStrangers.has(entrant)) continue;
    const refusal = checkPlayers(entrant.match, { ids, merges, isMember }, entrant.path);
    if (refusal) refusals.set(index, refusal);
  }
  const alike = entrants.flatMap((entrant, index) =>
    refusals.has(index) ? [] : strangersOf(entrant, ids).map((stranger) => ({ ...stranger, index })),
  );
  const lookAlikes = alike.length > 0 ? await refuseConfusables(tx, league.id, alike, ids) : [];
  for (const [i, refusal] of lookAlikes.entries()) refusals.set(alike[i]!.index, refusal);

  return {
    refusals,
    ids,
    merges,
    entered: newPlayers.entered,
    met,
    handles: byAccount.handles,
    withIds: (match) => withIds(match, ids, league.statusRules ?? DEFAULT_STATUS_RULES),
    merged: (sides) => withMerges(sides, merges),
    forgetUnused: async (stored) => {
      const used = new Set(
        stored.flatMap((sides) => sides.flatMap((side) => side.participants.map((p) => p.playerId))),
      );
      await leavePlayers(tx, league.id, newPlayers, (id) => used.has(id));
    },
  };
}

/** Why no player can be created for an unknown handle in the match. */
function checkNewcomers(entrant: Entrant, ids: ReadonlyMap<string, number>): Refusal | undefined {
  for (const { handle, path, introduction } of strangersOf(entrant, ids)) {
    const refusal = introduction && isAccount(handle) ? undefined : checkNewHandle(handle, path);
    if (refusal) return refusal;
  }
  return undefined;
}

/** The participants whom the league does not know. */
function strangersOf({ match, path }: Entrant, ids: ReadonlyMap<string, number>): Stranger[] {
  const strangers: Stranger[] = [];
  for (const [s, side] of match.sides.entries()) {
    for (const [p, { handle, key, introduction }] of side.participants.entries()) {
      if (ids.has(key)) continue;
      strangers.push({ handle, key, introduction, path: [...path, 'sides', s, 'participants', p, 'player'] });
    }
  }
  return strangers;
}

interface Stranger extends HandleAt, Pick<CheckedParticipant, 'key' | 'introduction'> {}

/** The introductions of strangers who are named by accounts, by account; of several, the first. */
function introductionsIn(entrants: readonly Entrant[], ids: ReadonlyMap<string, number>): Map<string, Introduction> {
  const introductions = new Map<string, Introduction>();
  for (const { handle, key, introduction } of entrants.flatMap((entrant) => strangersOf(entrant, ids))) {
    if (introduction && isAccount(handle) && !introductions.has(key)) introductions.set(key, introduction);
  }
  return introductions;
}

function admittedHandles({ sides }: Pick<CheckedMatch, 'sides'>): string[] {
  return sides.flatMap((side) => side.participants.map(({ handle }) => handle));
}

async function membership(
  tx: Sql,
  league: League,
  ids: ReadonlyMap<string, number>,
  merges: ReadonlyMap<number, number>,
): Promise<(key: string) => boolean> {
  const resolved = new Map([...ids].map(([key, id]) => [key, merges.get(id) ?? id]));
  const members = await listMembers(tx, league.id, resolved.values());
  return (key) => members.has(resolved.get(key) ?? -1);
}
