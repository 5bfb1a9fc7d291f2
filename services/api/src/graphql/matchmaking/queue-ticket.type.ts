import { Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { QueueTicketStatus } from '../../matchmaking/queue-ticket.js';
import { Node } from '../node.type.js';
import { DateTimeScalar } from '../scalars.js';

export const QueueTicketStatusEnum = {
  WAITING: 'WAITING',
  MATCHED: 'MATCHED',
  EXPIRED: 'EXPIRED',
  LEFT: 'LEFT',
} as const satisfies Record<QueueTicketStatus, string>;
registerEnumType(QueueTicketStatusEnum, {
  name: 'QueueTicketStatus',
  description: 'What became of a wish for an opponent.',
  valuesConfig: {
    WAITING: { description: 'The player waits.' },
    MATCHED: { description: 'An opponent was found; they are to play.' },
    EXPIRED: { description: "The player waited in vain as long as the league's queue lets him." },
    LEFT: { description: 'The player does not want to play any more.' },
  },
});

@ObjectType('QueueTicket', { implements: Node, description: "One player's wish for an opponent." })
export class QueueTicketType extends Node {
  @Field(() => QueueTicketStatusEnum, { description: 'What became of it.' })
  status!: QueueTicketStatus;

  @Field(() => Float, {
    nullable: true,
    description:
      "The player's chance to win, 0 to 1, a draw counting half, as it was predicted when the opponent was found; null where none was.",
  })
  winProbability!: number | null;

  @Field(() => DateTimeScalar, { description: 'When the player joined the queue.' })
  joinedAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When he will have waited in vain, unless an opponent is found before.' })
  expiresAt!: Date;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When he was matched, left, or had waited in vain; null while he waits.',
  })
  resolvedAt!: Date | null;
}

@ObjectType('Pairing', {
  description: 'Two players whom the queue found for each other.',
  simpleResolvers: true,
})
export class PairingType {
  @Field(() => DateTimeScalar, { description: 'When they were found.' })
  pairedAt!: Date;

  @Field(() => [QueueTicketType], { description: 'The two tickets; the one who had waited longer comes first.' })
  tickets!: unknown[];
}

@ObjectType('Queue', { description: 'Where players of a league wait for opponents.' })
export class QueueType {
  @Field(() => Float, {
    description: 'How far from 1/2 the chances of two players may be for them to be paired; above 0, at most 0.5.',
  })
  band!: number;

  @Field(() => Int, { description: 'How long a player waits for an opponent, in seconds.' })
  wait!: number;
}
