import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { BoardEventKind } from '../../outbox/league-event.js';
import { DateTimeScalar } from '../scalars.js';

const BoardChangeEnum = {
  MATCHES_RATED: 'MATCHES_RATED',
  RECOMPUTED: 'RECOMPUTED',
  BOARD_REFRESHED: 'BOARD_REFRESHED',
} as const satisfies Record<BoardEventKind, string>;
registerEnumType(BoardChangeEnum, {
  name: 'StandingsChange',
  description: 'Reasons for a board to change.',
  valuesConfig: {
    MATCHES_RATED: { description: 'Matches were added to the end of the log, so their players moved.' },
    RECOMPUTED: {
      description: 'A correction or a late match made a new revision: anything may have changed, including history.',
    },
    BOARD_REFRESHED: {
      description:
        'Time passed, so deviations grew and ranks may have changed; or an admin hid a player, or showed them again.',
    },
  },
});

const CURSOR = "Position in the league's events; pass it as `after` to any subscription to this league to continue.";

@ObjectType('MatchRatedEvent', { description: 'A match was rated.' })
export class MatchRatedType {
  @Field(() => String, { description: CURSOR })
  cursor!: string;

  @Field(() => DateTimeScalar, { description: 'When the match was rated.' })
  at!: Date;

  @Field(() => Boolean, {
    description:
      'Whether the match, or another rated with it, was late. Later matches already in the log were rated again.',
  })
  isLate!: boolean;
}

@ObjectType('StandingsChangedEvent', { description: 'A board changed. Changes in quick succession are one event.' })
export class StandingsChangedType {
  @Field(() => String, { description: CURSOR })
  cursor!: string;

  @Field(() => DateTimeScalar, { description: 'When the board last changed.' })
  at!: Date;

  @Field(() => BoardChangeEnum, {
    description: 'Why the board changed; if there are several reasons, the most far-reaching one.',
  })
  change!: BoardEventKind;

  @Field(() => Int, {
    description: "Current revision of the league's ratings, from 1; it goes up when history changes.",
  })
  revision!: number;

  @Field(() => Int, { description: 'Number of matches that arrived.' })
  matchCount!: number;
}
