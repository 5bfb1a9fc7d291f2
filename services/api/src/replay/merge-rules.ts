import type { EntityManager } from 'typeorm';
import { Refused, refuse, shown } from '../kit/refusal.js';
import type { StoredMatch } from '../match-log/match.js';
import { findMeeting, listMerges } from '../match-log/merge.repository.js';
import { listPlayersById } from '../player/player.repository.js';

/**
 * Two players may be made one person. Asked where it is done, since players may have met, or been merged, meanwhile.
 * @throws Refused where one of them is merged, or they met in a match, void or not
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
 * Into whom a player was merged.
 * @throws Refused if they were not
 */
export async function getMergedInto(tx: EntityManager, leagueId: number, playerId: number): Promise<number> {
  const intoId = (await listMerges(tx, leagueId)).get(playerId);
  if (intoId !== undefined) return intoId;
  const [player] = await listPlayersById(tx, leagueId, [playerId]);
  throw bad('player', `player must be merged into another, but ${shown(player!.handle)} is not`);
}

/**
 * No player meets themselves: a match in which two handles of one person take part may have come while they were being merged.
 * @throws Refused
 */
export function checkMeetings({ externalId, sides }: StoredMatch): void {
  const people = sides.flatMap((side) => side.participants.map(({ playerId }) => playerId));
  if (new Set(people).size === people.length) return;
  throw bad(
    'into',
    `players must not have met, because they become one person, but they did in match ${shown(externalId)}`,
  );
}

function bad(field: string, message: string): Refused {
  return new Refused(refuse('BAD_INPUT', ['input', field], message));
}
