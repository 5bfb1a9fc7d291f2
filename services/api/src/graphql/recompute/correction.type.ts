import { Field, Float, ID, InputType, Int } from 'type-graphql';
import { LeagueType } from '../league/league.type.js';
import { DETAILS, SideInput, WEIGHT } from '../match/match.input.js';
import { MatchType } from '../match/match.type.js';
import { type PayloadFields, payloadOf } from '../payload.js';
import { PlayerType } from '../player/player.type.js';
import { DateTimeScalar, JsonScalar } from '../scalars.js';
import { EffectType, RecomputeType } from './recompute.type.js';

export const DRY_RUN = 'Whether to return the effect without changing anything.';
export const REASON = 'Reason for the audit log, 1 to 200 characters.';

@InputType({ description: 'A match to withdraw.' })
export class VoidMatchInput {
  @Field(() => ID, { description: 'Global id of the match.' })
  match!: string;

  @Field(() => Int, { description: 'The version of the match that you read.' })
  expectedVersion!: number;

  @Field(() => String, { description: REASON })
  reason!: string;

  @Field(() => Boolean, { defaultValue: false, description: DRY_RUN })
  dryRun!: boolean;
}

@InputType({ description: 'A withdrawn match to restore.' })
export class RestoreMatchInput extends VoidMatchInput {}

@InputType({ description: 'A match, as you read it.' })
class MatchAtVersionInput {
  @Field(() => ID, { description: 'Global id of the match.' })
  match!: string;

  @Field(() => Int, { description: 'The version of the match that you read.' })
  expectedVersion!: number;
}

@InputType({ description: 'Matches of a league to withdraw together.' })
export class VoidMatchesInput {
  @Field(() => String, { description: 'Slug of the league.' })
  league!: string;

  @Field(() => [MatchAtVersionInput], { description: '1 to 1,000 matches of the league, each once.' })
  matches!: MatchAtVersionInput[];

  @Field(() => String, { description: REASON })
  reason!: string;

  @Field(() => Boolean, { defaultValue: false, description: DRY_RUN })
  dryRun!: boolean;
}

@InputType({ description: 'Withdrawn matches of a league to restore together.' })
export class RestoreMatchesInput extends VoidMatchesInput {}

@InputType({ description: 'Corrections to a match; omitted fields stay as they are.' })
export class AmendMatchInput extends VoidMatchInput {
  @Field(() => DateTimeScalar, { nullable: true, description: 'When the match was actually played.' })
  playedAt?: Date | null;

  @Field(() => [SideInput], {
    nullable: true,
    description: 'All sides, as in a submission: 2 to 200 sides, at most 256 participants.',
  })
  sides?: SideInput[] | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Handles in `sides` of players new to the league, at most 256. Any other handle in `sides` that has never been in the league is refused, because most such handles are mistyped.',
  })
  newPlayers?: string[] | null;

  @Field(() => Float, { nullable: true, description: `${WEIGHT} An explicit null makes it 1.` })
  weight?: number | null;

  @Field(() => JsonScalar, {
    nullable: true,
    description: `${DETAILS} An explicit null removes the details. If only the details change, no rating is computed again.`,
  })
  details?: unknown;
}

@InputType({ description: 'Two handles of one person in a league.' })
export class MergePlayersInput {
  @Field(() => String, { description: 'Slug of the league.' })
  league!: string;

  @Field(() => String, {
    description: 'Handle or account of the player whose matches move to the other player; the handle remains an alias.',
  })
  player!: string;

  @Field(() => String, { description: 'Handle that receives the matches.' })
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

@InputType({ description: 'A new rating system or new settings for a league.' })
export class ConfigureRatingSystemInput {
  @Field(() => String, { description: 'Slug of the league.' })
  league!: string;

  @Field(() => String, { description: 'Key of an installed rating system.' })
  ratingSystem!: string;

  @Field(() => JsonScalar, {
    description:
      "Settings that match the rating system's `settingsSchema`. Omitted settings take their defaults; `{}` means all defaults.",
  })
  settings!: unknown;

  @Field(() => String, { description: REASON })
  reason!: string;

  @Field(() => Boolean, { defaultValue: false, description: DRY_RUN })
  dryRun!: boolean;
}

@InputType({ description: 'A league to rate again.' })
export class RecomputeLeagueInput {
  @Field(() => String, { description: 'Slug of the league.' })
  league!: string;

  @Field(() => String, { description: REASON })
  reason!: string;
}

@InputType({ description: 'A recompute to cancel.' })
export class CancelRecomputeInput {
  @Field(() => ID, { description: 'Global id of the recompute.' })
  recompute!: string;
}

export const correction = {
  effect: [
    () => EffectType,
    'What the correction did or would do; null if it was refused, changed nothing or was handed to a recompute.',
  ],
  recompute: [
    () => RecomputeType,
    'The job that carries out a correction with too many matches to rate in one request; null otherwise.',
  ],
} satisfies PayloadFields;

const matchCorrection = {
  ...correction,
  match: [() => MatchType, 'The match as it is now; null if the request was refused.'],
} satisfies PayloadFields;

export const VoidMatchPayload = payloadOf('voidMatch', matchCorrection);

export const RestoreMatchPayload = payloadOf('restoreMatch', matchCorrection);

export const AmendMatchPayload = payloadOf('amendMatch', matchCorrection);

const matchesCorrection = {
  ...correction,
  matches: [() => [MatchType], 'The matches as they are now, in the order of the request; null if it was refused.'],
} satisfies PayloadFields;

export const VoidMatchesPayload = payloadOf('voidMatches', matchesCorrection);

export const RestoreMatchesPayload = payloadOf('restoreMatches', matchesCorrection);

const playerCorrection = {
  ...correction,
  player: [() => PlayerType, 'The player; null if the request was refused.'],
} satisfies PayloadFields;

export const MergePlayersPayload = payloadOf('mergePlayers', playerCorrection);

export const UnmergePlayersPayload = payloadOf('unmergePlayers', playerCorrection);

export const leagueCorrection = {
  ...correction,
  league: [() => LeagueType, 'The league as it is now; null if the request was refused.'],
} satisfies PayloadFields;

export const ConfigureRatingSystemPayload = payloadOf('configureRatingSystem', leagueCorrection);

export const RecomputeLeaguePayload = payloadOf('recomputeLeague', leagueCorrection);

export const CancelRecomputePayload = payloadOf('cancelRecompute', {
  recompute: [() => RecomputeType, 'The recompute; null if there is none.'],
});
