import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { archiveLeague, restoreLeague } from '../../ending/archive-league.js';
import { deleteLeague } from '../../ending/delete-league.js';
import { atMidnight } from '../../nightly/pass-midnight.js';
import type { Context } from '../context.js';
import { onceOf } from '../once.js';
import { orErrors } from '../user-error.type.js';
import { ArchiveLeagueInput, DeleteLeagueInput, RestoreLeagueInput } from './ending.input.js';
import { ArchiveLeaguePayload, DeleteLeaguePayload, RestoreLeaguePayload } from './ending.payload.js';
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
      // Midnights passed that its board has not seen.
      league: await atMidnight(app, await restoreLeague(app, access, input, once)),
    }));
  }

  @Mutation(() => DeleteLeaguePayload, {
    description:
      'Deletes an archived league for ever, with its matches, ratings and audit log. Nobody can read it from then on; export it first if you need its matches. Players stay on the platform. Requires the scope platform:admin.',
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
