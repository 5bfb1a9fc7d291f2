import type { GraphQLResolveInfo } from 'graphql';
import {
  Arg,
  Args,
  Ctx,
  FieldResolver,
  ID,
  Info,
  Int,
  type MaybePromise,
  Mutation,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { isPlatformAdmin } from '../../access/access.js';
import { type Connection, checkFirst, encodeCursor } from '../../kit/paging/page.js';
import { countWork } from '../../kit/paging/response-size.js';
import type { League } from '../../league/league.js';
import type { StoredMatch } from '../../match-log/match.js';
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
import { type Counted, counted, FIRST, PageArgs, type Partly, pagesBy, withUnreachable } from '../connection.js';
import { type Context, type HttpContext, onceOf } from '../context.js';
import { LeagueType } from '../league/league.type.js';
import { MatchType } from '../match/match.type.js';
import { nodeId } from '../node-id.js';
import { orErrors, type Payload } from '../payload.js';
import { RatingConnection } from '../rating/rating.type.js';
import { sizedList } from '../selection.js';
import {
  AccountType,
  ErasePlayerInput,
  ErasePlayerPayload,
  ErasureMentionType,
  ErasureType,
  LinkAccountInput,
  LinkAccountPayload,
  PlayerConnection,
  PlayerLinkType,
  PlayerType,
  UnlinkAccountInput,
  UnlinkAccountPayload,
  UpdatePlayerInput,
  UpdatePlayerPayload,
  UpdatePlayerResultType,
  UpdatePlayersInput,
  UpdatePlayersPayload,
} from './player.type.js';

/** Names that are looked at in the time of a point. */
const NAMES_PER_POINT = 50;
/** A player is found, locked and named in half a millisecond. */
const POINTS_PER_NAME = 50;

/** The list of players, for its cursors. */
const PLAYERS = 'player';
const playerPages = pagesBy(PLAYERS, ['string'], ({ handle }: Player) => [handleKey(handle)]);
const ratingPages = pagesBy('rating', ['integer'], ({ leagueId }: Rating) => [leagueId]);

@Resolver(() => PlayerType)
export class PlayerResolver {
  @Query(() => PlayerType, {
    nullable: true,
    description: 'The player with this handle or account; null if there is none.',
  })
  player(
    @Arg('handle', () => String, {
      description: 'Current or former handle; case is ignored. Or an account, such as `discord:1234`.',
    })
    handle: string,
    @Ctx() { app, access }: Context,
  ): Promise<Player | null> {
    return findPlayer(app.database, access, handle);
  }

  @Query(() => PlayerConnection, { description: 'The players of the platform, ordered by handle.' })
  async players(
    @Ctx() { app, access, size }: Context,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('search', () => String, {
      nullable: true,
      description:
        'Only players whose handle or display name contains this text; case is ignored. If very many names do not, a page may have fewer than `first` items, or none; continue after `endCursor` while `hasNextPage` is true.',
    })
    search?: string,
  ): Promise<Counted<Player>> {
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
  }

  @Mutation(() => UpdatePlayerPayload, {
    description:
      'Gives a player another handle, a display name, a country or links. Requires the scope platform:admin. A token with matches:submit or league:admin may also give all but handles to players of its league, unless another league that it may read knew them first.',
  })
  updatePlayer(
    @Arg('input', () => UpdatePlayerInput, { description: 'The player and what is changed.' }) input: UpdatePlayerInput,
    @Ctx() { app, access }: Context,
  ): Promise<Payload> {
    return orErrors(async () => ({ player: await updatePlayer(app, access, input) }));
  }

  @Mutation(() => UpdatePlayersPayload, {
    description:
      'Gives many players display names, countries and links. Each stands for itself: one that cannot be changed is refused with the reason, and the others are changed. Requires the same rights as updatePlayer. With an Idempotency-Key, it is carried out once.',
  })
  updatePlayers(
    @Arg('input', () => UpdatePlayersInput, { description: 'The players and what is changed.' })
    input: UpdatePlayersInput,
    @Ctx() context: HttpContext,
  ): Promise<Payload> {
    const { app, access, charge } = context;
    const once = onceOf(context, 'updatePlayers', input);
    return orErrors(async () => {
      charge(input.players.length * POINTS_PER_NAME);
      const players = input.players.map(({ displayName, ...named }) => {
        const isNamed = displayName !== undefined || (named.country === undefined && named.links === undefined);
        return { ...named, ...(isNamed && { displayName: displayName ?? null }) };
      });
      const results = await updatePlayers(app, access, { players, reason: input.reason }, once);
      return {
        results: results.map((result) => ({
          error: null,
          ...('refusal' in result ? { error: result.refusal } : result),
        })),
      };
    });
  }

  @Mutation(() => LinkAccountPayload, {
    description:
      'Links an account on another platform to a player. From then on, the account names the player wherever a handle does. Requires platform:admin, or matches:submit or league:admin for a league that knew the player before any other league that the token may read. An account belongs to one player only, among the players that a caller may see. To publish the account to leagues that met the player later, link it again.',
  })
  linkAccount(
    @Arg('input', () => LinkAccountInput, { description: 'The player and the account.' }) input: LinkAccountInput,
    @Ctx() { app, access }: Context,
  ): Promise<Payload> {
    return orErrors(async () => ({ player: await linkAccount(app, access, input) }));
  }

  @Mutation(() => ErasePlayerPayload, {
    description:
      "Erases a player's personal data forever: a pseudonym replaces handles, display name, country, links and accounts, even in the audit log, in reasons and in names of tokens. Players merged with this one in any league are the same person and are erased together, each under a pseudonym. Matches and ratings stay as they are, and the handles are free again. A dry run lists the texts by others that name the player. Requires the scope platform:admin.",
  })
  erasePlayer(
    @Arg('input', () => ErasePlayerInput, { description: 'The player, named twice.' }) input: ErasePlayerInput,
    @Ctx() context: Context,
  ): Promise<Payload> {
    const { app, access } = context;
    const once = onceOf(context, 'erasePlayer', input);
    return orErrors(async () => {
      const { player, ...erasure } = await erasePlayer(app, access, input, once);
      return { player, erasure: erasure.mentions && erasure };
    });
  }

  @Mutation(() => UnlinkAccountPayload, {
    description: 'Removes an account from its player. Requires the same rights as linkAccount.',
  })
  unlinkAccount(
    @Arg('input', () => UnlinkAccountInput, { description: 'The account.' }) input: UnlinkAccountInput,
    @Ctx() { app, access }: Context,
  ): Promise<Payload> {
    return orErrors(async () => ({ player: await unlinkAccount(app, access, input) }));
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Display name, shown instead of the handle, in any script and with emoji; not unique. Null if the player has none. Leagues that came to know the player after the name was given do not show it.',
  })
  async displayName(@Root() player: Player, @Ctx() { loaders }: Context): Promise<string | null> {
    return (await loaders.profile.load(player.id)).displayName;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Country of the player, by its code of ISO 3166-1 alpha-2 in upper case, such as `SE`; `XK` is Kosovo. Null if none is given. Leagues that came to know the player after it was given do not show it.',
  })
  async country(@Root() player: Player, @Ctx() { loaders }: Context): Promise<string | null> {
    return (await loaders.profile.load(player.id)).country;
  }

  @FieldResolver(() => [PlayerLinkType], {
    description:
      'Where more about the player is, at most 5; empty if nothing is given. Leagues that came to know the player after the links were given do not show them.',
  })
  async links(@Root() player: Player, @Ctx() { loaders }: Context): Promise<readonly PlayerLinkType[]> {
    const { links } = await loaders.profile.load(player.id);
    return (links ?? []).map((url) => ({ url, label: labelOf(url) }));
  }

  @FieldResolver(() => [AccountType], {
    description:
      'Accounts of the player on other platforms, for tokens with the scope matches:submit or league:admin for a league that knows the player, and for platform admins; empty for everyone else. Leagues that came to know the player after an account was linked do not show it.',
  })
  accounts(@Root() player: Player, @Ctx() { loaders }: Context): Promise<readonly AccountType[]> {
    return loaders.accounts.load(player.id);
  }

  @FieldResolver(() => [String], {
    description: 'Former handles in leagues that the caller may read, newest first; they still lead to the player.',
  })
  formerHandles(@Root() player: Player, @Ctx() { loaders }: Context): Promise<readonly string[]> {
    return loaders.formerHandles.load(player.id);
  }

  @FieldResolver(() => ID, { description: 'Opaque global id.' })
  id(@Root() player: Player, @Ctx() { app }: Context): string {
    return nodeId(app, 'Player', player.id);
  }

  @FieldResolver(() => RatingConnection, { description: "The player's ratings in leagues that the caller may read." })
  async ratings(
    @Root() player: Player,
    @Ctx() { app, access, loaders }: Context,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Connection<Rating> & Partly> {
    const privateLeagues = isPlatformAdmin(access) ? null : access.leagueIds;
    let unreachable: readonly string[] = [];
    const ratings = await ratingPages(app, page, async (limit, leagueId) => {
      const read = loaders.ratings({ limit, afterLeagueId: leagueId ?? 0, privateLeagues });
      const reached = await read.load(player.id);
      unreachable = reached.unreachable;
      return reached.found;
    });
    return withUnreachable(ratings, { unreachable });
  }
}

@Resolver(() => UpdatePlayerResultType)
export class UpdatePlayerResultResolver {
  @FieldResolver(() => PlayerType, {
    nullable: true,
    description: 'The player as they are now; null if they were refused.',
  })
  player(@Root() { playerId }: { readonly playerId?: number }, @Ctx() { loaders }: Context): Promise<Player> | null {
    return playerId === undefined ? null : loaders.player.load(playerId);
  }
}

type ToldErasure = { readonly [Field in keyof Erasure]: NonNullable<Erasure[Field]> };

@Resolver(() => ErasureType)
export class ErasureResolver {
  @FieldResolver(() => Int, { description: 'Number of texts in which a name remains.' })
  mentionCount(@Root() { mentions }: ToldErasure): number {
    return mentions.length;
  }

  @FieldResolver(() => [ErasureMentionType], {
    description:
      'Texts by others in which a name remains as a separate word: in matches of leagues that know the player, and in the slugs, names and descriptions of leagues. Ordered by league and match.',
  })
  mentions(
    @Root() { mentions }: ToldErasure,
    @Ctx() { size }: Context,
    @Info() info: GraphQLResolveInfo,
    @Arg('first', () => Int, { defaultValue: 20, description: FIRST }) first: number,
  ): MaybePromise<readonly Mention[]> {
    const listed = mentions.slice(0, checkFirst(first));
    return sizedList(size, info, listed);
  }
}

@Resolver(() => ErasureMentionType)
export class ErasureMentionResolver {
  @FieldResolver(() => LeagueType, { description: 'The league.' })
  league(@Root() { leagueId }: Mention, @Ctx() { loaders }: Context): Promise<League> {
    return loaders.league.load(leagueId);
  }

  @FieldResolver(() => MatchType, { nullable: true, description: 'The match; null if the league itself has the text.' })
  match(@Root() { leagueId, sequence }: Mention, @Ctx() { loaders }: Context): Promise<StoredMatch> | null {
    return sequence === null ? null : loaders.match.load({ leagueId, sequence });
  }
}
