import { Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { Baseline } from '../../compare/compare-rating-systems.js';
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

@ObjectType('PartEvaluation', { description: 'Matches of one kind, scored by themselves.', simpleResolvers: true })
class PartEvaluationType {
  @Field(() => Int, { description: 'Number of matches.' })
  matches!: number;

  @Field(() => Float, { nullable: true, description: 'Their mean log loss; null if there are none.' })
  logLoss!: number | null;
}

@ObjectType('PairEvaluation', {
  description: 'How well the order of any two sides of a match is predicted.',
  simpleResolvers: true,
})
class PairEvaluationType {
  @Field(() => Int, { description: 'Number of pairs.' })
  count!: number;

  @Field(() => Float, {
    description:
      'Mean of -ln of the chance given to the side in front; a tie counts half for each. Guessing scores 0.69315.',
  })
  logLoss!: number;

  @Field(() => Float, { description: 'Mean squared error of the chances.' })
  brier!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Share of the pairs without ties whose favourite was in front, 0 to 1; null if all are ties.',
  })
  order!: number | null;
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
      'Mean squared error of the chances: half the sum over the sides. Lower is better; guessing scores 0.25 in duels without draws.',
  })
  brier!: number;

  @Field(() => Float, { description: 'Share of matches won by the favourite, 0 to 1.' })
  accuracy!: number;

  @Field(() => PartEvaluationType, { description: 'Matches that one side won alone.' })
  won!: PartEvaluationType;

  @Field(() => PartEvaluationType, { description: 'Matches whose first place was shared.' })
  drawn!: PartEvaluationType;

  @Field(() => PairEvaluationType, { description: 'All pairs of sides.' })
  pairs!: PairEvaluationType;

  @Field(() => Float, {
    nullable: true,
    description:
      'Mean ranked probability score of the matches of two sides: a draw is nearer to a win than a loss is. Draws are expected as often as before. Lower is better; null without such matches.',
  })
  rankedProbability!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Slope of the results over the predicted chances, both as log odds: 1 is honest, less is too sure, more is too timid. Null if nothing tells.',
  })
  calibrationSlope!: number | null;

  @Field(() => [CalibrationType], {
    description: 'Predicted chances against actual results by tenths; tenths without a side are omitted.',
  })
  calibration!: readonly CalibrationType[];
}

@ObjectType('LossDifference', {
  description: 'How the log losses of two rating systems differ, match by match.',
  simpleResolvers: true,
})
class LossDifferenceType {
  @Field(() => Float, { description: 'Mean difference; below 0 if the first system is better.' })
  difference!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'Lower end of the 95% interval, for which matches of a day count as alike; null if all are of one day.',
  })
  low!: number | null;

  @Field(() => Float, { nullable: true, description: 'Upper end of the interval.' })
  high!: number | null;
}

const BaselineEnum = { EVEN: 'EVEN', BASE_RATES: 'BASE_RATES', ELO: 'ELO' } as const satisfies Record<Baseline, string>;
registerEnumType(BaselineEnum, {
  name: 'Baseline',
  description: 'What a rating system has to beat.',
  valuesConfig: {
    EVEN: { description: 'All sides have the same chance.' },
    BASE_RATES: {
      description:
        'Sides win as often as those in their place did before, so it knows of an advantage of the first side.',
    },
    ELO: { description: 'The rating system `elo` with its default settings.' },
  },
});

@ObjectType({ description: 'What a rating system has to beat, over the same matches.', simpleResolvers: true })
class ComparisonBaseline {
  @Field(() => BaselineEnum, { description: 'Which one.' })
  baseline!: Baseline;

  @Field(() => EvaluationType, { description: 'How well it predicts.' })
  evaluation!: EvaluationType;
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

  @Field(() => LossDifferenceType, {
    nullable: true,
    description: "Difference to the league's current system; null for that one, and if either has a problem.",
  })
  difference!: LossDifferenceType | null;

  @Field(() => BaselineEnum, {
    nullable: true,
    description:
      'The best of EVEN and BASE_RATES that it does not beat: it is no better than guessing. Null if it beats both.',
  })
  worseThan!: Baseline | null;

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

  @Field(() => [ComparisonBaseline], {
    nullable: true,
    description:
      'What the rating systems have to beat; those that were not done in time, or cannot rate all of the matches, are omitted.',
  })
  baselines?: readonly ComparisonBaseline[];

  @Field(() => [ComparedRatingSystem], {
    nullable: true,
    description:
      "The rating systems in the order requested, without duplicates. The league's current one comes first unless it was requested.",
  })
  systems?: ComparedRatingSystem[];

  @Field(() => [UserError], { description: 'Why the request was refused; empty if it was accepted.' })
  errors!: UserError[];
}
