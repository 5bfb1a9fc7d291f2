import { type Refusal, refuse, shown } from '../kit/refusal.js';
import type { StatusRules } from '../league/status-rules.js';
import { handleKey } from '../player/handle.js';
import type { CheckedMatch } from './checks.js';
import { asRated, type StoredMatch, type StoredSide } from './match.js';

type Path = readonly (string | number)[];
type Sides = Pick<CheckedMatch, 'sides'>;

/** The players behind the handles of some matches, as a league knows them. */
export interface Roster {
  /** Ids by handleKey, including former handles. */
  readonly ids: ReadonlyMap<string, number>;
  /** Merged players' ids, each with the id of the player they were merged into. */
  readonly merges: ReadonlyMap<number, number>;
  /** Whether the player of a handleKey may be rated. */
  isMember(key: string): boolean;
}

/** The keys of all handles of a match. */
export function handleKeysOf({ sides }: Sides): string[] {
  return sides.flatMap((side) => side.participants.map(({ key }) => key));
}

/** Whether the players of a match may meet in the league; new players may. */
export function checkPlayers(match: Sides, roster: Roster, path: Path): Refusal | undefined {
  return checkMembers(match, roster, path) ?? checkMerged(match, roster, path);
}

function checkMembers({ sides }: Sides, roster: Roster, path: Path): Refusal | undefined {
  for (let s = 0; s < sides.length; s++) {
    const { participants } = sides[s]!;
    for (let p = 0; p < participants.length; p++) {
      const { handle, key, isGuest } = participants[p]!;
      if (isGuest || roster.isMember(key)) continue;
      return refuse('REGISTERED', [...path, 'sides', s, 'participants', p, 'player'], { value: shown(handle) });
    }
  }
  return undefined;
}

/** Two names of one person cannot play each other. */
function checkMerged({ sides }: Sides, { ids, merges }: Roster, path: Path): Refusal | undefined {
  const seen = new Map<number, string>();
  for (let s = 0; s < sides.length; s++) {
    const { participants } = sides[s]!;
    for (let p = 0; p < participants.length; p++) {
      const { handle, key } = participants[p]!;
      const id = ids.get(key);
      if (id === undefined) continue;
      const person = merges.get(id) ?? id;
      const other = seen.get(person);
      if (other !== undefined) {
        const at = [...path, 'sides', s, 'participants', p, 'player'];
        return refuse('IN_MATCH_UNDER_OTHER_HANDLE', at, { value: shown(handle), other: shown(other) });
      }
      seen.set(person, handle);
    }
  }
  return undefined;
}

/**
 * A match's sides with the ids of its players, as submitted.
 * @param rules of the league, for sides that did not finish
 */
export function withIds({ sides }: Sides, ids: ReadonlyMap<string, number>, rules: StatusRules): StoredSide[] {
  const stored = sides.map(({ name, role = null, placement, score, participants }) => ({
    name,
    role,
    placement,
    score,
    participants: participants.map(({ key, isGuest, score, minutesPlayed, scoresAgainst }) => ({
      playerId: ids.get(key)!,
      isGuest,
      score,
      minutesPlayed,
      scoresAgainst: scoresAgainst.map(({ opponent, score }) => ({ opponentId: ids.get(handleKey(opponent))!, score })),
    })),
    reported: null,
  }));
  // Nearly all matches take this path, without a copy.
  if (sides.every(({ status = 'FINISHED' }) => status === 'FINISHED')) return stored;
  return asRated(
    stored,
    sides.map(({ status = 'FINISHED' }) => status),
    rules,
  );
}

/** The same sides after merges, as they are rated: merged players count as the player whose history they share. */
export function withMerges(sides: StoredMatch['sides'], merges: ReadonlyMap<number, number>): StoredMatch['sides'] {
  if (merges.size === 0) return sides;
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
