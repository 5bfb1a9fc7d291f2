import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { EventKind } from '../../outbox/league-event.js';
import { DateTimeScalar } from '../scalars.js';

export const BoardChangeEnum = {
  MATCHES_RATED: 'MATCHES_RATED',
  RECOMPUTED: 'RECOMPUTED',
  BOARD_REFRESHED: 'BOARD_REFRESHED',
} as const satisfies Record<EventKind, string>;
registerEnumType(BoardChangeEnum, {
  name: 'StandingsChange',
  description: 'What changed a board.',
  valuesConfig: {
    MATCHES_RATED: { description: 'Matches were added to the end of the log: their players moved.' },
    RECOMPUTED: {
      description:
        'A correction, or a match that came late: there is a new revision, and anything may have moved, history too.',
    },
    BOARD_REFRESHED: { description: 'Time went by: deviations grew, and ranks may have moved with them.' },
  },
});

const CURSOR = 'Place among the events of the league, to go on after it: `after` of any subscription to this league.';

@ObjectType('MatchRatedEvent', { description: 'A match was rated.' })
export class MatchRatedType {
  @Field(() => String, { description: CURSOR })
  cursor!: string;

  @Field(() => DateTimeScalar, { description: 'When it was rated.' })
  at!: Date;

  @Field(() => Boolean, {
    description:
      'Whether it came late, or with one that did: later matches, which were there already, were rated anew.',
  })
  isLate!: boolean;
}

@ObjectType('StandingsChangedEvent', { description: 'A board changed. What happens within a moment is one event.' })
export class StandingsChangedType {
  @Field(() => String, { description: CURSOR })
  cursor!: string;

  @Field(() => DateTimeScalar, { description: 'When it changed last.' })
  at!: Date;

  @Field(() => BoardChangeEnum, {
    description: 'What changed it; where several things did, the one that moves the most.',
  })
  change!: EventKind;

  @Field(() => Int, {
    description: 'Number of the official derivation of the ratings, from 1; it rises when history changes.',
  })
  revision!: number;

  @Field(() => Int, { description: 'Matches that arrived.' })
  matchCount!: number;
}
