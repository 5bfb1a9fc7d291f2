import { type Refusal, refuse, shown } from '../kit/refusal.js';
import type { Sql } from '../kit/sql/transaction.js';
import { handleKey } from './handle.js';
import { findKnownLookAlikes } from './player-name.repository.js';

/** A handle with its place in the input. */
export interface HandleAt {
  readonly handle: string;
  readonly path: readonly (string | number)[];
}

/**
 * Why no players were created for some handles: they look like a player's whom the league knows, or like one that is being created now.
 * @param made ids of existing players by handleKey
 */
export async function refuseLookAlikes(
  sql: Sql,
  leagueId: number,
  handles: readonly HandleAt[],
  made: ReadonlyMap<string, number>,
): Promise<Refusal[]> {
  const refused = handles.filter(({ handle }) => !made.has(handleKey(handle)));
  if (refused.length === 0) return [];
  const known = await findKnownLookAlikes(
    sql,
    leagueId,
    refused.map(({ handle }) => handle),
  );
  return refused.map(({ handle, path }) => lookAlikeRefusal(handle, known.get(handleKey(handle)), path, 'player'));
}

/** @param field name of the field in the refusal */
export function lookAlikeRefusal(
  handle: string,
  other: string | undefined,
  path: HandleAt['path'],
  field: string,
): Refusal {
  const values = { field, value: shown(handle) };
  return other === undefined
    ? refuse('LOOK_ALIKE_JUST_TAKEN', path, values)
    : refuse('LOOK_ALIKE', path, { ...values, other: shown(other) });
}
