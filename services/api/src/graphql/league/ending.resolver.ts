import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { archiveLeague, restoreLeague } from '../../ending/archive-league.js';
import { deleteLeague } from '../../ending/delete-league.js';
import { atMidnight } from '../../nightly/pass-midnight.js';
import { hidePlayer, showPlayer } from '../../rating/hide-player.js';
import { type Context, onceOf } from '../context.js';
import { orErrors } from '../user-error.type.js';
import {
  ArchiveLeagueInput,
  DeleteLeagueInput,
  HidePlayerInput,
  RestoreLeagueInput,
  ShowPlayerInput,
} from './ending.input.js';
import {
  ArchiveLeaguePayload,
  DeleteLeaguePayload,
  HidePlayerPayload,
  RestoreLeaguePayload,
  ShowPlayerPayload,
} from './ending.payload.js';
import { LeagueType } from './league.type.js';

@Resolver(() => LeagueType)
export class LeagueEndingResolver {
  @Mutation(() => ArchiveLeaguePayload, {
    description:
      'Archives a league: it can only be read, its board stays as it is, and lists leave it out. Requires the scope league:admin for the league.',
  })
  archiveLeague(
    @Arg('input', () => ArchiveLeagueInput, { description: 'The league.' }) input: ArchiveLeagueInput,
    @Ctx() context: Context,
  ): Promise<ArchiveLeaguePayload> {
    const { app, access } = context;
    const once = onceOf(context, 'archiveLeague', input);
    return orErrors(async () => ({ league: await archiveLeague(app, access, input, once) }));
  }

  @Mutation(() => RestoreLeaguePayload, {
    description: 'Opens an archived league again. Requires the scope league:admin for the league.',
  })
  restoreLeague(
    @Arg('input', () => RestoreLeagueInput, { description: 'The league.' }) input: RestoreLeagueInput,
    @Ctx() context: Context,
  ): Promise<RestoreLeaguePayload> {
    const { app, access } = context;
    const once = onceOf(context, 'restoreLeague', input);
    return orErrors(async () => ({
      // Midnights may have passed that its board has not seen.
      league: await atMidnight(app, await restoreLeague(app, access, input, once)),
    }));
  }

  @Mutation(() => HidePlayerPayload, {
    description:
      'Hides a player from the boards of a league: from `standings`, present and past, `snapshot`, `standingsChanged` and all counts of ranks. They have no rank, and those below move up. Their rating, page and matches can be read as before, new matches are rated, and opponents gain and lose as before. Works even in archived leagues. Requires the scope league:admin for the league.',
  })
  hidePlayer(
    @Arg('input', () => HidePlayerInput, { description: 'The league and the player.' }) input: HidePlayerInput,
    @Ctx() context: Context,
  ): Promise<HidePlayerPayload> {
    const { app, access } = context;
    const once = onceOf(context, 'hidePlayer', input);
    return orErrors(async () => ({ rating: await hidePlayer(app, access, input, once) }));
  }

  @Mutation(() => ShowPlayerPayload, {
    description:
      'Lists a hidden player on the boards of a league again, in the place that their rating gives them. Requires the scope league:admin for the league.',
  })
  showPlayer(
    @Arg('input', () => ShowPlayerInput, { description: 'The league and the player.' }) input: ShowPlayerInput,
    @Ctx() context: Context,
  ): Promise<ShowPlayerPayload> {
    const { app, access } = context;
    const once = onceOf(context, 'showPlayer', input);
    return orErrors(async () => ({ rating: await showPlayer(app, access, input, once) }));
  }

  @Mutation(() => DeleteLeaguePayload, {
    description:
      'Deletes an archived league forever, with its matches, ratings and audit log. Nobody can read it from then on; export it first if you need its matches. Players stay on the platform. Requires the scope platform:admin.',
  })
  deleteLeague(
    @Arg('input', () => DeleteLeagueInput, { description: 'The league, named twice.' }) input: DeleteLeagueInput,
    @Ctx() context: Context,
  ): Promise<DeleteLeaguePayload> {
    const { app, access } = context;
    const once = onceOf(context, 'deleteLeague', input);
    return orErrors(() => deleteLeague(app, access, input, once));
  }
}
