import { Field, ObjectType } from 'type-graphql';
import { UserError } from '../user-error.type.js';
import { QueueTicketType } from './queue-ticket.type.js';

@ObjectType({ simpleResolvers: true })
abstract class QueuePayload {
  @Field(() => QueueTicketType, { nullable: true, description: 'The ticket as it stands now; null where refused.' })
  ticket?: unknown;

  @Field(() => [UserError], { description: 'Why it was refused; empty where it was not.' })
  errors!: UserError[];
}

@ObjectType({ description: 'What became of joinQueue.', simpleResolvers: true })
export class JoinQueuePayload extends QueuePayload {}

@ObjectType({ description: 'What became of leaveQueue.', simpleResolvers: true })
export class LeaveQueuePayload extends QueuePayload {}
