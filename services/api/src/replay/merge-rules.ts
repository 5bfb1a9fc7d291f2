import type { EntityManager } from 'typeorm';
import { Refused, refuse, shown } from '../kit/refusal.js';
import { findMeeting, listMerges } from '../match-log/merge.repository.js';
import { listPlayersById } from '../player/player.repository.js';

/**
 * Checks that two players can be merged. A job checks it again, because they may have played each other, or been merged, in the
 * meantime.
 * @throws Refused if one of them is merged already, or they met in a match, void or not
 */
export async function checkMerge(
  tx: EntityManager,
  leagueId: number,
  { playerId, intoId }: { playerId: number; intoId: number },
): Promise<void> {
  const names = new Map(
    (await listPlayersById(tx, leagueId, [playerId, intoId])).map(({ id, handle }) => [id, shown(handle)]),
  );
  const [player, into] = [names.get(playerId), names.get(intoId)];
  if (playerId === intoId) throw bad('into', `into must be another player than ${player}`);
  const merges = await listMerges(tx, leagueId);
  if (merges.has(playerId)) throw bad('player', `player must not be merged already, but ${player} is`);
  if (merges.has(intoId)) throw bad('into', `into must not be merged into another, but ${into} is`);
  if ([...merges.values()].includes(playerId)) {
    throw bad('player', `player must not have others merged into them, but ${player} has; unmerge those first`);
  }
  const same = [intoId, ...[...merges].filter(([, other]) => other === intoId).map(([id]) => id)];
  const meeting = await findMeeting(tx, leagueId, playerId, same);
  if (meeting !== null) {
    throw bad(
      'into',
      `players must not have met, because they become one person, but they did in match ${shown(meeting)}`,
    );
  }
}

/**
 * The player into whom another was merged.
 * @throws Refused if they were not merged
 */
export async function getMergedInto(tx: EntityManager, leagueId: number, playerId: number): Promise<number> {
  const intoId = (await listMerges(tx, leagueId)).get(playerId);
  if (intoId !== undefined) return intoId;
  const [player] = await listPlayersById(tx, leagueId, [playerId]);
  throw bad('player', `player must be merged into another, but ${shown(player!.handle)} is not`);
}

function bad(field: string, message: string): Refused {
  return new Refused(refuse('BAD_INPUT', ['input', field], message));
}
