import { type AnswerSize, beginWork } from '../kit/paging/answer-size.js';
import { foldedName } from '../kit/skeleton.js';
import { isStorable } from '../kit/sql/text.js';
import type { Sql } from '../kit/sql/transaction.js';
import { handleKey } from './handle.js';
import { listPlayersNamed } from './league-players.repository.js';
import type { Player } from './player.js';
import { oneErrorFrom } from './typing-errors.js';

/** Most players whom a mistyped name is said to mean. */
export const MOST_NEAR = 10;
/** Names that are looked up in an index in the time of a point. */
const NAMES_PER_POINT = 3;

/**
 * A league's players whose handle or display name differs from a name by one typing error, by handle.
 * @param size what is looked up is counted there
 */
export async function findNearPlayers(
  sql: Sql,
  leagueId: number,
  name: string,
  size: AnswerSize,
): Promise<readonly Player[]> {
  if (!isStorable(name)) return [];
  const [handles, names] = [oneErrorFrom(handleKey(name)), oneErrorFrom(foldedName(name))];
  await beginWork(size, Math.ceil((handles.length + names.length) / NAMES_PER_POINT));
  return listPlayersNamed(sql, leagueId, handles, names, MOST_NEAR);
}
