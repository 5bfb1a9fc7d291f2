import { Field, Float, Int, ObjectType } from 'type-graphql';
import { LeagueType } from '../league/league.type.js';
import { RatingSystemType } from '../rating/rating-system.type.js';
import { JsonScalar } from '../scalars.js';
import { UserError } from '../user-error.type.js';

@ObjectType('Calibration', {
  description: 'The sides whose predicted chance to win fell into one tenth.',
  simpleResolvers: true,
})
class CalibrationType {
  @Field(() => Float, { description: 'Mean of the predicted chances, 0 to 1.' })
  predicted!: number;

  @Field(() => Float, { description: 'Mean of what they got, 0 to 1; a win is 1, a shared first place its share.' })
  actual!: number;

  @Field(() => Int, { description: 'How many there are.' })
  count!: number;
}

@ObjectType('Evaluation', {
  description: 'How well a rating system foresaw the matches of a league, each from those before it.',
  simpleResolvers: true,
})
class EvaluationType {
  @Field(() => Float, {
    description:
      'Mean of -ln of the chance that was given to the winner. Less is better; 0.69315 is guessing in duels.',
  })
  logLoss!: number;

  @Field(() => Float, {
    description: 'Mean squared error of the chances, half of its sum over the sides. Less is better; 0.25 is guessing.',
  })
  brier!: number;

  @Field(() => Float, { description: 'Share of the matches that the favourite won, 0 to 1.' })
  accuracy!: number;

  @Field(() => [CalibrationType], {
    description: 'Predicted chances against what happened, by tenths; those without a side are left out.',
  })
  calibration!: readonly CalibrationType[];
}

@ObjectType({ description: 'A rating system among others.', simpleResolvers: true })
export class ComparedRatingSystem {
  @Field(() => RatingSystemType, { description: 'The rating system.' })
  system!: unknown;

  @Field(() => JsonScalar, { description: 'All of its settings.' })
  settings!: unknown;

  @Field(() => Boolean, { description: 'Whether the league is rated by it now.' })
  isPresent!: boolean;

  @Field(() => EvaluationType, { nullable: true, description: 'How well it foresaw; null where it has a problem.' })
  evaluation!: EvaluationType | null;

  @Field(() => String, {
    nullable: true,
    description: 'Why it was not compared: it cannot rate all of the matches, fails on one, or takes too long.',
  })
  problem!: string | null;
}

@ObjectType({ description: 'What became of compareRatingSystems.', simpleResolvers: true })
export class CompareRatingSystemsPayload {
  @Field(() => LeagueType, { nullable: true, description: 'The league; null where it was refused.' })
  league?: unknown;

  @Field(() => Int, {
    nullable: true,
    description: 'Matches that every rating system was asked to foresee; null where it was refused.',
  })
  matches?: number;

  @Field(() => [ComparedRatingSystem], {
    nullable: true,
    description: "The league's present one first, unless it was asked for; then in the order asked for, each once.",
  })
  systems?: ComparedRatingSystem[];

  @Field(() => [UserError], { description: 'Why it was refused; empty where it was not.' })
  errors!: UserError[];
}
