import { createUnionType, Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { MatchStatus } from '../../match-log/match.js';
import type { SubmitResult } from '../../submission/submission-result.js';
import { connectionType } from '../connection.js';
import { Node } from '../node.type.js';
import { DateTimeScalar } from '../scalars.js';
import { UserError } from '../user-error.type.js';

export const MatchStatusEnum = { RATED: 'RATED', VOID: 'VOID' } as const satisfies Record<MatchStatus, string>;
registerEnumType(MatchStatusEnum, {
  name: 'MatchStatus',
  description: 'Whether a match counts.',
  valuesConfig: {
    RATED: { description: 'It counts.' },
    VOID: { description: 'It was withdrawn, and changes no rating.' },
  },
});

@ObjectType('Match', { implements: Node, description: 'One contest of two or more sides.', simpleResolvers: true })
export class MatchType extends Node {
  @Field(() => String, { description: "The sender's own name for the match, unique in the league." })
  externalId!: string;

  @Field(() => DateTimeScalar, { description: 'When it was played; matches are rated in this order.' })
  playedAt!: Date;

  @Field(() => MatchStatusEnum, { description: 'Whether it counts.' })
  status!: MatchStatus;

  @Field(() => Int, { description: 'Goes up with every correction, from 1.' })
  version!: number;

  @Field(() => DateTimeScalar, { description: 'When it was submitted.' })
  submittedAt!: Date;
}

@ObjectType('Side', { description: 'One or more participants who win or lose together.', simpleResolvers: true })
export class SideType {
  @Field(() => String, { nullable: true, description: 'Name of the team; null where none was given.' })
  name!: string | null;

  @Field(() => Int, { nullable: true, description: '1 is best, equal is a tie; null where the scores decide.' })
  placement!: number | null;

  @Field(() => Float, { nullable: true, description: 'Points of the side; null where none were given.' })
  score!: number | null;
}

@ObjectType('Participant', { description: "One player's part in a match.", simpleResolvers: true })
export class ParticipantType {
  @Field(() => Boolean, { description: 'Whether he took part as a guest, who is not rated.' })
  isGuest!: boolean;

  @Field(() => Float, { nullable: true, description: 'Points that he earned; null where none were given.' })
  score!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Minutes in the game; null where not given, which counts as all of it.',
  })
  minutesPlayed!: number | null;
}

@ObjectType('ScoreAgainst', { description: 'Points earned against one opponent.', simpleResolvers: true })
export class ScoreAgainstType {
  @Field(() => Float, { description: 'Points earned against him.' })
  score!: number;
}

@ObjectType('MatchAccepted', { description: 'A match that is in the log.', simpleResolvers: true })
export class MatchAcceptedType {
  @Field(() => Boolean, { description: 'Whether an earlier submission had put it there.' })
  replayed!: boolean;
}

@ObjectType('MatchRejected', {
  description: 'A match that was not taken; nothing of it is stored.',
  simpleResolvers: true,
})
export class MatchRejectedType {
  @Field(() => String, { description: 'As submitted.' })
  externalId!: string;
}

export const SubmitMatchResult = createUnionType({
  name: 'SubmitMatchResult',
  description: 'What became of one match of a submission.',
  types: () => [MatchAcceptedType, MatchRejectedType] as const,
  resolveType: (result: unknown) => ((result as SubmitResult).kind === 'accepted' ? 'MatchAccepted' : 'MatchRejected'),
});

@ObjectType({ description: 'What became of submitMatches.', simpleResolvers: true })
export class SubmitMatchesPayload {
  @Field(() => [SubmitMatchResult], {
    nullable: true,
    description: 'One result for each match, in their order; null where the submission as a whole was refused.',
  })
  results?: unknown[];

  @Field(() => [UserError], { description: 'Why the submission as a whole was refused; empty where it was not.' })
  errors!: UserError[];
}

@ObjectType('HeadToHead', {
  description: 'How two players did against each other in matches that count, as guests too.',
  simpleResolvers: true,
})
export class HeadToHeadType {
  @Field(() => Int, { description: 'Matches in which they stood on different sides.' })
  matches!: number;

  @Field(() => Int, { description: "Matches in which the player's side stood in front of the opponent's." })
  wins!: number;

  @Field(() => Int, { description: 'Matches in which their sides tied.' })
  draws!: number;

  @Field(() => Int, { description: "Matches in which the opponent's side stood in front." })
  losses!: number;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When they last met; null where they never did.' })
  lastPlayedAt!: Date | null;
}

export const MatchConnection = connectionType('Match', () => MatchType, 'matches');
