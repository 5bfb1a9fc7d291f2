import type { Rater } from '@openladder/rating';
import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { decodeCursor, encodeCursor } from '../../kit/paging/cursor.js';
import { type Connection, checkFirst, toConnection } from '../../kit/paging/page.js';
import type { League } from '../../league/league.js';
import { listLeagues } from '../../league/league.repository.js';
import { createLeague, updateLeague } from '../../league/league.service.js';
import { atMidnight } from '../../nightly/pass-midnight.js';
import { type MissingRater, missingRater, NO_FORMATS } from '../../raters/missing-rater.js';
import { registerPlayers } from '../../rating/register-players.js';
import { AFTER, FIRST } from '../connection.js';
import type { Context } from '../context.js';
import { nodeId } from '../node-id.js';
import { onceOf } from '../once.js';
import { Formats, RatingSystemType } from '../rating/rating-system.type.js';
import { orErrors } from '../user-error.type.js';
import { CreateLeagueInput, RegisterPlayersInput, UpdateLeagueInput } from './league.input.js';
import { CreateLeaguePayload, RegisterPlayersPayload, UpdateLeaguePayload } from './league.payload.js';
import { LeagueConnection, LeagueRatingSystemType, LeagueType } from './league.type.js';

@Resolver(() => LeagueType)
export class LeagueResolver {
  @Query(() => LeagueType, {
    nullable: true,
    description: 'The league of this slug; null where there is none that the caller may read.',
  })
  async league(
    @Arg('slug', () => String, { description: 'Name in addresses.' }) slug: string,
    @Ctx() { app, access, loaders, versions }: Context,
  ): Promise<League | null> {
    const league = await app.leagues.find(access, slug);
    if (!league) return null;
    loaders.league.prime(league.id, league);
    versions.set(league.id, Math.min(league.version, versions.get(league.id) ?? league.version));
    return league;
  }

  @Query(() => LeagueConnection, { description: 'The leagues that the caller may read, by slug.' })
  async leagues(
    @Ctx() { app, access }: Context,
    @Arg('first', () => Int, { defaultValue: 20, description: FIRST }) first: number,
    @Arg('after', () => String, { nullable: true, description: AFTER }) after?: string,
    @Arg('search', () => String, { nullable: true, description: 'Only leagues whose slug or name contains this text.' })
    search?: string,
  ): Promise<Connection<League>> {
    const [afterSlug] = decodeCursor('league', ['string'], after) ?? [null];
    const page = { limit: checkFirst(first) + 1, afterSlug, search: search ?? null };
    const leagues = await listLeagues(app.database.manager, access, page);
    return toConnection(leagues, first, (league) => encodeCursor('league', league.slug), after != null);
  }

  @Mutation(() => CreateLeaguePayload, { description: 'Opens a league. Needs the scope platform:admin.' })
  createLeague(
    @Arg('input', () => CreateLeagueInput, { description: 'The league.' }) input: CreateLeagueInput,
    @Ctx() context: Context,
  ): Promise<CreateLeaguePayload> {
    const { app, access } = context;
    const once = onceOf(context, 'createLeague', input);
    return orErrors(async () => ({ league: await createLeague(app, access, input, once) }));
  }

  @Mutation(() => UpdateLeaguePayload, {
    description: 'Changes what is said about a league. Needs the scope league:admin for it.',
  })
  updateLeague(
    @Arg('input', () => UpdateLeagueInput, { description: 'What to change.' }) input: UpdateLeagueInput,
    @Ctx() { app, access }: Context,
  ): Promise<UpdateLeaguePayload> {
    const { league, reason, ...details } = input;
    return orErrors(async () => ({
      // In a time zone further east a midnight may have passed that the board has not seen.
      league: await atMidnight(app, await updateLeague(app, access, league, details, reason)),
    }));
  }

  @Mutation(() => RegisterPlayersPayload, {
    description: 'Enters players into a league before their first match there. Needs the scope league:admin for it.',
  })
  registerPlayers(
    @Arg('input', () => RegisterPlayersInput, { description: 'The players.' }) input: RegisterPlayersInput,
    @Ctx() context: Context,
  ): Promise<RegisterPlayersPayload> {
    const { app, access, loaders } = context;
    const once = onceOf(context, 'registerPlayers', input);
    return orErrors(async () => {
      const { league, playerIds } = await registerPlayers(app, access, input.league, input.players, once);
      return { league, players: await loaders.player.loadMany(playerIds) };
    });
  }

  @FieldResolver(() => ID, { description: 'Global id; opaque.' })
  id(@Root() league: League): string {
    return nodeId('League', league.id);
  }

  @FieldResolver(() => Boolean)
  openEntry(@Root() league: League): boolean {
    return league.isOpenEntry;
  }

  @FieldResolver(() => LeagueRatingSystemType, { description: 'How the league is rated.' })
  ratingSystem(@Root() league: League): League {
    return league;
  }
}

@Resolver(() => LeagueRatingSystemType)
export class LeagueRatingSystemResolver {
  @FieldResolver(() => RatingSystemType, {
    description: 'The rater. One that is not installed says so: `isInstalled` is false.',
  })
  system(@Root() { rater, raterVersion }: League, @Ctx() { app }: Context): Rater | MissingRater {
    return app.raters.get(rater) ?? missingRater(rater, raterVersion);
  }

  @FieldResolver(() => Formats, {
    description: 'What it can rate under these settings. All 0 while the rater is not installed.',
  })
  formats(@Root() { rater, settings }: League, @Ctx() { app }: Context): Formats {
    return app.raters.get(rater)?.formats(settings) ?? NO_FORMATS;
  }
}
