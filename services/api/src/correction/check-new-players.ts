import type { EntityManager } from 'typeorm';
import { nearNames } from '../kit/nearest-name.js';
import { type Refusal, Refused, refuse, shown } from '../kit/refusal.js';
import type { League } from '../league/league.js';
import type { CheckedSide } from '../match-log/checks.js';
import { handleKey } from '../player/handle.js';
import { findPlayerIds } from '../player/player.repository.js';
import { listKnown, listSimilarHandles } from '../rating/members.js';

/** The most participants that a match can have. */
const MAX_NEW_PLAYERS = 256;
/** How many known handles a refusal offers in place of an unknown one. */
const NEAR_NAMES = 3;

/**
 * Checks that an amendment makes new players on purpose only: a mistyped handle would be one more player otherwise.
 * @param newPlayers handles that the caller says are new to the league
 * @throws Refused where sides name somebody else who has never been in the league, or newPlayers somebody whom sides do not
 */
export async function checkNewPlayers(
  manager: EntityManager,
  league: League,
  sides: readonly CheckedSide[] | null,
  newPlayers: readonly string[],
): Promise<void> {
  if (newPlayers.length > MAX_NEW_PLAYERS) {
    const message = `number of newPlayers must be at most ${MAX_NEW_PLAYERS}, but is ${newPlayers.length}`;
    throw new Refused(refuse('BAD_INPUT', ['input', 'newPlayers'], message));
  }
  const named = handlesOf(sides ?? []);
  const stray = newPlayers.findIndex((handle) => !named.some(({ key }) => key === handleKey(handle)));
  if (stray >= 0) {
    const message = `newPlayers must be participants of sides, but ${shown(newPlayers[stray])} is not`;
    throw new Refused(refuse('BAD_INPUT', ['input', 'newPlayers', stray], message));
  }
  const expected = new Set(newPlayers.map(handleKey));
  const ids = await findPlayerIds(
    manager,
    named.map(({ handle }) => handle),
  );
  const known = await listKnown(manager, league.id, ids.values());
  const unknown = named.filter(({ key }) => !expected.has(key) && !known.has(ids.get(key) ?? -1));
  const refusals: Refusal[] = [];
  for (const { handle, key, path } of unknown) {
    const near = nearNames(key, await listSimilarHandles(manager, league.id, key), NEAR_NAMES);
    const hint = near.length > 0 ? `did you mean ${near.map(shown).join(' or ')}?` : 'no known handle is similar.';
    const message =
      `player must have been in league ${league.slug} before, but ${shown(handle)} has not; ${hint} ` +
      'If the player is new, name them in newPlayers';
    refusals.push(refuse('UNKNOWN_PLAYER', path, message));
  }
  if (refusals.length > 0) throw new Refused(...refusals);
}

function handlesOf(sides: readonly CheckedSide[]) {
  return sides.flatMap(({ participants }, s) =>
    participants.map(({ handle, key }, p) => ({
      handle,
      key,
      path: ['input', 'sides', s, 'participants', p, 'player'],
    })),
  );
}
