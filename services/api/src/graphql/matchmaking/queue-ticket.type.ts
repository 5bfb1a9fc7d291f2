import { Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { QueueTicketStatus } from '../../matchmaking/queue-ticket.js';
import { Node } from '../node.type.js';
import { DateTimeScalar } from '../scalars.js';

const QueueTicketStatusEnum = {
  WAITING: 'WAITING',
  MATCHED: 'MATCHED',
  EXPIRED: 'EXPIRED',
  LEFT: 'LEFT',
} as const satisfies Record<QueueTicketStatus, string>;
registerEnumType(QueueTicketStatusEnum, {
  name: 'QueueTicketStatus',
  description: 'State of a queue ticket.',
  valuesConfig: {
    WAITING: { description: 'The player is waiting.' },
    MATCHED: { description: 'An opponent was found, and the two should play.' },
    EXPIRED: { description: "No opponent was found within the league's waiting time." },
    LEFT: { description: 'The player left the queue.' },
  },
});

@ObjectType('QueueTicket', { implements: Node, description: "A player's request for an opponent." })
export class QueueTicketType extends Node {
  @Field(() => QueueTicketStatusEnum, { description: 'State of the ticket.' })
  status!: QueueTicketStatus;

  @Field(() => Float, {
    nullable: true,
    description:
      "The player's chance to win, 0 to 1, with a draw as half a win, predicted when the opponent was found; null if none was found.",
  })
  winProbability!: number | null;

  @Field(() => DateTimeScalar, { description: 'When the player joined the queue.' })
  joinedAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When the ticket expires if no opponent is found.' })
  expiresAt!: Date;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the ticket was matched, left or expired; null while the player is waiting.',
  })
  resolvedAt!: Date | null;
}

@ObjectType('Pairing', {
  description: 'Two players paired by the queue.',
  simpleResolvers: true,
})
export class PairingType {
  @Field(() => DateTimeScalar, { description: 'When the players were paired.' })
  pairedAt!: Date;

  @Field(() => [QueueTicketType], { description: 'The two tickets; the player who waited longer comes first.' })
  tickets!: unknown[];
}

@ObjectType('Queue', { description: 'Where players of a league wait for opponents.' })
export class QueueType {
  @Field(() => Float, {
    description: 'How far from 1/2 the chance to win may be for two players to be paired: above 0, at most 0.5.',
  })
  band!: number;

  @Field(() => Int, { description: 'How long a player waits for an opponent, in seconds.' })
  wait!: number;
}
