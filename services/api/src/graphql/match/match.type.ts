import { Float, Int } from 'type-graphql';
import { countParts, type ResponseSize } from '../../kit/paging/response-size.js';
import type { SideStatus, StatusRule } from '../../league/status-rules.js';
import type { MatchStatus, StoredMatch } from '../../match-log/match.js';
import { field, inputType, nodeType, objectType, optional } from '../declare.js';
import { DateTimeScalar, enumOf, JsonScalar } from '../scalars.js';

export const MatchStatusEnum = enumOf<MatchStatus>('MatchStatus', 'Whether a match counts.', {
  RATED: 'The match counts.',
  VOID: 'The match was withdrawn and changes no rating.',
});

export const MatchType = nodeType('Match', 'One contest between two or more sides.', {
  externalId: field(String, "The submitter's id for the match, unique in the league."),
  playedAt: field(DateTimeScalar, 'When the match was played; matches are rated in this order.'),
  status: field(MatchStatusEnum, 'Whether the match counts.'),
  version: field(Int, 'Starts at 1 and goes up with every correction.'),
  submittedAt: field(DateTimeScalar, 'When the match was submitted.'),
  weight: field(
    Float,
    'How much the match counts, greater than 0; 1 by default. Rating systems whose `usesWeight` is false rate the match like any other.',
  ),
  details: optional(
    JsonScalar,
    'Other details that the submitter gave, as a JSON object; they change no rating. Null if there are none.',
  ),
});

/** Counts the participants of a match that is returned with its sides. */
export function countParticipants(size: ResponseSize, { sides }: StoredMatch): void {
  countParts(size, sides.flatMap(({ participants }) => participants).length);
}

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

/** Pairs of sides without a result: `resultBetween`. */
export const NO_RESULT =
  'A match counts here alone, and has no result, if one of the sides did not start and is not rated, or if they tie, and neither finished and neither is rated.';

const NOBODY_FINISHED =
  'For sides that would be LAST in a match in which no side is rated by its own result, for example if both forfeit: UNRATED changes no rating, LAST is a tie.';

export const StatusRulesType = objectType('StatusRules', 'How a league rates sides that did not finish, by status.', {
  forfeit: field(StatusRuleEnum, 'For FORFEIT.'),
  didNotFinish: field(StatusRuleEnum, 'For DID_NOT_FINISH.'),
  didNotStart: field(StatusRuleEnum, 'For DID_NOT_START.'),
  disqualified: field(StatusRuleEnum, 'For DISQUALIFIED.'),
  nobodyFinished: field(StatusRuleEnum, NOBODY_FINISHED),
});

export const StatusRulesInput = inputType(
  'StatusRulesInput',
  'How the league rates sides that did not finish, by status; omitted statuses keep their rule. They apply to matches submitted or amended from then on.',
  {
    forfeit: optional(StatusRuleEnum, 'For FORFEIT; LAST in a new league.'),
    didNotFinish: optional(StatusRuleEnum, 'For DID_NOT_FINISH; LAST in a new league.'),
    didNotStart: optional(StatusRuleEnum, 'For DID_NOT_START; UNRATED in a new league.'),
    disqualified: optional(StatusRuleEnum, 'For DISQUALIFIED; LAST in a new league.'),
    nobodyFinished: optional(StatusRuleEnum, `${NOBODY_FINISHED} UNRATED in a new league.`),
  },
);
