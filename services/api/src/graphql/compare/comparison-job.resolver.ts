import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Resolver, Root, Subscription } from 'type-graphql';
import { AccessDenied, canAdminister } from '../../access/access.js';
import { type Analysis, COMPARISONS, type ComparisonKind } from '../../analysis/analysis.js';
import { listAnalyses } from '../../analysis/analysis.repository.js';
import { systemsOf, tuningOf } from '../../analysis/kept-comparison.js';
import { cancelAnalysis } from '../../analysis/request-analysis.js';
import { watchAnalysis } from '../../analysis/watch-analysis.js';
import { type Connection, checkFirst, decodeCursor, encodeCursor, toConnection } from '../../kit/paging/page.js';
import type { League } from '../../league/league.js';
import { AFTER, FIRST } from '../connection.js';
import type { Context } from '../context.js';
import { LeagueType } from '../league/league.type.js';
import { nodeId, parseNodeId } from '../node-id.js';
import { orErrors } from '../user-error.type.js';
import { CancelComparisonInput } from './compare.input.js';
import { CancelComparisonPayload } from './compare.payload.js';
import { ComparedRatingSystem, ComparisonBaseline } from './comparison.type.js';
import { ComparisonConnection, ComparisonType } from './comparison-job.type.js';
import { TuningType } from './tuning.type.js';

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
  ): Promise<CancelComparisonPayload> {
    const id = parseNodeId(app, input.comparison);
    const key = id?.kind === 'Comparison' ? id.key[0]! : 0;
    return orErrors(async () => ({ comparison: await cancelAnalysis(app, access, key, COMPARISONS, 'comparison') }));
  }

  @Subscription(() => ComparisonType, {
    description: `Sends a comparison as it is now and as it progresses; ends when the comparison is over. ${NEEDS}`,
    subscribe: ({ args, context }) => {
      const { app, access } = context as Context;
      const id = parseNodeId(app, String(args.comparison));
      return watchAnalysis(app, access, id?.kind === 'Comparison' ? id.key[0]! : 0, COMPARISONS, 'comparison');
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

@Resolver(() => LeagueType)
export class LeagueComparisonsResolver {
  @FieldResolver(() => ComparisonConnection, {
    description: `Comparisons in the background, newest first. ${NEEDS}`,
  })
  async comparisons(
    @Root() league: League,
    @Ctx() { app, access }: Context,
    @Arg('first', () => Int, { defaultValue: 20, description: FIRST }) first: number,
    @Arg('after', () => String, { nullable: true, description: AFTER }) after?: string,
  ): Promise<Connection<Analysis>> {
    if (!canAdminister(access, league)) throw new AccessDenied(access, `read the comparisons of ${league.slug}`);
    const [beforeId] = decodeCursor(app.seal, 'comparison', ['integer'], after) ?? [null];
    const page = { limit: checkFirst(first) + 1, beforeId };
    const comparisons = await listAnalyses(app.database, league.id, COMPARISONS, page);
    return toConnection(comparisons, first, ({ id }) => encodeCursor(app.seal, 'comparison', id), after != null);
  }
}
