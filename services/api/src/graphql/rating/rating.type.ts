import { Field, Float, Int, ObjectType } from 'type-graphql';
import type { RatingMove } from '../../rating/rating.js';
import { connectionType } from '../connection.js';
import { Cost } from '../limits/cost.js';
import { Node } from '../node-id.js';
import { DateTimeScalar, enumOf } from '../scalars.js';

@ObjectType('Rating', {
  implements: Node,
  description: "A player's current rating in a league.",
  simpleResolvers: true,
})
export class RatingType extends Node {
  @Field(() => Float, { nullable: true, description: 'Rating in points; null if the player is not rated yet.' })
  value!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      "One standard deviation of the value, in points, as of the last match or the league's latest midnight, whichever is later; null if the rater has none.",
  })
  deviation!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'What the board is sorted by, highest first; null sorts last.',
  })
  score!: number | null;

  @Field(() => String, { description: 'The rating as the rater formats it for display.' })
  display!: string;

  @Field(() => Boolean, {
    description:
      'Whether the player has no rank: the rating is too uncertain, they have played too few or too old matches for `League.minMatches` and `League.activeWithin`, or they are hidden.',
  })
  isProvisional!: boolean;

  @Field(() => Boolean, {
    description:
      'Whether an admin has hidden the player from the boards of the league. Their matches are rated as before, and everything else about them can be read.',
  })
  isHidden!: boolean;

  @Field(() => Int, { description: 'Number of rated matches.' })
  matchesPlayed!: number;

  @Field(() => Int, { description: "Number of rated matches that the player's side won outright." })
  wins!: number;

  @Field(() => Int, { description: "Number of rated matches in which the player's side shared first place." })
  draws!: number;

  @Field(() => Int, { description: "Number of rated matches in which another side finished ahead of the player's." })
  losses!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Highest value after any match; null if the player has had none.',
  })
  peak!: number | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: "When the player's newest rated match was played; null if there is none.",
  })
  lastPlayedAt!: Date | null;
}

@ObjectType('RatingValue', { description: 'A rating at one moment.', simpleResolvers: true })
export class RatingValueType {
  @Field(() => Float, { nullable: true, description: 'Rating in points; null if the player was not rated yet.' })
  value!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'One standard deviation, in points; null if the rater has none.',
  })
  deviation!: number | null;
}

@ObjectType('Contribution', { description: "One opponent's part in a rating change.", simpleResolvers: true })
export class ContributionType {
  @Field(() => Float, { nullable: true, description: "The opponent's value before the match; null if they had none." })
  opponentValue!: number | null;

  @Field(() => Float, { description: 'Expected score against the opponent, 0 to 1.' })
  expected!: number;

  @Field(() => Float, { description: 'Score against the opponent: 1 for a win, 0.5 for a tie, 0 for a loss.' })
  actual!: number;

  @Field(() => Float, { description: "Weight of the pair in the rater's own unit, 0 or more." })
  weight!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      "Points gained from the opponent; null if the player's value before or after is null. The deltas and the points of `RatingChange.adjustments` add up to the change.",
  })
  delta!: number | null;
}

@ObjectType('Adjustment', {
  description: 'A cause of a rating change other than the opponents, for example a cap or a floor.',
  simpleResolvers: true,
})
export class AdjustmentType {
  @Field(() => String, {
    description:
      "The rating system's own short name for it. Of those that are built in: `cap`, `fading`, `floor`, `luck`, `period`.",
  })
  reason!: string;

  @Field(() => Float, { description: 'Points gained by it.' })
  points!: number;
}

@ObjectType('RatingChange', {
  implements: Node,
  description: "What one match did to one player's rating.",
  simpleResolvers: true,
})
export class RatingChangeType extends Node {
  @Field(() => RatingValueType, {
    description:
      "The rating just before the match: the rating after the player's previous match, adjusted for the time since. Not adjusted if the rating system cannot restore its states.",
  })
  before!: RatingValueType;

  @Field(() => RatingValueType, { description: 'The rating just after the match.' })
  after!: RatingValueType;

  @Field(() => Float, {
    nullable: true,
    description:
      'Points gained by the match; the contributions and adjustments add up to it. Equals `after` minus `before`, except that changes due to time are left out. Null if the value before or after is null.',
  })
  delta!: number | null;

  @Field(() => Float, { description: 'Sum of the expected scores against all opponents.' })
  expectedScore!: number;

  @Field(() => Float, { description: 'Sum of the scores against all opponents.' })
  actualScore!: number;

  @Field(() => Int, {
    description: "Revision of the league's ratings with this change; later revisions left it unchanged.",
  })
  revision!: number;
}

@ObjectType('Standing', { description: 'A place on the board.', simpleResolvers: true })
export class StandingType {
  @Field(() => Int, {
    nullable: true,
    description: 'Starts at 1; equal scores share a rank. Null for provisional players, who are below all others.',
  })
  rank!: number | null;

  @Field(() => RatingType, { description: "The player's rating." })
  rating!: unknown;
}

export const RatingConnection = connectionType('Rating', () => RatingType, 'ratings', { isPartly: true });
export const RatingChangeConnection = connectionType('RatingChange', () => RatingChangeType, 'rating changes');
export const StandingConnection = connectionType('Standing', () => StandingType, 'standings', {
  counts: 'places on the board',
});

const RatingMoveCauseEnum = enumOf<NonNullable<RatingMove['cause']>>(
  'RatingMoveCause',
  'Why a correction moves a rating.',
  {
    CORRECTED: "The player's own matches were corrected.",
    FOLLOWED: 'The player has since met somebody whose rating the correction moves.',
  },
);

@ObjectType('RatingMove', { description: "Change of a player's rating.", simpleResolvers: true })
export class RatingMoveType {
  @Field(() => RatingValueType, { description: 'The rating before.' })
  before!: RatingValueType;

  @Field(() => RatingValueType, { description: 'The rating after.' })
  after!: RatingValueType;

  @Field(() => Float, {
    nullable: true,
    description: 'Points gained, without changes due to time; null if the value before or after is null.',
  })
  delta!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Rank before, from 1; null without a rank, and in predictions.',
  })
  rankBefore!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Rank after, from 1; null without a rank, and in predictions.',
  })
  rankAfter!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Highest value after any match, before the change; null if there was none, and where it was not compared.',
  })
  peakBefore?: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Highest value after any match, after the change; null if there is none, and where it was not compared.',
  })
  peakAfter?: number | null;

  @Field(() => RatingMoveCauseEnum, {
    nullable: true,
    description: 'Why a correction moves the rating; null if it rates the whole log again, and in predictions.',
  })
  cause?: RatingMove['cause'];
}

@ObjectType('PredictedSide', { description: "A side's chance to win.", simpleResolvers: true })
export class PredictedSideType {
  @Field(() => Float, {
    description: 'Chance to win, 0 to 1; a draw counts as half a win. The chances of all sides add up to 1.',
  })
  winProbability!: number;

  @Field(() => Int, {
    description: 'The place that the chances foresee: 1 for the greatest chance; equal chances share a place.',
  })
  place!: number;
}

@ObjectType('PredictedOutcome', {
  description: 'What one outcome would do to the ratings if the match were played now.',
})
export class PredictedOutcomeType {
  @Cost({ predictedLength: ({ sides }) => sides })
  @Field(() => [Int], {
    description: 'Placements of the sides: 1 for the winner and 2 for the others, or all 1 for a draw.',
  })
  placements!: number[];
}

@ObjectType('Prediction', {
  description:
    "Each side's chance to win, and what each outcome would do to the ratings. Ratings that change with time are taken as of now.",
  simpleResolvers: true,
})
export class PredictionType {
  @Field(() => [PredictedSideType], { description: 'The sides, in the order requested.' })
  sides!: unknown[];
}
