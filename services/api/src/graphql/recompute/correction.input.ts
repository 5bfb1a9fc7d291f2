import { Field, ID, InputType, Int } from 'type-graphql';
import { SideInput } from '../match/match.input.js';
import { DateTimeScalar, JsonScalar } from '../scalars.js';

const DRY_RUN = 'Answers what would be, and changes nothing.';
const REASON = 'Why, for the audit log: 1 to 200 characters.';

@InputType({ description: 'A match to withdraw.' })
export class VoidMatchInput {
  @Field(() => ID, { description: 'Global id of the match.' })
  match!: string;

  @Field(() => Int, { description: 'The version of the match that you have seen.' })
  expectedVersion!: number;

  @Field(() => String, { description: REASON })
  reason!: string;

  @Field(() => Boolean, { defaultValue: false, description: DRY_RUN })
  dryRun!: boolean;
}

@InputType({ description: 'A withdrawn match that is to count again.' })
export class RestoreMatchInput extends VoidMatchInput {}

@InputType({ description: 'A match to put right; what is left out stays.' })
export class AmendMatchInput extends VoidMatchInput {
  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was really played.' })
  playedAt?: Date | null;

  @Field(() => [SideInput], {
    nullable: true,
    description: 'All sides, as in a submission: 2 to 200, with 256 participants at most.',
  })
  sides?: SideInput[] | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Handles in `sides` of players who are new to the league, at most 256. Anybody else in `sides` who has never been in the league is refused, since most such handles are mistyped.',
  })
  newPlayers?: string[] | null;
}

@InputType({ description: 'Two handles of one person in a league.' })
export class MergePlayersInput {
  @Field(() => String, { description: 'Slug of the league.' })
  league!: string;

  @Field(() => String, { description: 'Handle whose matches go over to the other; it stays an alias.' })
  player!: string;

  @Field(() => String, { description: 'Handle whose history it becomes.' })
  into!: string;

  @Field(() => String, { description: REASON })
  reason!: string;

  @Field(() => Boolean, { defaultValue: false, description: DRY_RUN })
  dryRun!: boolean;
}

@InputType({ description: 'A merge to undo.' })
export class UnmergePlayersInput {
  @Field(() => String, { description: 'Slug of the league.' })
  league!: string;

  @Field(() => String, { description: 'Handle that was merged into another.' })
  player!: string;

  @Field(() => String, { description: REASON })
  reason!: string;

  @Field(() => Boolean, { defaultValue: false, description: DRY_RUN })
  dryRun!: boolean;
}

@InputType({ description: 'Another rating system, or other settings, for a league.' })
export class ConfigureRatingSystemInput {
  @Field(() => String, { description: 'Slug of the league.' })
  league!: string;

  @Field(() => String, { description: 'Key of an installed rating system.' })
  ratingSystem!: string;

  @Field(() => JsonScalar, {
    description: 'Its settings, by its `settingsSchema`; those left out are at their defaults, so `{}` is all of them.',
  })
  settings!: unknown;

  @Field(() => String, { description: REASON })
  reason!: string;

  @Field(() => Boolean, { defaultValue: false, description: DRY_RUN })
  dryRun!: boolean;
}

@InputType({ description: 'A league to derive anew.' })
export class RecomputeLeagueInput {
  @Field(() => String, { description: 'Slug of the league.' })
  league!: string;

  @Field(() => String, { description: REASON })
  reason!: string;
}

@InputType({ description: 'A recompute to give up.' })
export class CancelRecomputeInput {
  @Field(() => ID, { description: 'Global id of the recompute.' })
  recompute!: string;
}
