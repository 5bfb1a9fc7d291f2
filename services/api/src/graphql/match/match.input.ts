import { Field, Float, InputType, Int } from 'type-graphql';
import { DateTimeScalar } from '../scalars.js';

@InputType({ description: 'Points earned against one opponent, where the game tells them apart.' })
export class ScoreAgainstInput {
  @Field(() => String, { description: 'Handle of a player on another side.' })
  opponent!: string;

  @Field(() => Float, { description: 'Points earned against him.' })
  score!: number;
}

@InputType({ description: "One player's part in a match." })
export class ParticipantInput {
  @Field(() => String, {
    description:
      'Handle: 1 to 64 Unicode letters and digits and `_ . -`, but not `.` or `-` first; upper and lower case are the same. A new one makes a player, where the league allows it; it must be of one script (Chinese, Japanese and Korean may go with Latin) with the digits of one script.',
  })
  player!: string;

  @Field(() => Boolean, { nullable: true, description: 'A guest takes part but is not rated; false where left out.' })
  isGuest?: boolean | null;

  @Field(() => Float, { nullable: true, description: 'Points that he earned.' })
  score?: number | null;

  @Field(() => Float, { nullable: true, description: 'Minutes in the game, 0 or more; the whole game where left out.' })
  minutesPlayed?: number | null;

  @Field(() => [ScoreAgainstInput], {
    nullable: true,
    description: 'Points against single opponents, at most 256, each once.',
  })
  scoresAgainst?: ScoreAgainstInput[] | null;
}

@InputType({ description: 'One or more participants who win or lose together.' })
export class SideInput {
  @Field(() => [ParticipantInput], { description: '1 or more; a match has 256 participants at most.' })
  participants!: ParticipantInput[];

  @Field(() => Int, {
    nullable: true,
    description: '1 is best, equal is a tie. All sides have one or none does; then the scores decide.',
  })
  placement?: number | null;

  @Field(() => Float, {
    nullable: true,
    description: "Points of the side; the sum of its participants' where left out.",
  })
  score?: number | null;

  @Field(() => String, { nullable: true, description: 'Name of the team.' })
  name?: string | null;
}

@InputType({ description: 'A match as it was played.' })
export class MatchInput {
  @Field(() => String, { description: 'Your own name for the match, unique in the league; sending it again is safe.' })
  externalId!: string;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'When it was played, at most 5 minutes ahead. Required: without it the match is rejected by itself, and the others of the submission are not.',
  })
  playedAt?: Date | null;

  @Field(() => [SideInput], { description: '2 to 200, as the rating system allows.' })
  sides!: SideInput[];
}

@InputType({ description: 'Matches for one league.' })
export class SubmitMatchesInput {
  @Field(() => String, { description: 'Slug of the league.' })
  league!: string;

  @Field(() => [MatchInput], { description: '1 to 1,000.' })
  matches!: MatchInput[];
}
