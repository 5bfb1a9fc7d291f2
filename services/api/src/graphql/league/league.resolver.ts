import type { Rater } from '@openladder/rating';
import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { archiveLeague, restoreLeague } from '../../ending/archive-league.js';
import { deleteLeague } from '../../ending/delete-league.js';
import type { League } from '../../league/league.js';
import { countLeagues, type LeagueOrder, listLeagues } from '../../league/league.repository.js';
import { createLeague, updateLeague } from '../../league/league.service.js';
import { ofReachable } from '../../league/reachable.js';
import { DEFAULT_STATUS_RULES, nobodyFinishedRule } from '../../league/status-rules.js';
import { atMidnight } from '../../nightly/pass-midnight.js';
import { type RaterTrouble, troubleOf } from '../../raters/apart.js';
import { type MissingRater, missingRater } from '../../raters/missing-rater.js';
import { matchesForRank } from '../../raters/rating-system.js';
import { hidePlayer, showPlayer } from '../../rating/hide-player.js';
import { registerPlayers } from '../../rating/register-players.js';
import { type Counted, counted, PageArgs, type Partly, pagesBy, withUnreachable } from '../connection.js';
import { type Context, onceOf, standIn } from '../context.js';
import { StatusRulesType } from '../match/match.type.js';
import { nodeId } from '../node-id.js';
import { orErrors, type Payload } from '../payload.js';
import { formatsOf } from '../rating/rating-system.resolver.js';
import { MatchFormats, RatingSystemType } from '../rating/rating-system.type.js';
import { DateTimeScalar } from '../scalars.js';
import {
  ArchiveLeagueInput,
  ArchiveLeaguePayload,
  CreateLeagueInput,
  CreateLeaguePayload,
  DeleteLeagueInput,
  DeleteLeaguePayload,
  HidePlayerInput,
  HidePlayerPayload,
  RegisterPlayersInput,
  RegisterPlayersPayload,
  RestoreLeagueInput,
  RestoreLeaguePayload,
  ShowPlayerInput,
  ShowPlayerPayload,
  UpdateLeagueInput,
  UpdateLeaguePayload,
} from './league.input.js';
import {
  LeagueConnection,
  LeagueOrderEnum,
  LeagueRatingSystemType,
  LeagueType,
  RaterTroubleType,
} from './league.type.js';

/** In place of a time in the cursor of a league without matches. */
const NEVER = new Date(0);

const pagesBySlug = pagesBy('league', ['string'], ({ slug }: League) => [slug]);
const pagesByActivity = pagesBy('active league', ['boolean', 'date', 'string'], ({ slug, ratedThrough }: League) => [
  ratedThrough !== null,
  ratedThrough ?? NEVER,
  slug,
]);

@Resolver(() => LeagueType)
export class LeagueResolver {
  @Query(() => LeagueType, {
    nullable: true,
    description: 'The league with this slug; null if there is none that the caller may read.',
  })
  async league(
    @Arg('slug', () => String, { description: "The league's name in URLs." }) slug: string,
    @Ctx() { app, access, loaders, stamps }: Context,
  ): Promise<League | null> {
    const league = await app.leagues.find(access, slug);
    if (!league) return null;
    loaders.league.prime(league.id, league);
    const earlier = stamps.get(league.id);
    if (!earlier || league.version < earlier.version) stamps.set(league.id, league);
    return league;
  }

  @Query(() => LeagueConnection, { description: 'The leagues that the caller may read.' })
  async leagues(
    @Ctx() { app, access }: Context,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('search', () => String, { nullable: true, description: 'Only leagues whose slug or name contains this text.' })
    search?: string,
    @Arg('orderBy', () => LeagueOrderEnum, { defaultValue: 'SLUG', description: 'The order of the leagues.' })
    orderBy?: keyof typeof LeagueOrderEnum,
    @Arg('includeArchived', () => Boolean, {
      defaultValue: false,
      description: 'Whether to include leagues that are archived.',
    })
    includeArchived = false,
  ): Promise<Counted<League> & Partly> {
    const { manager } = app.database;
    const filter = { search: search ?? null, includeArchived };
    const from = { sql: manager, access, log: app.log };
    let unreachable: readonly string[] = [];
    const read = async (limit: number, order: LeagueOrder) => {
      const leagues = await ofReachable(from, (among) =>
        listLeagues(manager, access, { ...filter, among, limit, order }),
      );
      unreachable = leagues.unreachable;
      return leagues.found;
    };
    const leagues =
      orderBy === 'ACTIVITY'
        ? await pagesByActivity(app, page, (limit, hasMatches, ratedThrough, slug) =>
            read(limit, {
              by: orderBy,
              after: slug === null ? null : { ratedThrough: hasMatches ? ratedThrough : null, slug },
            }),
          )
        : await pagesBySlug(app, page, (limit, slug) =>
            read(limit, { by: 'SLUG', after: slug === null ? null : { slug } }),
          );
    const count = (among: readonly number[] | null) => countLeagues(manager, access, { ...filter, among });
    return withUnreachable(
      counted(leagues, async () => (await ofReachable(from, count)).found),
      { unreachable },
    );
  }

  @Mutation(() => CreateLeaguePayload, { description: 'Creates a league. Requires the scope platform:admin.' })
  createLeague(
    @Arg('input', () => CreateLeagueInput, { description: 'The league.' }) input: CreateLeagueInput,
    @Ctx() context: Context,
  ): Promise<Payload> {
    const { app, access } = context;
    const once = onceOf(context, 'createLeague', input);
    return orErrors(async () => ({ league: await createLeague(app, access, input, once) }));
  }

  @Mutation(() => UpdateLeaguePayload, {
    description: "Changes a league's details. Requires the scope league:admin for the league.",
  })
  updateLeague(
    @Arg('input', () => UpdateLeagueInput, { description: 'What to change.' }) input: UpdateLeagueInput,
    @Ctx() { app, access }: Context,
  ): Promise<Payload> {
    const { league, reason, ...details } = input;
    return orErrors(async () => ({
      // In a time zone further east, a midnight may have passed that the board has not seen.
      league: await atMidnight(app, await updateLeague(app, access, league, details, reason)),
    }));
  }

  @Mutation(() => RegisterPlayersPayload, {
    description:
      'Registers players in a league before their first match there. Requires the scope league:admin for the league.',
  })
  registerPlayers(
    @Arg('input', () => RegisterPlayersInput, { description: 'The players.' }) input: RegisterPlayersInput,
    @Ctx() context: Context,
  ): Promise<Payload> {
    const { app, access, loaders } = context;
    const once = onceOf(context, 'registerPlayers', input);
    return orErrors(async () => {
      const { league, playerIds } = await registerPlayers(
        app,
        access,
        input.league,
        input.players,
        once,
        input.displayNames ?? [],
      );
      return { league, players: await loaders.player.loadMany(playerIds) };
    });
  }

  @FieldResolver(() => ID, { description: 'Opaque global id.' })
  id(@Root() league: League, @Ctx() { app }: Context): string {
    return nodeId(app, 'League', league.id);
  }

  @FieldResolver(() => StatusRulesType, { description: 'How sides that did not finish are rated.' })
  statusRules(@Root() { statusRules }: League): StatusRulesType {
    const rules = statusRules ?? DEFAULT_STATUS_RULES;
    return {
      forfeit: rules.FORFEIT,
      didNotFinish: rules.DID_NOT_FINISH,
      didNotStart: rules.DID_NOT_START,
      disqualified: rules.DISQUALIFIED,
      nobodyFinished: nobodyFinishedRule(rules),
    };
  }

  @FieldResolver(() => DateTimeScalar)
  knownSince(@Root() { keptSince, createdAt }: League): Date {
    return keptSince ?? createdAt;
  }

  @FieldResolver(() => Boolean)
  openEntry(@Root() league: League): boolean {
    return league.isOpenEntry;
  }

  @FieldResolver(() => Int)
  matchesForRank(@Root() { rater, settings, minMatches }: League, @Ctx() { app, outcome }: Context): number {
    return matchesForRank(app.raters.get(rater), settings, { minMatches }, () => standIn(outcome));
  }

  @FieldResolver(() => LeagueRatingSystemType, { description: 'How the league is rated.' })
  ratingSystem(@Root() league: League): League {
    return league;
  }
}

@Resolver(() => LeagueRatingSystemType)
export class LeagueRatingSystemResolver {
  @FieldResolver(() => RatingSystemType, {
    description: 'The rater; `isInstalled` is false if this service does not have it.',
  })
  system(@Root() { rater, raterVersion }: League, @Ctx() { app }: Context): Rater | MissingRater {
    return app.raters.get(rater) ?? missingRater(rater, raterVersion);
  }

  @FieldResolver(() => RaterTroubleType, {
    nullable: true,
    description:
      "The fault of the league's rater on this server: it was too slow, or ended, and is being restarted. Other leagues are not affected. Null if it works.",
  })
  trouble(@Root() { rater }: League, @Ctx() { app }: Context): RaterTrouble | null {
    const own = app.raters.get(rater);
    return own ? troubleOf(own) : null;
  }

  @FieldResolver(() => MatchFormats, {
    description:
      'The formats that the rater can rate with these settings; all 0 if it is not installed or does not say.',
  })
  formats(@Root() { rater, settings }: League, @Ctx() { app, outcome }: Context): MatchFormats {
    return formatsOf(app.raters.get(rater), settings, outcome);
  }
}

@Resolver(() => LeagueType)
export class LeagueEndingResolver {
  @Mutation(() => ArchiveLeaguePayload, {
    description:
      'Archives a league: it can only be read, its board stays as it is, and lists leave it out. Requires the scope league:admin for the league.',
  })
  archiveLeague(
    @Arg('input', () => ArchiveLeagueInput, { description: 'The league.' }) input: ArchiveLeagueInput,
    @Ctx() context: Context,
  ): Promise<Payload> {
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
  ): Promise<Payload> {
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
  ): Promise<Payload> {
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
  ): Promise<Payload> {
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
  ): Promise<Payload> {
    const { app, access } = context;
    const once = onceOf(context, 'deleteLeague', input);
    return orErrors(() => deleteLeague(app, access, input, once));
  }
}
