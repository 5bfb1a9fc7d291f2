import { createUnionType, Field, Float, InputType, Int, ObjectType } from 'type-graphql';
import type { SideStatus, StatusRule } from '../../league/status-rules.js';
import type { MatchStatus } from '../../match-log/match.js';
import type { SubmitResult } from '../../submission/batch.js';
import { connectionType } from '../connection.js';
import { Node } from '../node-id.js';
import { payloadOf } from '../payload.js';
import { DateTimeScalar, enumOf, JsonScalar } from '../scalars.js';

export const MatchStatusEnum = enumOf<MatchStatus>('MatchStatus', 'Whether a match counts.', {
  RATED: 'The match counts.',
  VOID: 'The match was withdrawn and changes no rating.',
});

@ObjectType('Match', { implements: Node, description: 'One contest between two or more sides.', simpleResolvers: true })
export class MatchType extends Node {
  @Field(() => String, { description: "The submitter's id for the match, unique in the league." })
  externalId!: string;

  @Field(() => DateTimeScalar, { description: 'When the match was played; matches are rated in this order.' })
  playedAt!: Date;

  @Field(() => MatchStatusEnum, { description: 'Whether the match counts.' })
  status!: MatchStatus;

  @Field(() => Int, { description: 'Starts at 1 and goes up with every correction.' })
  version!: number;

  @Field(() => DateTimeScalar, { description: 'When the match was submitted.' })
  submittedAt!: Date;

  @Field(() => Float, {
    description:
      'How much the match counts, greater than 0; 1 by default. Rating systems whose `usesWeight` is false rate the match like any other.',
  })
  weight!: number;

  @Field(() => JsonScalar, {
    nullable: true,
    description:
      'Other details that the submitter gave, as a JSON object; they change no rating. Null if there are none.',
  })
  details!: unknown;
}

@ObjectType('Side', { description: 'One or more participants who win or lose together.', simpleResolvers: true })
export class SideType {
  @Field(() => String, { nullable: true, description: 'Name of the team; null if not given.' })
  name!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'What the side is in the game, such as `home` or `white`; null if not given.',
  })
  role!: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Placement as submitted: 1 is best; equal placements are a tie. Null if scores decide.',
  })
  placement!: number | null;

  @Field(() => Float, { nullable: true, description: 'Points of the side; null if not given.' })
  score!: number | null;
}

@ObjectType('Participant', { description: "One player's part in a match.", simpleResolvers: true })
export class ParticipantType {
  @Field(() => Boolean, { description: 'Whether the player took part as a guest, who is not rated.' })
  isGuest!: boolean;

  @Field(() => Float, { nullable: true, description: 'Points that the player earned; null if not given.' })
  score!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Minutes played; null if not given, which counts as the whole game.',
  })
  minutesPlayed!: number | null;
}

@ObjectType('ScoreAgainst', { description: 'Points earned against one opponent.', simpleResolvers: true })
export class ScoreAgainstType {
  @Field(() => Float, { description: 'Points earned against the opponent.' })
  score!: number;
}

@ObjectType('MatchAccepted', { description: 'A match that is in the log.', simpleResolvers: true })
export class MatchAcceptedType {
  @Field(() => Boolean, { description: 'Whether an earlier submission added the match.' })
  replayed!: boolean;
}

@ObjectType('MatchRejected', {
  description: 'A match that was rejected; nothing of it is stored.',
  simpleResolvers: true,
})
export class MatchRejectedType {
  @Field(() => String, { description: 'External id as submitted.' })
  externalId!: string;
}

export const SubmitMatchResult = createUnionType({
  name: 'SubmitMatchResult',
  description: 'Result for one match of a submission.',
  types: () => [MatchAcceptedType, MatchRejectedType] as const,
  resolveType: (result: unknown) => ((result as SubmitResult).kind === 'accepted' ? 'MatchAccepted' : 'MatchRejected'),
});

export const SubmitMatchesPayload = payloadOf(
  'submitMatches',
  {
    results: [
      () => [SubmitMatchResult],
      'One result per match, in the order submitted; null if the whole submission was refused.',
    ],
  },
  'Why the whole submission was refused; empty if it was not.',
);

@ObjectType('HeadToHead', {
  description:
    'Results of two players against each other in matches that count, including those they played as guests.',
  simpleResolvers: true,
})
export class HeadToHeadType {
  @Field(() => Int, { description: 'Matches in which the two were on different sides.' })
  matches!: number;

  @Field(() => Int, { description: "Matches in which the player's side finished ahead of the opponent's." })
  wins!: number;

  @Field(() => Int, {
    description:
      'Matches in which the two sides tied. If neither side finished and neither is rated, the match is no draw, and counts in `matches` alone.',
  })
  draws!: number;

  @Field(() => Int, { description: "Matches in which the opponent's side finished ahead of the player's." })
  losses!: number;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When the two last met; null if never.' })
  lastPlayedAt!: Date | null;
}

export const MatchConnection = connectionType('Match', () => MatchType, 'matches', {
  counts: 'matches that pass the filters',
});

export const SideStatusEnum = enumOf<SideStatus>(
  'SideStatus',
  'How a side ended its match. `League.statusRules` says how sides that did not finish are rated.',
  {
    FINISHED: 'The side played to the end; its result counts.',
    FORFEIT: 'The side forfeited the match.',
    DID_NOT_FINISH: 'The side started and did not reach the end.',
    DID_NOT_START: 'The side was expected but did not take part.',
    DISQUALIFIED: 'The side broke the rules.',
  },
);

const StatusRuleEnum = enumOf<StatusRule>(
  'StatusRule',
  'How a side that did not finish is rated. A match keeps the rule by which it was submitted or last amended.',
  {
    AS_PLACED: 'By its placement or score, as if it had finished; LAST if it has neither.',
    LAST: 'Behind every other side that is rated; several such sides tie. In such a match, placements decide for every rating system, not points.',
    UNRATED:
      'Left out of rating, like guests: no rating changes by this side. If fewer than two sides remain, the match changes no rating.',
  },
);

const NOBODY_FINISHED =
  'For sides that would be LAST in a match in which no side is rated by its own result, for example if both forfeit: UNRATED changes no rating, LAST is a tie.';

@ObjectType('StatusRules', {
  description: 'How a league rates sides that did not finish, by status.',
  simpleResolvers: true,
})
export class StatusRulesType {
  @Field(() => StatusRuleEnum, { description: 'For FORFEIT.' })
  forfeit!: StatusRule;

  @Field(() => StatusRuleEnum, { description: 'For DID_NOT_FINISH.' })
  didNotFinish!: StatusRule;

  @Field(() => StatusRuleEnum, { description: 'For DID_NOT_START.' })
  didNotStart!: StatusRule;

  @Field(() => StatusRuleEnum, { description: 'For DISQUALIFIED.' })
  disqualified!: StatusRule;

  @Field(() => StatusRuleEnum, { description: NOBODY_FINISHED })
  nobodyFinished!: StatusRule;
}

@InputType({
  description:
    'How the league rates sides that did not finish, by status; omitted statuses keep their rule. They apply to matches submitted or amended from then on.',
})
export class StatusRulesInput {
  @Field(() => StatusRuleEnum, { nullable: true, description: 'For FORFEIT; LAST in a new league.' })
  forfeit?: StatusRule | null;

  @Field(() => StatusRuleEnum, { nullable: true, description: 'For DID_NOT_FINISH; LAST in a new league.' })
  didNotFinish?: StatusRule | null;

  @Field(() => StatusRuleEnum, { nullable: true, description: 'For DID_NOT_START; UNRATED in a new league.' })
  didNotStart?: StatusRule | null;

  @Field(() => StatusRuleEnum, { nullable: true, description: 'For DISQUALIFIED; LAST in a new league.' })
  disqualified?: StatusRule | null;

  @Field(() => StatusRuleEnum, { nullable: true, description: `${NOBODY_FINISHED} UNRATED in a new league.` })
  nobodyFinished?: StatusRule | null;
}
