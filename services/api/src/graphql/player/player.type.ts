import type { Player } from '../../player/player.js';
import { type ComputedField, connectionType, field, nodeType } from '../declare.js';

export const PlayerType = nodeType('Player', 'A person on the platform: a handle is one person in all leagues.', {
  handle: field(
    String,
    'Unique name, as first written; case is ignored. It is one person in all leagues of the instance. A league continues to use the name that it received.',
  ),
});

export const PlayerConnection = connectionType('Player', PlayerType, 'players', {
  counts: 'players that the search finds',
  work: 100,
});

/** A player. @param find the player's id, or the player if already read */
export function itsPlayer<Own = { readonly playerId: number }>(
  description: string,
  find: (own: Own) => number | Player = (own) => (own as { readonly playerId: number }).playerId,
): ComputedField<Own> {
  return field(PlayerType, description, (own: Own, context) => {
    const found = find(own);
    return typeof found === 'number' ? context.loaders.player.load(found) : found;
  });
}
