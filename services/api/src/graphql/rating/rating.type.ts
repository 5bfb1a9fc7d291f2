import { Field, Float, Int, ObjectType } from 'type-graphql';
import { connectionType } from '../connection.js';
import { Node } from '../node.type.js';
import { DateTimeScalar } from '../scalars.js';

@ObjectType('Rating', {
  implements: Node,
  description: "A player's current rating in a league.",
  simpleResolvers: true,
})
export class RatingType extends Node {
  @Field(() => Float, { nullable: true, description: 'Rating in points; null for a player who is not rated yet.' })
  value!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'One standard deviation of the value, in points, as of the last match or, where it is later, the newest midnight of the league; null where the rater has none.',
  })
  deviation!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'What the board is sorted by, the greater the better; null sorts last.',
  })
  score!: number | null;

  @Field(() => String, { description: 'The rating as the rater writes it for people.' })
  display!: string;

  @Field(() => Boolean, { description: 'Whether the rating is too uncertain for a rank.' })
  isProvisional!: boolean;

  @Field(() => Int, { description: 'Rated matches.' })
  matchesPlayed!: number;

  @Field(() => Int, { description: 'Rated matches in which his side stood alone in front.' })
  wins!: number;

  @Field(() => Int, { description: 'Rated matches in which his side shared the first place.' })
  draws!: number;

  @Field(() => Int, { description: 'Rated matches in which another side stood in front of his.' })
  losses!: number;

  @Field(() => Float, { nullable: true, description: 'Highest value after a match; null while he has none.' })
  peak!: number | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When his newest rated match was played; null before it.',
  })
  lastPlayedAt!: Date | null;
}

@ObjectType('RatingValue', { description: 'A rating at one moment.', simpleResolvers: true })
export class RatingValueType {
  @Field(() => Float, { nullable: true, description: 'Rating in points; null for a player who was not rated yet.' })
  value!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'One standard deviation in points; null where the rater has none.',
  })
  deviation!: number | null;
}

@ObjectType('Contribution', { description: "One opponent's part in a rating change.", simpleResolvers: true })
export class ContributionType {
  @Field(() => Float, { nullable: true, description: "The opponent's value before the match; null where he had none." })
  opponentValue!: number | null;

  @Field(() => Float, { description: 'Expected score against him, 0 to 1.' })
  expected!: number;

  @Field(() => Float, { description: 'Score against him: 1 won, 0.5 tied, 0 lost.' })
  actual!: number;

  @Field(() => Float, { description: "How much the pair counted, in the rater's own unit, 0 or more." })
  weight!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Points gained from him; null where the value before or after is. The deltas add up to the change.',
  })
  delta!: number | null;
}

@ObjectType('RatingChange', {
  implements: Node,
  description: 'What one match did to one player.',
  simpleResolvers: true,
})
export class RatingChangeType extends Node {
  @Field(() => RatingValueType, {
    description:
      "Just before the match: the rating after the player's previous match, with what the time since made of it. Time is left out where the rating system cannot restore its states.",
  })
  before!: RatingValueType;

  @Field(() => RatingValueType, { description: 'Just after the match.' })
  after!: RatingValueType;

  @Field(() => Float, {
    nullable: true,
    description:
      'Points gained by the match, to which the contributions add up; null where the value before or after is null. It is `after` less `before`, unless the rating system lets values change with time: what time did is not in it.',
  })
  delta!: number | null;

  @Field(() => Float, { description: 'Expected scores against all opponents, added up.' })
  expectedScore!: number;

  @Field(() => Float, { description: 'Scores against all opponents, added up.' })
  actualScore!: number;

  @Field(() => Int, {
    description: "Number of the derivation of the league's ratings that made this; later ones left it as it was.",
  })
  revision!: number;
}

@ObjectType('Standing', { description: 'A place on the board.', simpleResolvers: true })
export class StandingType {
  @Field(() => Int, {
    nullable: true,
    description: 'From 1, shared by players of equal score; null for provisional players, who stand below all others.',
  })
  rank!: number | null;

  @Field(() => RatingType, { description: 'His rating.' })
  rating!: unknown;
}

export const RatingConnection = connectionType('Rating', () => RatingType, 'ratings');
export const RatingChangeConnection = connectionType('RatingChange', () => RatingChangeType, 'rating changes');
export const StandingConnection = connectionType('Standing', () => StandingType, 'standings');
