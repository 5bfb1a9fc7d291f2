import type { League } from '../league/league.js';
import type { Sql } from '../persistence/transaction.js';
import { byHandleKey, handleKey } from '../player/handle.js';
import { deletePlayers, findPlayerIds, insertPlayers } from '../player/player.repository.js';
import { listMembers } from '../rating/members.js';
import { listMerges } from '../recompute/merge.repository.js';
import { type Refusal, refuse, shown } from '../refusal.js';
import type { CheckedMatch } from './checks.js';
import type { Match, Side } from './match.js';

type Path = readonly (string | number)[];

/** A match that wants to be in the log, with its place in the input. */
export interface Entrant {
  readonly match: Pick<CheckedMatch, 'sides'>;
  readonly path: Path;
}

/** The players of some matches. */
export interface Admission {
  /** Why an entrant was not admitted, by its place in the list. */
  readonly refusals: ReadonlyMap<number, Refusal>;
  /** A match's sides with the ids of its players, as they were submitted. */
  withIds(match: Pick<CheckedMatch, 'sides'>): Match['sides'];
  /** The same sides as they are rated: merged players count as the one whose history they share. */
  merged(sides: Match['sides']): Match['sides'];
  /** Takes back the players that were made for nothing. */
  forgetUnused(stored: readonly Match['sides'][]): Promise<void>;
}

/** Finds the players of the matches, and makes those who are new where the league allows it. */
export async function admitPlayers(
  tx: Sql,
  league: League,
  entrants: readonly Entrant[],
  now: Date,
): Promise<Admission> {
  const handles = byHandleKey(entrants.flatMap(({ match }) => participantsOf(match).map(({ handle }) => handle)));
  const ids = await findPlayerIds(tx, handles.values());
  const merges = await listMerges(tx, league.id);
  const refusals = new Map<number, Refusal>();
  const isMember = league.isOpenEntry ? () => true : await membership(tx, league, ids, merges);
  for (const [index, { match, path }] of entrants.entries()) {
    const refusal = checkMembers(match, isMember, path) ?? checkMerged(match, ids, merges, path);
    if (refusal) refusals.set(index, refusal);
  }
  const admitted = entrants.filter((_, index) => !refusals.has(index));
  const wanted = byHandleKey(admitted.flatMap(({ match }) => participantsOf(match).map(({ handle }) => handle)));
  const missing = [...wanted].filter(([key]) => !ids.has(key)).map(([, handle]) => handle);
  const newPlayers = await insertPlayers(tx, missing, now);
  for (const [key, id] of newPlayers.ids) ids.set(key, id);

  return {
    refusals,
    withIds: (match) => withPlayerIds(match, ids),
    merged: (sides) => (merges.size === 0 ? sides : withMerges(sides, merges)),
    forgetUnused: async (stored) => {
      const used = new Set(
        stored.flatMap((sides) => sides.flatMap((side) => side.participants.map((p) => p.playerId))),
      );
      await deletePlayers(
        tx,
        newPlayers.made.filter((id) => !used.has(id)),
      );
    },
  };
}

function participantsOf({ sides }: Pick<CheckedMatch, 'sides'>) {
  return sides.flatMap((side) => side.participants);
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

function checkMembers(
  match: Pick<CheckedMatch, 'sides'>,
  isMember: (key: string) => boolean,
  path: Path,
): Refusal | undefined {
  for (const [s, side] of match.sides.entries()) {
    for (const [p, { handle, isGuest }] of side.participants.entries()) {
      if (isGuest || isMember(handleKey(handle))) continue;
      const message = `player must be registered in a league without open entry, but ${shown(handle)} is not`;
      return refuse('BAD_INPUT', [...path, 'sides', s, 'participants', p, 'player'], message);
    }
  }
  return undefined;
}

/** Two handles of one person do not play each other. */
function checkMerged(
  match: Pick<CheckedMatch, 'sides'>,
  ids: ReadonlyMap<string, number>,
  merges: ReadonlyMap<number, number>,
  path: Path,
): Refusal | undefined {
  const seen = new Set<number>();
  for (const [s, side] of match.sides.entries()) {
    for (const [p, { handle }] of side.participants.entries()) {
      const id = ids.get(handleKey(handle));
      if (id === undefined) continue;
      const person = merges.get(id) ?? id;
      if (seen.has(person)) {
        const message = `player must take part once in a match, but ${shown(handle)} is another handle of one who does`;
        return refuse('BAD_INPUT', [...path, 'sides', s, 'participants', p, 'player'], message);
      }
      seen.add(person);
    }
  }
  return undefined;
}

function withPlayerIds(match: Pick<CheckedMatch, 'sides'>, ids: ReadonlyMap<string, number>): Side[] {
  const idOf = (handle: string) => ids.get(handleKey(handle))!;
  return match.sides.map((side) => ({
    ...side,
    participants: side.participants.map(({ handle, scoresAgainst, ...participant }) => ({
      ...participant,
      playerId: idOf(handle),
      scoresAgainst: scoresAgainst.map(({ opponent, score }) => ({ opponentId: idOf(opponent), score })),
    })),
  }));
}

function withMerges(sides: Match['sides'], merges: ReadonlyMap<number, number>): Side[] {
  const resolve = (id: number) => merges.get(id) ?? id;
  return sides.map((side) => ({
    ...side,
    participants: side.participants.map((participant) => ({
      ...participant,
      playerId: resolve(participant.playerId),
      scoresAgainst: participant.scoresAgainst.map(({ opponentId, score }) => ({
        opponentId: resolve(opponentId),
        score,
      })),
    })),
  }));
}
