import { type Calibration, type Evaluation, greatestMiss } from '@openladder/rating';
import { Field, FieldResolver, Float, Int, ObjectType, Resolver, Root } from 'type-graphql';
import type { Baseline } from '../../compare/comparison.js';
import { RatingSystemType } from '../rating/rating-system.type.js';
import { enumOf, JsonScalar } from '../scalars.js';
import { EstimateType, FAVOURITE_ADVANTAGE, LossDifferenceType } from './chances.type.js';

const HELD_OUT_EVALUATION = 'How well it predicts the held-out matches; null if there are none.';

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
    description: 'Share of the pairs without ties in which the favourite finished ahead, 0 to 1; null if all are ties.',
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
      'Mean ranked probability score of the matches of two sides, for which a draw is nearer to a win than a loss is. Draws are expected as often as they happened before. Lower is better; null without such matches.',
  })
  rankedProbability!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Slope of the results over the predicted chances, both as log odds: 1 is accurate, less means overconfident, more means underconfident. Null if there are too few matches.',
  })
  calibrationSlope!: number | null;

  @Field(() => [CalibrationType], {
    description: 'Predicted chances against actual results by tenths; tenths without a side are omitted.',
  })
  calibration!: readonly CalibrationType[];
}

/** Beside those that are kept: what follows from them. */
@Resolver(() => EvaluationType)
export class EvaluationResolver {
  @FieldResolver(() => CalibrationType, {
    nullable: true,
    description:
      'The tenth with the largest difference between results and chances, among tenths of at least 100 sides with a significant difference of more than 0.05. Null if there is none: the chances are accurate. See `fit` for a remedy.',
  })
  miss(@Root() { calibration }: Pick<Evaluation, 'calibration'>): Calibration | null {
    return greatestMiss(calibration);
  }
}

const BaselineEnum = enumOf<Baseline>('Baseline', 'What a rating system has to beat.', {
  EVEN: 'All sides have the same chance.',
  BASE_RATES:
    'Each side wins as often as the sides of its role have won so far, or without roles those listed in its place, which includes any advantage of the first side. Even where a place or a role may just be the result, such as in races listed by place.',
  ELO: 'The rating system `elo` with its default settings.',
});

@ObjectType({ description: 'What a rating system has to beat, over the same matches.', simpleResolvers: true })
export class ComparisonBaseline {
  @Field(() => BaselineEnum, { description: 'Which one.' })
  baseline!: Baseline;

  @Field(() => EvaluationType, { description: 'How well it predicts.' })
  evaluation!: EvaluationType;

  @Field(() => EvaluationType, { nullable: true, description: HELD_OUT_EVALUATION })
  heldOut!: EvaluationType | null;
}

@ObjectType({
  description:
    "The improvement of a rating system's chances by fitting them to the league's history, outside of the rating system: log odds are multiplied by a slope, and one of two sides has an advantage: by its role if sides have roles, or else the first one. In matches of more than two sides, favourites may win more or less often than the slope predicts.",
  simpleResolvers: true,
})
class FittedChances {
  @Field(() => EstimateType, { description: 'The slope: less than 1 if the chances are overconfident.' })
  slope!: EstimateType;

  @Field(() => EstimateType, {
    nullable: true,
    description:
      'Advantage of one of two sides, such as the home side, in log odds; null if there are no such matches, or if the winner is listed first.',
  })
  sideAdvantage!: EstimateType | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The role of the side that has the advantage, such as `home`, if its opponent has another role or none. Null: the side that is named first.',
  })
  sideRole?: string | null;

  @Field(() => EstimateType, { nullable: true, description: FAVOURITE_ADVANTAGE })
  favouriteAdvantage?: EstimateType | null;

  @Field(() => Int, { description: 'Number of matches that they are fitted to: all after the burn-in.' })
  matches!: number;

  @Field(() => EvaluationType, {
    description: 'How well a fit to the matches before the held-out ones predicts the held-out ones.',
  })
  evaluation!: EvaluationType;

  @Field(() => LossDifferenceType, {
    description: 'Change of the log loss on the held-out matches; below 0 if fitting helps.',
  })
  gain!: LossDifferenceType;

  @Field(() => Boolean, {
    description: 'Whether it helps, and this is unlikely to be chance: the whole interval is below 0.',
  })
  isRecommended!: boolean;
}

@ObjectType({ description: 'A rating system in a comparison.', simpleResolvers: true })
export class ComparedRatingSystem {
  @Field(() => RatingSystemType, { description: 'The rating system.' })
  system!: unknown;

  @Field(() => JsonScalar, { description: 'Value of every setting.' })
  settings!: unknown;

  @Field(() => Boolean, { description: 'Whether the league uses it now.' })
  isPresent!: boolean;

  @Field(() => EvaluationType, {
    nullable: true,
    description: 'How well it predicts the matches before the held-out ones; null if there is a problem.',
  })
  evaluation!: EvaluationType | null;

  @Field(() => LossDifferenceType, {
    nullable: true,
    description: "Difference to the league's current system; null for that one, and if either has a problem.",
  })
  difference!: LossDifferenceType | null;

  @Field(() => BaselineEnum, {
    nullable: true,
    description:
      'The best of EVEN and BASE_RATES that it fails to beat, over the held-out matches if there are any, so it is no better than guessing. Null if it beats both.',
  })
  worseThan!: Baseline | null;

  @Field(() => EvaluationType, { nullable: true, description: HELD_OUT_EVALUATION })
  heldOut!: EvaluationType | null;

  @Field(() => LossDifferenceType, {
    nullable: true,
    description: 'The same as `difference`, over the held-out matches.',
  })
  heldOutDifference!: LossDifferenceType | null;

  @Field(() => FittedChances, {
    nullable: true,
    description:
      'The improvement from a slope and from advantages of a side and of favourites; null without held-out matches, or if there are too few.',
  })
  fit!: FittedChances | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The reason it was not compared: it cannot rate all of the matches, fails on one of them or takes too long.',
  })
  problem!: string | null;
}

@ObjectType('TriedSettings', { description: 'Settings that a search tried.', simpleResolvers: true })
class TriedSettingsType {
  @Field(() => JsonScalar, { description: 'Value of every setting.' })
  settings!: unknown;

  @Field(() => Float, {
    description:
      'Their log loss over the matches between the burn-in and the held-out ones, after a fit to these, by which they were chosen.',
  })
  logLoss!: number;
}

@ObjectType('Tuning', { description: 'What a search for better settings found.', simpleResolvers: true })
export class TuningType {
  @Field(() => RatingSystemType, { description: 'The rating system.' })
  system!: unknown;

  @Field(() => JsonScalar, {
    description:
      'Value of every setting, to be passed to `configureRatingSystem`; where the search began, if it found nothing better.',
  })
  settings!: unknown;

  @Field(() => Boolean, {
    description:
      "Whether they predict the held-out matches better than the league's current system, both after a fit to the matches before, and this is unlikely to be chance: the whole interval is below 0.",
  })
  isRecommended!: boolean;

  @Field(() => Int, { description: 'Number of settings that were tried.' })
  evaluations!: number;

  @Field(() => Boolean, {
    description:
      'Whether the time was over before it had tried all that it wanted to. False for searches of earlier versions.',
  })
  isTimeOver!: boolean;

  @Field(() => [TriedSettingsType], {
    description: 'The best settings so far, each time the search found better ones, in that order.',
  })
  path!: readonly TriedSettingsType[];
}
