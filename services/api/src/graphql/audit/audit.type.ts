import { Field, ObjectType } from 'type-graphql';
import { connectionType } from '../connection.js';
import { DateTimeScalar, JsonScalar } from '../scalars.js';

@ObjectType('AuditEntry', { description: 'Who did what to a league, when and why. Entries never change.' })
export class AuditEntryType {
  @Field(() => DateTimeScalar, { description: 'When.' })
  at!: Date;

  @Field(() => String, { description: 'Who: the name of the token, or the command line.' })
  actor!: string;

  @Field(() => String, { description: 'What, by the name of the mutation.' })
  action!: string;

  @Field(() => String, { description: 'Why, as the actor said.' })
  reason!: string;

  @Field(() => JsonScalar, { nullable: true, description: 'What it was before; null where there was nothing.' })
  before!: unknown;

  @Field(() => JsonScalar, { nullable: true, description: 'What it was after; null where nothing was left.' })
  after!: unknown;
}

export const AuditEntryConnection = connectionType('AuditEntry', () => AuditEntryType, 'entries of an audit log');
