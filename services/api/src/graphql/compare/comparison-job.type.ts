import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { AnalysisStatus } from '../../analysis/analysis.js';
import { connectionType } from '../connection.js';
import { LeagueType } from '../league/league.type.js';
import { Node } from '../node-id.js';
import { payloadOf } from '../payload.js';
import { DateTimeScalar, enumOf, JsonScalar } from '../scalars.js';
import { ComparedRatingSystem, ComparisonBaseline } from './comparison.type.js';

export const AnalysisStatusEnum = enumOf<AnalysisStatus>(
  'AnalysisStatus',
  'State of a long calculation over the log of a league. It changes nothing in the league.',
  {
    QUEUED: 'It is waiting for its turn: the service runs one at a time.',
    RUNNING: 'It is running.',
    DONE: 'It is done, and its result is stored.',
    CANCELLED: 'It was cancelled.',
    FAILED: 'It failed; the error says why.',
  },
);

@ObjectType('Comparison', {
  implements: Node,
  description:
    "A comparison of rating systems, or a search for better settings, in the background, for the league's admins. The newest 20 comparisons and checks of a league are stored.",
})
export class ComparisonType extends Node {
  @Field(() => AnalysisStatusEnum, { description: 'State of the comparison.' })
  status!: AnalysisStatus;

  @Field(() => Float, { description: 'Share of the work that is done, 0 to 1.' })
  progress!: number;

  @Field(() => Int, {
    nullable: true,
    description: 'Sequence number of the newest match in the log when it was read; null until the comparison is done.',
  })
  sequence!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: "The league's revision at that time; null until the comparison is done.",
  })
  revision!: number | null;

  @Field(() => String, { nullable: true, description: 'Why it failed; null if it did not.' })
  error!: string | null;

  @Field(() => DateTimeScalar, { description: 'When it was requested.' })
  requestedAt!: Date;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it last started; null before.' })
  startedAt!: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was done, cancelled or failed; null before.' })
  finishedAt!: Date | null;
}

export const ComparisonConnection = connectionType('Comparison', () => ComparisonType, 'comparisons');

export const BURN_IN =
  'Share of the matches, at the beginning, that are rated and not scored, because everybody is new then; 0 to 0.9.';
export const HELD_OUT =
  'Share of the matches, at the end, that are held out and scored separately, 0 to 0.9. They evaluate choices made on the other matches.';

@InputType({ description: 'A rating system to compare.' })
class ComparedRatingSystemInput {
  @Field(() => String, { description: 'Key of an installed rating system.' })
  ratingSystem!: string;

  @Field(() => JsonScalar, {
    nullable: true,
    description: 'Settings that match its `settingsSchema`; omitted settings have their defaults.',
  })
  settings?: unknown;
}

@InputType({ description: 'Rating systems to compare on the matches of a league.' })
export class CompareRatingSystemsInput {
  @Field(() => String, { description: 'Slug of the league.' })
  league!: string;

  @Field(() => [ComparedRatingSystemInput], {
    nullable: true,
    description:
      "At most 16, besides the league's current one. If omitted, all installed rating systems with their default settings.",
  })
  systems?: ComparedRatingSystemInput[] | null;

  @Field(() => Float, { defaultValue: 0, description: BURN_IN })
  burnIn!: number;

  @Field(() => Float, { defaultValue: 0, description: HELD_OUT })
  heldOut!: number;

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'Whether to compare in the background, without a time limit. The response then contains only `comparison`, and the result is stored.',
  })
  inBackground!: boolean;
}

@InputType({ description: 'A comparison to cancel.' })
export class CancelComparisonInput {
  @Field(() => ID, { description: 'Global id of the comparison.' })
  comparison!: string;
}

export const CompareRatingSystemsPayload = payloadOf('compareRatingSystems', {
  league: [() => LeagueType, 'The league; null if the request was refused.'],
  matches: [() => Int, 'Number of matches that every rating system had to predict; null if the request was refused.'],
  baselines: [
    () => [ComparisonBaseline],
    'What the rating systems have to beat; those that did not finish in time or cannot rate all of the matches are omitted.',
  ],
  systems: [
    () => [ComparedRatingSystem],
    "The rating systems in the order requested, without duplicates. The league's current one comes first unless it was requested.",
  ],
  burnInMatches: [
    () => Int,
    'Number of matches at the beginning that are not scored; null if the request was refused.',
  ],
  heldOutMatches: [
    () => Int,
    'Number of matches at the end that are scored by themselves; null if the request was refused.',
  ],
  comparison: [
    () => ComparisonType,
    'The comparison in the background; null if it was refused or is not in the background.',
  ],
});

export const CancelComparisonPayload = payloadOf('cancelComparison', {
  comparison: [() => ComparisonType, 'The comparison; null if the request was refused.'],
});
