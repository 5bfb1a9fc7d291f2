import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { OpponentOrder } from '../../match-log/opponent-records.js';
import { connectionType } from '../connection.js';
import { DateTimeScalar } from '../scalars.js';

export const OpponentOrderEnum = {
  MOST_PLAYED: 'MOST_PLAYED',
  RIVAL: 'RIVAL',
  NEMESIS: 'NEMESIS',
  FAVORITE: 'FAVORITE',
} as const satisfies Record<OpponentOrder, string>;
registerEnumType(OpponentOrderEnum, {
  name: 'OpponentOrder',
  description: 'Order of opponents. Ties go to more matches, then to the later meeting.',
  valuesConfig: {
    MOST_PLAYED: { description: 'Most matches first.' },
    RIVAL: {
      description: 'Many even matches first: by the smaller of wins and losses, with half a point for each draw.',
    },
    NEMESIS: { description: 'The largest surplus of losses over wins first.' },
    FAVORITE: { description: 'The largest surplus of wins over losses first.' },
  },
});

@ObjectType('OpponentRecord', {
  description:
    "A player's results against one opponent in matches that count, including those that either played as a guest.",
  simpleResolvers: true,
})
export class OpponentRecordType {
  @Field(() => Int, { description: 'Matches in which the two were on different sides, 1 or more.' })
  matches!: number;

  @Field(() => Int, { description: "Matches in which the player's side finished ahead of the opponent's." })
  wins!: number;

  @Field(() => Int, { description: 'Matches in which the two sides tied.' })
  draws!: number;

  @Field(() => Int, { description: "Matches in which the opponent's side finished ahead of the player's." })
  losses!: number;

  @Field(() => DateTimeScalar, { description: 'When the two last met.' })
  lastPlayedAt!: Date;
}

export const OpponentRecordConnection = connectionType('OpponentRecord', () => OpponentRecordType, 'opponents');
