import { Int } from 'type-graphql';
import { isPlatformAdmin } from '../../access/access.js';
import { encodeCursor } from '../../kit/paging/page.js';
import { countWork } from '../../kit/paging/response-size.js';
import type { Mention } from '../../player/erase-mentions.repository.js';
import type { Erasure } from '../../player/erase-player.js';
import { handleKey } from '../../player/handle.js';
import { countPlayers, findPlayer, listPlayers } from '../../player/known-players.js';
import type { Player } from '../../player/player.js';
import { labelOf } from '../../player/profile.js';
import type { Rating } from '../../rating/rating.js';
import { computed, computedList, computedOptional, computeFields, queries } from '../computed.js';
import { computedPages, counted, PAGE_ARGS, pagesBy } from '../connection.js';
import { field, type Of, optional } from '../declare.js';
import { itsLeague } from '../league/league.type.js';
import { MatchType } from '../match/match.type.js';
import { RatingConnection } from '../rating/rating.type.js';
import { DateTimeScalar, globalId } from '../scalars.js';
import {
  AccountType,
  ErasureMentionType,
  ErasureType,
  PlayerConnection,
  PlayerLinkType,
  PlayerType,
  UpdatePlayerResultType,
} from './player.type.js';

/** Names that are looked at in the time of a point. */
const NAMES_PER_POINT = 50;

/** The list of players, for its cursors. */
const PLAYERS = 'player';
const playerPages = pagesBy(PLAYERS, ['string'], ({ handle }: Player) => [handleKey(handle)]);
const ratingPages = pagesBy('rating', ['integer'], ({ leagueId }: Rating) => [leagueId]);

queries({
  player: computedOptional(
    PlayerType,
    'The player with this handle or account; null if there is none.',
    {
      args: {
        handle: field(String, 'Current or former handle; case is ignored. Or an account, such as `discord:1234`.'),
      },
    },
    (_root, { app, access }, { handle }) => findPlayer(app.database, access, handle),
  ),
  players: computed(
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
  links: computed(
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
    ratingPages,
    ({ id }, { access, loaders }, limit, leagueId) => {
      const privateLeagues = isPlatformAdmin(access) ? null : access.leagueIds;
      return loaders.ratings({ limit, afterLeagueId: leagueId ?? 0, privateLeagues }).load(id);
    },
  ),
  // Where a league is read, its players come with the time since which that league knows them.
  createdAt: computed(
    DateTimeScalar,
    'When a league that the caller may read first saw the player.',
    async ({ id }, { loaders }) => (await loaders.player.load(id)).createdAt,
  ),
  displayName: computedOptional(
    String,
    'Display name, shown instead of the handle, in any script and with emoji; not unique. Null if the player has none. Leagues that came to know the player after the name was given do not show it.',
    async (player, { loaders }) => (await loaders.profile.load(player.id)).displayName,
  ),
  country: computedOptional(
    String,
    'Country of the player, by its code of ISO 3166-1 alpha-2 in upper case, such as `SE`; `XK` is Kosovo. Null if none is given. Leagues that came to know the player after it was given do not show it.',
    async (player, { loaders }) => (await loaders.profile.load(player.id)).country,
  ),
  accounts: computed(
    [AccountType],
    'Accounts of the player on other platforms, for tokens with the scope matches:submit or league:admin for a league that knows the player, and for platform admins; empty for everyone else. Leagues that came to know the player after an account was linked do not show it.',
    (player, { loaders }) => loaders.accounts.load(player.id),
  ),
  formerHandles: computed(
    [String],
    'Former handles in leagues that the caller may read, newest first; they still lead to the player.',
    (player, { loaders }) => loaders.formerHandles.load(player.id),
  ),
  id: globalId('Player', (player) => [player.id]),
});

computeFields<{ readonly playerId?: number }>(UpdatePlayerResultType, {
  player: computedOptional(
    PlayerType,
    'The player as they are now; null if they were refused.',
    ({ playerId }, { loaders }) => (playerId === undefined ? null : loaders.player.load(playerId)),
  ),
});

type ToldErasure = { readonly [Field in keyof Erasure]: NonNullable<Erasure[Field]> };

computeFields<ToldErasure>(ErasureType, {
  mentions: computedList(
    ErasureMentionType,
    'Texts by others in which a name remains as a separate word: in matches of leagues that know the player, and in the slugs, names and descriptions of leagues. Ordered by league and match.',
    20,
    ({ mentions }) => mentions,
  ),
  mentionCount: computed(Int, 'Number of texts in which a name remains.', ({ mentions }) => mentions.length),
});

computeFields<Mention>(ErasureMentionType, {
  league: itsLeague(),
  match: computedOptional(
    MatchType,
    'The match; null if the league itself has the text.',
    ({ leagueId, sequence }, { loaders }) => (sequence === null ? null : loaders.match.load({ leagueId, sequence })),
  ),
});
