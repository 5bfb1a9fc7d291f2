import { ID } from 'type-graphql';
import type { Player } from '../../player/player.js';
import { type ComputedField, computed } from '../computed.js';
import { connectionType } from '../connection.js';
import { field, nodeType, objectType, optional } from '../declare.js';
import { UserError } from '../user-error.type.js';

export const AccountType = objectType('Account', "A player's account at another platform.", {
  provider: field(String, 'The platform, in lower case: for example `discord` or `steam`.'),
  id: field(ID, "The platform's own id of the player. `provider:id` names the player in place of a handle."),
});

export const PlayerLinkType = objectType('PlayerLink', 'An address where more about a player is.', {
  url: field(String, 'An https address, at most 300 characters of ASCII, without a user name.'),
  label: field(String, 'What to show of it: the name of the host without `www.`. Names beyond ASCII are in Punycode.'),
});

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

export const UpdatePlayerResultType = objectType('UpdatePlayerResult', 'Result for one player of updatePlayers.', {
  error: optional(UserError, 'Why nothing of them was changed; null if it was.'),
});

export const ErasureMentionType = objectType('ErasureMention', 'A text that contains a name of an erased player.', {
  field: field(
    String,
    'The field that contains it: `details`, `sideNames`, `sideRoles` or `externalId` of a match; `slug`, `name` or `description` of a league.',
  ),
  text: field(String, 'The text: details as JSON, names and roles of sides all together.'),
});

export const ErasureType = objectType('Erasure', 'What erasing a player does to their names.', {
  merged: field(
    [PlayerType],
    'Everyone who is merged with the player in any league, or with one who is: the same person, erased with the player. Under their pseudonyms, or as they are in a dry run.',
  ),
  names: field(
    [String],
    'In a dry run, everything that the person was ever called and that would be replaced; empty otherwise.',
  ),
});

/** A player. @param find the player's id, or the player where it was read already */
export function itsPlayer<Own = { readonly playerId: number }>(
  description: string,
  find: (own: Own) => number | Player = (own) => (own as { readonly playerId: number }).playerId,
): ComputedField<Own> {
  return computed(PlayerType, description, (own: Own, context) => {
    const found = find(own);
    return typeof found === 'number' ? context.loaders.player.load(found) : found;
  });
}
