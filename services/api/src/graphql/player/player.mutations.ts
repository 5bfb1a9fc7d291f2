import { Int } from 'type-graphql';
import type { Mention } from '../../player/erase-mentions.repository.js';
import { type Erasure, erasePlayer } from '../../player/erase-player.js';
import { linkAccount, unlinkAccount } from '../../player/link-account.js';
import { updatePlayer } from '../../player/update-player.js';
import { updatePlayers } from '../../player/update-players.js';
import { computedList, field, inputType, objectType, optional } from '../declare.js';
import { itsLeague } from '../league/league.type.js';
import { MatchType } from '../match/match.type.js';
import { mutation } from '../mutation.js';
import { UserError } from '../user-error.type.js';
import { PlayerType } from './player.type.js';

const UpdatePlayerResultType = objectType('UpdatePlayerResult', 'Result for one player of updatePlayers.', {
  error: optional(UserError, 'Why nothing of them was changed; null if it was.'),
  player: optional(
    PlayerType,
    'The player as they are now; null if they were refused.',
    ({ playerId }: { readonly playerId?: number }, { loaders }) =>
      playerId === undefined ? null : loaders.player.load(playerId),
  ),
});

const ErasureMentionType = objectType('ErasureMention', 'A text that contains a name of an erased player.', {
  field: field(
    String,
    'The field that contains it: `details`, `sideNames`, `sideRoles` or `externalId` of a match; `slug`, `name` or `description` of a league.',
  ),
  text: field(String, 'The text: details as JSON, names and roles of sides all together.'),
  league: itsLeague(),
  match: optional(
    MatchType,
    'The match; null if the league itself has the text.',
    ({ leagueId, sequence }: Mention, { loaders }) =>
      sequence === null ? null : loaders.match.load({ leagueId, sequence }),
  ),
});

type ToldErasure = { readonly [Field in keyof Erasure]: NonNullable<Erasure[Field]> };

const ErasureType = objectType('Erasure', 'What erasing a player does to their names.', {
  merged: field(
    [PlayerType],
    'Everyone who is merged with the player in any league, or with one who is: the same person, erased with the player. Under their pseudonyms, or as they are in a dry run.',
  ),
  names: field(
    [String],
    'In a dry run, everything that the person was ever called and that would be replaced; empty otherwise.',
  ),
  mentions: computedList(
    ErasureMentionType,
    'Texts by others in which a name remains as a separate word: in matches of leagues that know the player, and in the slugs, names and descriptions of leagues. Ordered by league and match.',
    20,
    ({ mentions }: ToldErasure) => mentions,
  ),
  mentionCount: field(Int, 'Number of texts in which a name remains.', ({ mentions }: ToldErasure) => mentions.length),
});

/** A player is found, locked and named in half a millisecond. */
const POINTS_PER_NAME = 50;

const player = field(String, 'Current or former handle, or an account such as `discord:1234`.');
const reason = field(String, 'Reason for the audit log, 1 to 200 characters.');
const COUNTRY = 'Country by its code of ISO 3166-1 alpha-2, or `XK` for Kosovo; case is ignored.';
const LINKS =
  'At most 5 https addresses of hosts by name, each of at most 300 bytes, without a user name, blanks or control characters.';

const DisplayNameInput = inputType('DisplayNameInput', 'A display name, a country and links for a player.', {
  player,
  displayName: optional(
    String,
    'The name to show, with the rules of `UpdatePlayerInput.displayName`. Null: it is removed; omitted: too, unless a country or links are given.',
  ),
  country: optional(String, `${COUNTRY} An explicit null removes it; omitted: it stays.`),
  links: optional([String], `${LINKS} Null or an empty list removes them; omitted: they stay.`),
});

const ACCOUNT =
  'The account as `provider:id`, for example `discord:1234`. The provider has 1 to 32 letters a to z, digits and `_ . -`; case is ignored. The id is the one that the provider gave and that never changes: 1 to 128 letters, digits and `_ . : # @ + / = ~ -`; case matters.';

const thePlayer = {
  player: optional(PlayerType, 'The player as they are now; null if the request was refused.'),
};

mutation('updatePlayer', {
  description:
    'Gives a player another handle, a display name, a country or links. Requires the scope platform:admin. A token with matches:submit or league:admin may also give all but handles to players of its league, unless another league that it may read knew them first.',
  argument: 'The player and what is changed.',
  input: 'New names for a player, and what else is shown of them; omitted fields stay as they are.',
  fields: {
    player,
    handle: optional(String, 'The new handle; the old one still leads to the player.'),
    displayName: optional(
      String,
      'The name to show: at most 40 characters and 200 bytes, without control or invisible characters; spaces around it are removed. An explicit null removes it.',
    ),
    country: optional(String, `${COUNTRY} An explicit null removes it.`),
    links: optional([String], `${LINKS} Null or an empty list removes them.`),
    reason,
  },
  payload: thePlayer,
  run: async (input, { app, access }) => ({ player: await updatePlayer(app, access, input) }),
});

mutation('updatePlayers', {
  description:
    'Gives many players display names, countries and links. Each is handled separately: one that cannot be changed is refused with the reason, and the others are changed. Requires the same rights as updatePlayer. With an Idempotency-Key, it is carried out once.',
  argument: 'The players and what is changed.',
  input: 'What is shown of many players.',
  fields: {
    players: field([DisplayNameInput], '1 to 1,000 players, each once.'),
    reason,
  },
  payload: {
    results: optional(
      [UpdatePlayerResultType],
      'One result per player, in the order given; null if the whole request was refused.',
    ),
  },
  errors: 'Why the whole request was refused; empty if it was not.',
  async run(input, { app, access, charge }, once) {
    charge(input.players.length * POINTS_PER_NAME);
    const players = input.players.map(({ displayName, ...named }) => {
      const isNamed = displayName !== undefined || (named.country === undefined && named.links === undefined);
      return { ...named, ...(isNamed && { displayName: displayName ?? null }) };
    });
    const results = await updatePlayers(app, access, { players, reason: input.reason }, once());
    return {
      results: results.map((result) => ({
        error: null,
        ...('refusal' in result ? { error: result.refusal } : result),
      })),
    };
  },
});

mutation('linkAccount', {
  description:
    'Links an account on another platform to a player. From then on, the account names the player wherever a handle does. Requires platform:admin, or matches:submit or league:admin for a league that knew the player before any other league that the token may read. An account belongs to one player only, among the players that a caller may see. To publish the account to leagues that met the player later, link it again.',
  argument: 'The player and the account.',
  input: 'An account to link to a player.',
  fields: {
    player: field(String, 'Current or former handle, or another account of the player.'),
    account: field(String, ACCOUNT),
    reason,
  },
  payload: thePlayer,
  run: async (input, { app, access }) => ({ player: await linkAccount(app, access, input) }),
});

mutation('erasePlayer', {
  description:
    "Erases a player's personal data forever: a pseudonym replaces handles, display name, country, links and accounts, even in the audit log, in reasons and in names of tokens. Players merged with this one in any league are the same person and are erased together, each under a pseudonym. Matches and ratings stay as they are, and the handles are free again. A dry run lists the texts by others that name the player. Requires the scope platform:admin.",
  argument: 'The player, named twice.',
  input: 'A player whose personal data to erase.',
  fields: {
    player: field(String, 'Current or former handle, or an account of the player.'),
    confirm: field(String, 'The current handle once more, because this cannot be undone.'),
    confirmMerged: optional(
      [String],
      'The current handles of everyone who is merged with the player in any league, as `merged` of a dry run lists them, because they are erased together. The request is refused unless the lists match. Not checked if null.',
    ),
    reason,
    inMatches: field(
      Boolean,
      'Whether to replace the names even in `details` and in names of sides, wherever a name appears as a separate word, including past versions. Check the mentions of a dry run first: a handle may be an ordinary word.',
      { defaultValue: false },
    ),
    dryRun: field(
      Boolean,
      'Whether to return which names would be replaced, and where they would remain, without changing anything.',
      { defaultValue: false },
    ),
  },
  payload: {
    player: optional(
      PlayerType,
      'The player under their pseudonym, or as they are in a dry run; null if the request was refused.',
    ),
    erasure: optional(
      ErasureType,
      'What happened to the names, or would; null if the request was refused or is answered again by its Idempotency-Key.',
    ),
  },
  async run(input, { app, access }, once) {
    const { player, ...erasure } = await erasePlayer(app, access, input, once());
    return { player, erasure: erasure.mentions && erasure };
  },
});

mutation('unlinkAccount', {
  description: 'Removes an account from its player. Requires the same rights as linkAccount.',
  argument: 'The account.',
  input: 'An account to remove from its player.',
  fields: { account: field(String, ACCOUNT), reason },
  payload: thePlayer,
  run: async (input, { app, access }) => ({ player: await unlinkAccount(app, access, input) }),
});
