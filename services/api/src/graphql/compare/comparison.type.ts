import { Field, Float, Int, ObjectType } from 'type-graphql';
import { LeagueType } from '../league/league.type.js';
import { RatingSystemType } from '../rating/rating-system.type.js';
import { JsonScalar } from '../scalars.js';
import { UserError } from '../user-error.type.js';

@ObjectType('Calibration', {
  description: 'Sides grouped by predicted chance to win, one group for each tenth.',
  simpleResolvers: true,
})
class CalibrationType {
  @Field(() => Float, { description: 'Mean predicted chance, 0 to 1.' })
  predicted!: number;

  @Field(() => Float, {
    description: 'Mean actual result, 0 to 1: 1 for a win, an equal share for a shared first place.',
  })
  actual!: number;

  @Field(() => Int, { description: 'Number of sides.' })
  count!: number;
}

@ObjectType('Evaluation', {
  description: 'How well a rating system predicts each match of a league from the matches before it.',
  simpleResolvers: true,
})
class EvaluationType {
  @Field(() => Float, {
    description: 'Mean of -ln of the chance given to the winner. Lower is better; guessing scores 0.69315 in duels.',
  })
  logLoss!: number;

  @Field(() => Float, {
    description:
      'Mean squared error of the chances: half the sum over the sides. Lower is better; guessing scores 0.25.',
  })
  brier!: number;

  @Field(() => Float, { description: 'Share of matches won by the favourite, 0 to 1.' })
  accuracy!: number;

  @Field(() => [CalibrationType], {
    description: 'Predicted chances against actual results by tenths; tenths without a side are omitted.',
  })
  calibration!: readonly CalibrationType[];
}

@ObjectType({ description: 'A rating system in a comparison.', simpleResolvers: true })
export class ComparedRatingSystem {
  @Field(() => RatingSystemType, { description: 'The rating system.' })
  system!: unknown;

  @Field(() => JsonScalar, { description: 'Value of every setting.' })
  settings!: unknown;

  @Field(() => Boolean, { description: 'Whether the league uses it now.' })
  isPresent!: boolean;

  @Field(() => EvaluationType, { nullable: true, description: 'How well it predicts; null if there is a problem.' })
  evaluation!: EvaluationType | null;

  @Field(() => String, {
    nullable: true,
    description: 'Why it was not compared: it cannot rate all of the matches, fails on one of them or takes too long.',
  })
  problem!: string | null;
}

@ObjectType({ description: 'Result of compareRatingSystems.', simpleResolvers: true })
export class CompareRatingSystemsPayload {
  @Field(() => LeagueType, { nullable: true, description: 'The league; null if the request was refused.' })
  league?: unknown;

  @Field(() => Int, {
    nullable: true,
    description: 'Number of matches that every rating system had to predict; null if the request was refused.',
  })
  matches?: number;

  @Field(() => [ComparedRatingSystem], {
    nullable: true,
    description:
      "The rating systems in the order requested, without duplicates. The league's current one comes first unless it was requested.",
  })
  systems?: ComparedRatingSystem[];

  @Field(() => [UserError], { description: 'Why the request was refused; empty if it was accepted.' })
  errors!: UserError[];
}
