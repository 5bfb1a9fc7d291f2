import type { Rater } from '@openladder/rating';
import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { checkFirst, decodeCursor, encodeCursor, toConnection } from '../../kit/paging/page.js';
import type { Seal } from '../../kit/seal.js';
import type { League } from '../../league/league.js';
import { countLeagues, type LeagueOrder, listLeagues } from '../../league/league.repository.js';
import { createLeague, updateLeague } from '../../league/league.service.js';
import { ofReachable } from '../../league/reachable.js';
import { DEFAULT_STATUS_RULES, nobodyFinishedRule } from '../../league/status-rules.js';
import { atMidnight } from '../../nightly/pass-midnight.js';
import { type RaterTrouble, troubleOf } from '../../raters/apart.js';
import { type MissingRater, missingRater } from '../../raters/missing-rater.js';
import { matchesForRank } from '../../raters/rating-system.js';
import { registerPlayers } from '../../rating/register-players.js';
import { AFTER, type Counted, counted, FIRST, type Partly, withUnreachable } from '../connection.js';
import { type Context, onceOf, standIn } from '../context.js';
import { StatusRulesType } from '../match/side-status.type.js';
import { nodeId } from '../node-id.js';
import { formatsOf } from '../rating/rating-system.resolver.js';
import { MatchFormats, RatingSystemType } from '../rating/rating-system.type.js';
import { DateTimeScalar } from '../scalars.js';
import { orErrors } from '../user-error.type.js';
import { CreateLeagueInput, RegisterPlayersInput, UpdateLeagueInput } from './league.input.js';
import { CreateLeaguePayload, RegisterPlayersPayload, UpdateLeaguePayload } from './league.payload.js';
import {
  LeagueConnection,
  LeagueOrderEnum,
  LeagueRatingSystemType,
  LeagueType,
  RaterTroubleType,
} from './league.type.js';

/** In place of a time in the cursor of a league without matches. */
const NEVER = new Date(0);

/** The league after which a page begins; null for the first page. @throws Refused */
function leagueAfter(seal: Seal, by: keyof typeof LeagueOrderEnum, cursor: string | undefined): LeagueOrder['after'] {
  if (by === 'SLUG') {
    const key = decodeCursor(seal, 'league', ['string'], cursor);
    return key && { slug: key[0] };
  }
  const key = decodeCursor(seal, 'active league', ['boolean', 'date', 'string'], cursor);
  return key && { ratedThrough: key[0] ? key[1] : null, slug: key[2] };
}

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
    @Arg('first', () => Int, { defaultValue: 20, description: FIRST }) first: number,
    @Arg('after', () => String, { nullable: true, description: AFTER }) after?: string,
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
    const by = orderBy ?? 'SLUG';
    const order = { by, after: leagueAfter(app.seal, by, after) } as LeagueOrder;
    const filter = { search: search ?? null, includeArchived };
    const limit = checkFirst(first) + 1;
    const from = { sql: manager, access, log: app.log };
    const leagues = await ofReachable(from, (among) =>
      listLeagues(manager, access, { ...filter, among, limit, order }),
    );
    const cursorOf = ({ slug, ratedThrough }: League) =>
      by === 'SLUG'
        ? encodeCursor(app.seal, 'league', slug)
        : encodeCursor(app.seal, 'active league', ratedThrough !== null, ratedThrough ?? NEVER, slug);
    const connection = toConnection(leagues.found, first, cursorOf, after != null);
    const count = (among: readonly number[] | null) => countLeagues(manager, access, { ...filter, among });
    return withUnreachable(
      counted(connection, async () => (await ofReachable(from, count)).found),
      leagues,
    );
  }

  @Mutation(() => CreateLeaguePayload, { description: 'Creates a league. Requires the scope platform:admin.' })
  createLeague(
    @Arg('input', () => CreateLeagueInput, { description: 'The league.' }) input: CreateLeagueInput,
    @Ctx() context: Context,
  ): Promise<CreateLeaguePayload> {
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
  ): Promise<UpdateLeaguePayload> {
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
  ): Promise<RegisterPlayersPayload> {
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
