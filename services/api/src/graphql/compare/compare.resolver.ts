import {
  Arg,
  Args,
  Ctx,
  Field,
  FieldResolver,
  Float,
  ID,
  InputType,
  Int,
  Mutation,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql';
import { AccessDenied, canAdminister } from '../../access/access.js';
import { type Analysis, COMPARISONS, type ComparisonKind } from '../../analysis/analysis.js';
import { listAnalyses } from '../../analysis/analysis.repository.js';
import { systemsOf, tuningOf } from '../../analysis/kept-comparison.js';
import { cancelAnalysis, requestComparison, requestTuning, watchAnalysis } from '../../analysis/request-analysis.js';
import { configureChances } from '../../changes/configure-chances.js';
import { compareWithinRequest } from '../../compare/compare-within-request.js';
import {
  DEFAULT_BURN_IN,
  DEFAULT_EVALUATIONS,
  DEFAULT_HELD_OUT,
  DEFAULT_SECONDS,
} from '../../compare/tune-rating-system.js';
import type { Connection } from '../../kit/paging/page.js';
import type { League } from '../../league/league.js';
import { PageArgs, pagesBy } from '../connection.js';
import { type Context, change, type HttpContext } from '../context.js';
import { LeagueType } from '../league/league.type.js';
import { idNumber, nodeId } from '../node-id.js';
import { orErrors, type Payload, payloadOf } from '../payload.js';
import { leagueCorrection } from '../recompute/correction.type.js';
import { JsonScalar } from '../scalars.js';
import { ComparedRatingSystem, ComparisonBaseline, TuningType } from './comparison.type.js';
import {
  BURN_IN,
  CancelComparisonInput,
  CancelComparisonPayload,
  CompareRatingSystemsInput,
  CompareRatingSystemsPayload,
  ComparisonConnection,
  ComparisonType,
  HELD_OUT,
} from './comparison-job.type.js';

@Resolver()
export class CompareResolver {
  @Mutation(() => CompareRatingSystemsPayload, {
    description:
      'Compares how well rating systems, or settings, would have predicted the matches of a league. Changes nothing. Takes at most 30 seconds, or runs in the background. Requires the scope league:admin for the league.',
  })
  compareRatingSystems(
    @Arg('input', () => CompareRatingSystemsInput, { description: 'The rating systems.' })
    input: CompareRatingSystemsInput,
    @Ctx() { app, access, left }: HttpContext,
  ): Promise<Payload> {
    return orErrors(async () => {
      if (input.inBackground) return { comparison: await requestComparison(app, access, input) };
      const { systems, ...comparison } = await compareWithinRequest(app, access, input, left);
      return { ...comparison, systems: systems.map(({ rater, ...system }) => ({ system: rater, ...system })) };
    });
  }
}

type Comparison = Analysis<ComparisonKind>;

const NEEDS = 'Requires the scope league:admin for the league.';

@Resolver(() => ComparisonType)
export class ComparisonResolver {
  @Mutation(() => CancelComparisonPayload, {
    description: `Cancels a comparison. One that is over is not changed. ${NEEDS}`,
  })
  cancelComparison(
    @Arg('input', () => CancelComparisonInput, { description: 'The comparison.' }) input: CancelComparisonInput,
    @Ctx() { app, access }: Context,
  ): Promise<Payload> {
    const key = idNumber(app, 'Comparison', input.comparison);
    return orErrors(async () => ({ comparison: await cancelAnalysis(app, access, key, COMPARISONS, 'comparison') }));
  }

  @Subscription(() => ComparisonType, {
    description: `Sends a comparison as it is now and as it progresses; ends when the comparison is over. ${NEEDS}`,
    subscribe: ({ args, context }) => {
      const { app, access } = context as Context;
      const key = idNumber(app, 'Comparison', String(args.comparison));
      return watchAnalysis(app, access, key, COMPARISONS, 'comparison');
    },
  })
  comparisonProgressed(
    @Root() comparison: Analysis,
    @Arg('comparison', () => ID, { description: 'Global id of the comparison.' }) _id: string,
  ): Analysis {
    return comparison;
  }

  @FieldResolver(() => ID, { description: 'Opaque global id.' })
  id(@Root() { id }: Comparison, @Ctx() { app }: Context): string {
    return nodeId(app, 'Comparison', id);
  }

  @FieldResolver(() => LeagueType, { description: 'The league.' })
  league(@Root() { leagueId }: Comparison, @Ctx() { loaders }: Context): Promise<League> {
    return loaders.league.load(leagueId);
  }

  @FieldResolver(() => String, { description: 'Name of the token that requested it.' })
  requestedBy(@Root() { actor }: Comparison): string {
    return actor;
  }

  @FieldResolver(() => Boolean, { description: 'Whether it is a search for better settings by `tuneRatingSystem`.' })
  isTuning(@Root() { kind }: Comparison): boolean {
    return kind === 'TUNE';
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description: 'Number of matches that every rating system had to predict; null until it is done.',
  })
  matches(@Root() { result }: Comparison): number | null {
    return result?.matches ?? null;
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description: 'Number of matches at the beginning that are not scored; null until it is done.',
  })
  burnInMatches(@Root() { result }: Comparison): number | null {
    return result?.burnInMatches ?? null;
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description: 'Number of matches at the end that are scored by themselves; null until it is done.',
  })
  heldOutMatches(@Root() { result }: Comparison): number | null {
    return result?.heldOutMatches ?? null;
  }

  @FieldResolver(() => [ComparisonBaseline], {
    nullable: true,
    description: 'What the rating systems have to beat; null until it is done.',
  })
  baselines(@Root() { result }: Comparison): readonly object[] | null {
    return result?.baselines ?? null;
  }

  @FieldResolver(() => [ComparedRatingSystem], {
    nullable: true,
    description: 'The rating systems, as in `compareRatingSystems`; null until it is done.',
  })
  systems(@Root() { result }: Comparison, @Ctx() { app }: Context): readonly object[] | null {
    return result && systemsOf(result, app.raters);
  }

  @FieldResolver(() => TuningType, {
    nullable: true,
    description:
      'The settings that a search by `tuneRatingSystem` found; null for other comparisons, and until it is done.',
  })
  tuning(@Root() { result }: Comparison, @Ctx() { app }: Context): object | null {
    return result && 'tuning' in result ? tuningOf(result, app.raters) : null;
  }
}

const comparisonPages = pagesBy('comparison', ['integer'], ({ id }: Analysis) => [id]);

@Resolver(() => LeagueType)
export class LeagueComparisonsResolver {
  @FieldResolver(() => ComparisonConnection, {
    description: `Comparisons in the background, newest first. ${NEEDS}`,
  })
  comparisons(
    @Root() league: League,
    @Ctx() { app, access }: Context,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Connection<Analysis>> {
    if (!canAdminister(access, league)) throw new AccessDenied(access, `read the comparisons of ${league.slug}`);
    return comparisonPages(app, page, (limit, beforeId) =>
      listAnalyses(app.database, league.id, COMPARISONS, { limit, beforeId }),
    );
  }
}

@InputType({
  description: 'A search for the settings with which a rating system predicts the matches of a league best.',
})
class TuneRatingSystemInput {
  @Field(() => String, { description: 'Slug of the league.' })
  league!: string;

  @Field(() => String, {
    nullable: true,
    description: "Key of an installed rating system; if omitted, the league's current one.",
  })
  ratingSystem?: string | null;

  @Field(() => JsonScalar, {
    nullable: true,
    description:
      "Settings to begin with. Omitted settings are the league's current ones, or have their defaults if the league has another rating system.",
  })
  settings?: unknown;

  @Field(() => [String], { nullable: true, description: 'Names of the settings that may change; if omitted, all.' })
  only?: string[] | null;

  @Field(() => Int, { defaultValue: DEFAULT_EVALUATIONS, description: 'How many settings to try at most, 1 to 1,000.' })
  evaluations!: number;

  @Field(() => Int, {
    defaultValue: DEFAULT_SECONDS,
    description: 'How long it may take in seconds, 1 to 3,600; fewer settings are tried if they take longer.',
  })
  seconds!: number;

  @Field(() => Float, { defaultValue: DEFAULT_BURN_IN, description: BURN_IN })
  burnIn!: number;

  @Field(() => Float, { defaultValue: DEFAULT_HELD_OUT, description: `${HELD_OUT} More than 0.` })
  heldOut!: number;
}

const TuneRatingSystemPayload = payloadOf('tuneRatingSystem', {
  comparison: [
    () => ComparisonType,
    'The search in the background; `tuning` will contain its result. Null if the request was refused.',
  ],
});

@Resolver()
export class TuneResolver {
  @Mutation(() => TuneRatingSystemPayload, {
    description:
      'Searches in the background for the settings with which a rating system predicts the first matches of a league best, and measures them on the last ones. Changes nothing: pass the result to `configureRatingSystem`. Requires the scope league:admin for the league.',
  })
  tuneRatingSystem(
    @Arg('input', () => TuneRatingSystemInput, { description: 'What to search.' }) input: TuneRatingSystemInput,
    @Ctx() { app, access }: Context,
  ): Promise<Payload> {
    return orErrors(async () => ({ comparison: await requestTuning(app, access, input) }));
  }
}

@InputType({ description: 'Whether a league fits its chances to its history.' })
class ConfigureChancesInput {
  @Field(() => String, { description: 'Slug of the league.' })
  league!: string;

  @Field(() => ID, {
    nullable: true,
    description:
      "Global id of a comparison with held-out matches, whose fit of the league's current rating system applies from now on. Null: the rating system's own chances apply.",
  })
  comparison!: string | null;

  @Field(() => String, { description: 'Reason for the audit log, 1 to 200 characters.' })
  reason!: string;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether to return the effect without changing anything.',
  })
  dryRun!: boolean;
}

const ConfigureChancesPayload = payloadOf('configureChances', leagueCorrection);

@Resolver()
export class ChancesResolver {
  @Mutation(() => ConfigureChancesPayload, {
    description:
      'Fits the chances that a league shows to its history: log odds are multiplied by a slope, and the first of two sides has an advantage. Ratings stay as they are; predictions, the queue and comparisons change, and a new revision records it. Requires the scope league:admin for the league.',
  })
  configureChances(
    @Arg('input', () => ConfigureChancesInput, { description: 'The fit.' }) input: ConfigureChancesInput,
    @Ctx() context: HttpContext,
  ): Promise<Payload> {
    const comparison = input.comparison == null ? null : idNumber(context.app, 'Comparison', input.comparison);
    return change(context, configureChances, { ...input, comparison });
  }
}
