import { Field, InputType, ObjectType, registerEnumType } from 'type-graphql';
import type { SideStatus, StatusRule } from '../../league/status-rules.js';

export const SideStatusEnum = {
  FINISHED: 'FINISHED',
  FORFEIT: 'FORFEIT',
  DID_NOT_FINISH: 'DID_NOT_FINISH',
  DID_NOT_START: 'DID_NOT_START',
  DISQUALIFIED: 'DISQUALIFIED',
} as const satisfies Record<SideStatus, string>;
registerEnumType(SideStatusEnum, {
  name: 'SideStatus',
  description: 'How a side ended its match. `League.statusRules` says how sides that did not finish are rated.',
  valuesConfig: {
    FINISHED: { description: 'The side played to the end; its result counts.' },
    FORFEIT: { description: 'The side forfeited the match.' },
    DID_NOT_FINISH: { description: 'The side started and did not reach the end.' },
    DID_NOT_START: { description: 'The side was expected but did not take part.' },
    DISQUALIFIED: { description: 'The side broke the rules.' },
  },
});

const StatusRuleEnum = { AS_PLACED: 'AS_PLACED', LAST: 'LAST', UNRATED: 'UNRATED' } as const satisfies Record<
  StatusRule,
  string
>;
registerEnumType(StatusRuleEnum, {
  name: 'StatusRule',
  description:
    'How a side that did not finish is rated. A match keeps the rule by which it was submitted or last amended.',
  valuesConfig: {
    AS_PLACED: { description: 'By its placement or score, as if it had finished; LAST if it has neither.' },
    LAST: {
      description:
        'Behind every other side that is rated; several such sides tie. In such a match, placements decide for every rating system, not points.',
    },
    UNRATED: {
      description:
        'Left out of rating, like guests: no rating changes by this side. If fewer than two sides remain, the match changes no rating.',
    },
  },
});

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
