import { ID, Int } from 'type-graphql';
import { isPlatformAdmin } from '../../access/access.js';
import { encodeCursor } from '../../kit/paging/page.js';
import { countWork } from '../../kit/paging/response-size.js';
import type { Mention } from '../../player/erase-mentions.repository.js';
import { type Erasure, erasePlayer } from '../../player/erase-player.js';
import { handleKey } from '../../player/handle.js';
import { countPlayers, findPlayer, listPlayers } from '../../player/known-players.js';
import { linkAccount, unlinkAccount } from '../../player/link-account.js';
import type { Player } from '../../player/player.js';
import { labelOf } from '../../player/profile.js';
import { updatePlayer } from '../../player/update-player.js';
import { updatePlayers } from '../../player/update-players.js';
import type { Rating } from '../../rating/rating.js';
import {
  computedList,
  computedPages,
  computeFields,
  counted,
  field,
  inputType,
  type Of,
  objectType,
  optional,
  PAGE_ARGS,
  pagesBy,
  queries,
} from '../declare.js';
import { itsLeague } from '../league/league.type.js';
import { MatchType } from '../match/match.type.js';
import { mutation } from '../mutation.js';
import { RatingConnection } from '../rating/rating.type.js';
import { DateTimeScalar, globalId } from '../scalars.js';
import { UserError } from '../user-error.type.js';
import { PlayerConnection, PlayerType } from './player.type.js';

const AccountType = objectType('Account', "A player's account at another platform.", {
  provider: field(String, 'The platform, in lower case: for example `discord` or `steam`.'),
  id: field(ID, "The platform's own id of the player. `provider:id` names the player in place of a handle."),
});

const PlayerLinkType = objectType('PlayerLink', 'An address where more about a player is.', {
  url: field(String, 'An https address, at most 300 characters of ASCII, without a user name.'),
  label: field(String, 'What to show of it: the name of the host without `www.`. Names beyond ASCII are in Punycode.'),
});

/** Names that are looked at in the time of a point. */
const NAMES_PER_POINT = 50;
/** Points of names that are searched for a text, as of `Query.search`. */
const SEARCHED = 500;

/** The list of players, for its cursors. */
const PLAYERS = 'player';
const playerPages = pagesBy(PLAYERS, ['string'], ({ handle }: Player) => [handleKey(handle)]);

queries({
  player: optional(
    PlayerType,
    'The player with this handle or account; null if there is none.',
    {
      args: {
        handle: field(String, 'Current or former handle; case is ignored. Or an account, such as `discord:1234`.'),
      },
    },
    (_root, { app, access }, { handle }) => findPlayer(app.database, access, handle),
  ),
  players: field(
    PlayerConnection,
    'The players of the platform, ordered by handle.',
    {
      args: {
        ...PAGE_ARGS,
        search: optional(
          String,
          'Only players whose handle or display name contains this text; case and accents are ignored. If very many names do not, a page may have fewer than `first` items, or none; continue after `endCursor` while `hasNextPage` is true.',
        ),
      },
      cost: { work: ({ search }) => (search ? SEARCHED : 0) },
    },
    async (_root, { app, access, size }, { search, ...page }) => {
      let searchedTo: string | null = null;
      const connection = await playerPages(app, page, async (limit, afterKey) => {
        const found = await listPlayers(app.database, access, { limit, afterKey, search: search ?? null });
        searchedTo = found.searchedTo;
        return found.players;
      });
      const count = async () => {
        const { found, seen } = await countPlayers(app.database, access, search ?? null);
        countWork(size, Math.ceil(seen / NAMES_PER_POINT));
        return found;
      };
      if (searchedTo === null) return counted(connection, count);
      const pageInfo = {
        ...connection.pageInfo,
        hasNextPage: true,
        endCursor: encodeCursor(app.seal, PLAYERS, searchedTo),
      };
      return { nodes: connection.nodes, edges: connection.edges, pageInfo, count };
    },
  ),
});

computeFields<Player>(PlayerType, {
  links: field(
    [PlayerLinkType],
    'Where more about the player is, at most 5; empty if nothing is given. Leagues that came to know the player after the links were given do not show them.',
    async (player, { loaders }): Promise<readonly Of<typeof PlayerLinkType>[]> => {
      const { links } = await loaders.profile.load(player.id);
      return (links ?? []).map((url) => ({ url, label: labelOf(url) }));
    },
  ),
  ratings: computedPages(
    RatingConnection,
    "The player's ratings in leagues that the caller may read.",
    pagesBy('rating', ['integer'], ({ leagueId }: Rating) => [leagueId]),
    ({ id }, { access, loaders }, limit, leagueId) => {
      const privateLeagues = isPlatformAdmin(access) ? null : access.leagueIds;
      return loaders.ratings({ limit, afterLeagueId: leagueId ?? 0, privateLeagues }).load(id);
    },
  ),
  // If a league is read, its players come with the time since which that league knows them.
  createdAt: field(
    DateTimeScalar,
    'When a league that the caller may read first saw the player.',
    async ({ id }, { loaders }) => (await loaders.player.load(id)).createdAt,
  ),
  displayName: optional(
    String,
    'Display name, shown instead of the handle, in any script and with emoji; not unique. Null if the player has none. Leagues that came to know the player after the name was given do not show it.',
    async (player, { loaders }) => (await loaders.profile.load(player.id)).displayName,
  ),
  country: optional(
    String,
    'Country of the player, by its code of ISO 3166-1 alpha-2 in upper case, such as `SE`; `XK` is Kosovo. Null if none is given. Leagues that came to know the player after it was given do not show it.',
    async (player, { loaders }) => (await loaders.profile.load(player.id)).country,
  ),
  accounts: field(
    [AccountType],
    'Accounts of the player on other platforms, for tokens with the scope matches:submit or league:admin for a league that knows the player, and for platform admins; empty for everyone else. Leagues that came to know the player after an account was linked do not show it.',
    (player, { loaders }) => loaders.accounts.load(player.id),
  ),
  formerHandles: field(
    [String],
    'Former handles in leagues that the caller may read, newest first; they still lead to the player.',
    (player, { loaders }) => loaders.formerHandles.load(player.id),
  ),
  id: globalId('Player', (player) => [player.id]),
});

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

type CompleteErasure = { readonly [Field in keyof Erasure]: NonNullable<Erasure[Field]> };

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
    ({ mentions }: CompleteErasure) => mentions,
  ),
  mentionCount: field(
    Int,
    'Number of texts in which a name remains.',
    ({ mentions }: CompleteErasure) => mentions.length,
  ),
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
    'The name to show, with the rules of `UpdatePlayerInput.displayName`. Null removes it, and so does leaving it out, unless a country or links are given.',
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
  input: 'An account to remove from its player.',
  fields: { account: field(String, ACCOUNT), reason },
  payload: thePlayer,
  run: async (input, { app, access }) => ({ player: await unlinkAccount(app, access, input) }),
});
