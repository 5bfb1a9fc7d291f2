import { Field, Float, InputType, Int } from 'type-graphql';
import type { SideStatus } from '../../league/status-rules.js';
import { DateTimeScalar, JsonScalar } from '../scalars.js';
import { SideStatusEnum } from './match.type.js';

@InputType({ description: 'Points earned against one opponent, in games that count them separately.' })
class ScoreAgainstInput {
  @Field(() => String, { description: 'Handle of a player on another side.' })
  opponent!: string;

  @Field(() => Float, { description: 'Points earned against the opponent.' })
  score!: number;
}

@InputType({ description: "One player's part in a match." })
export class ParticipantInput {
  @Field(() => String, {
    description:
      "Handle of the player, who is one person in all leagues of the instance: 1 to 64 Unicode letters, digits and `_ . -`, not starting with `.` or `-`; case is ignored. An unknown handle creates a player if the league permits it. New handles use one script, with that script's digits; Chinese, Japanese and Korean may be mixed with Latin. Or an account that is linked to a player the league may know of, such as `discord:1234`; no handle has a colon. With `proposedHandle` or `displayName`, an account that is linked to nobody brings in a new player.",
  })
  player!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the player is a guest, who takes part but is not rated; false if omitted.',
  })
  isGuest?: boolean | null;

  @Field(() => Float, { nullable: true, description: 'Points that the player earned.' })
  score?: number | null;

  @Field(() => Float, { nullable: true, description: 'Minutes played, 0 or more; the whole game if omitted.' })
  minutesPlayed?: number | null;

  @Field(() => [ScoreAgainstInput], {
    nullable: true,
    description: 'Points earned against individual opponents, at most 256, each opponent once.',
  })
  scoresAgainst?: ScoreAgainstInput[] | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Name to show for the player if this match brings them in; ignored if the league or everybody knows them already, if it cannot be a display name, and in amendments. It is no part of the content of the match.',
  })
  displayName?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'For an account that is linked to nobody: text to make the handle of a new player from, to whom the account is then linked. If it cannot be a handle, characters are replaced; if the handle is taken or looks like a taken one, a number follows: `ann-2`. If only `displayName` is given, the handle is made from that. Ignored if the account is known, and in amendments. It is no part of the content of the match.',
  })
  proposedHandle?: string | null;
}

@InputType({ description: 'One or more participants who win or lose together.' })
export class SideInput {
  @Field(() => SideStatusEnum, {
    nullable: true,
    description:
      'How the side ended the match; FINISHED if omitted. A side that did not finish needs no placement and no score; `League.statusRules` says how it is rated.',
  })
  status?: SideStatus | null;

  @Field(() => [ParticipantInput], { description: 'At least 1; a match has at most 256 participants.' })
  participants!: ParticipantInput[];

  @Field(() => Int, {
    nullable: true,
    description:
      '1 is best; equal placements are a tie. Set it for all sides that finished, or for none; without placements, scores decide.',
  })
  placement?: number | null;

  @Field(() => Float, {
    nullable: true,
    description: "Points of the side; the sum of its participants' points if omitted.",
  })
  score?: number | null;

  @Field(() => String, { nullable: true, description: 'Name of the team.' })
  name?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Role of the side in the game, in 1 to 40 characters: `home`, `white`, `attacker`. A league that fits its chances can learn the value of the role.',
  })
  role?: string | null;
}

export const WEIGHT =
  'How much the match counts, greater than 0 and at most 1,000,000: 2 counts twice as much as 1. Rating systems that do not use it (`RatingSystem.usesWeight`) rate the match like any other, and the league stores the weight.';

export const DETAILS =
  'Anything else worth showing about the match, such as its map, its mode or a link to a replay: a JSON object of at most 2,048 bytes, nested at most 4 levels deep. It changes no rating.';

@InputType({ description: 'A match to submit.' })
export class MatchInput {
  @Field(() => String, {
    description: 'Your own id for the match, unique in the league. Sending the same match again is safe.',
  })
  externalId!: string;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'When the match was played, at most 5 minutes in the future. Required: a match without it is rejected, but not the rest of the submission.',
  })
  playedAt?: Date | null;

  @Field(() => [SideInput], { description: '2 to 200 sides, within the limits of the rating system.' })
  sides!: SideInput[];

  @Field(() => Float, { nullable: true, description: `${WEIGHT} 1 if omitted.` })
  weight?: number | null;

  @Field(() => JsonScalar, { nullable: true, description: DETAILS })
  details?: unknown;
}

@InputType({ description: 'Matches of one league.' })
export class SubmitMatchesInput {
  @Field(() => String, { description: 'Slug of the league.' })
  league!: string;

  @Field(() => [MatchInput], { description: '1 to 1,000 matches.' })
  matches!: MatchInput[];
}
