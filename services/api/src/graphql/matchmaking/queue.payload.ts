import { Field, ObjectType } from 'type-graphql';
import { UserError } from '../user-error.type.js';
import { QueueTicketType } from './queue-ticket.type.js';

@ObjectType({ simpleResolvers: true })
abstract class QueuePayload {
  @Field(() => QueueTicketType, {
    nullable: true,
    description: 'The ticket as it is now; null if the request was refused.',
  })
  ticket?: unknown;

  @Field(() => [UserError], { description: 'Why the request was refused; empty if it was accepted.' })
  errors!: UserError[];
}

@ObjectType({ description: 'Result of joinQueue.', simpleResolvers: true })
export class JoinQueuePayload extends QueuePayload {}

@ObjectType({ description: 'Result of leaveQueue.', simpleResolvers: true })
export class LeaveQueuePayload extends QueuePayload {}
