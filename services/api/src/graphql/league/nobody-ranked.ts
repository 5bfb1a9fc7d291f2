import { Ctx, Field, FieldResolver, Int, ObjectType, Resolver, Root } from 'type-graphql';
import { Unavailable } from '../../kit/unavailable.js';
import type { League } from '../../league/league.js';
import { RaterMissing } from '../../raters/rating-system.js';
import { type NobodyRanked, type UnrankedReason, whyNobodyRanked } from '../../reading/nobody-ranked.js';
import { type Context, standIn } from '../context.js';
import { DateTimeScalar, enumOf, JsonScalar } from '../scalars.js';
import { LeagueType } from './league.type.js';

const UnrankedReasonEnum = enumOf<UnrankedReason>('UnrankedReason', 'Why nobody in a league has a rank.', {
  RESTING:
    'Somebody had a rank after the newest match. Since then, all have been away for too long by `League.activeWithin` or by the rating system.',
  TOO_FEW_MATCHES: 'Nobody has as many rated matches as `League.matchesForRank`.',
  TOO_UNCERTAIN: 'Every rating is more uncertain than the rating system allows for a rank.',
});

@ObjectType('NobodyRanked', {
  description: 'Why nobody in a league has a rank, although it has rated matches.',
  simpleResolvers: true,
})
class NobodyRankedType {
  @Field(() => UnrankedReasonEnum, { description: 'The reason.' })
  reason!: UnrankedReason;

  @Field(() => String, { description: 'The reason in a sentence, with its figures.' })
  message!: string;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'With RESTING, when the newest match was played: `League.standings` as of that time has ranks. Null otherwise.',
  })
  restingSince!: Date | null;

  @Field(() => Int, { description: 'The most rated matches of a player.' })
  mostMatches!: number;

  @Field(() => String, {
    nullable: true,
    description:
      'With TOO_UNCERTAIN, the name of the preset of the rating system with which players of the league would have a rank now; null if there is none.',
  })
  preset!: string | null;

  @Field(() => JsonScalar, {
    nullable: true,
    description: "The league's settings with those of the preset, as input of configureRatingSystem; null without one.",
  })
  presetSettings!: unknown;
}

@Resolver(() => LeagueType)
export class NobodyRankedResolver {
  @FieldResolver(() => NobodyRankedType, {
    nullable: true,
    description: 'Why nobody has a rank; null if somebody has one, or if there is no rated match.',
  })
  async nobodyRanked(
    @Root() league: League,
    @Ctx() { app, loaders, size, outcome }: Context,
  ): Promise<NobodyRankedType | null> {
    try {
      const found = await whyNobodyRanked(app, league, await loaders.ranked.load(league.id), size);
      return found && { ...found, message: messageOf(found) };
    } catch (error) {
      // The league must be readable without its rater.
      if (!(error instanceof Unavailable || error instanceof RaterMissing)) throw error;
      standIn(outcome);
      return null;
    }
  }
}

function messageOf({ reason, restingSince, mostMatches, preset }: NobodyRanked): string {
  if (reason === 'RESTING') return `Nobody has a rank, because nobody has played since ${restingSince!.toISOString()}.`;
  const most = `the most matches of a player are ${mostMatches}`;
  if (reason === 'TOO_FEW_MATCHES') return `Nobody has a rank, because nobody has played enough matches: ${most}.`;
  const remedy = preset === null ? '' : ` With the preset ${preset}, players would have one.`;
  return `Nobody has a rank, because the rating system finds every rating too uncertain, although ${most}.${remedy}`;
}
