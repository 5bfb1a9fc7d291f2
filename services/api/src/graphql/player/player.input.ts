import { Field, InputType } from 'type-graphql';

@InputType({ description: 'A player to rename.' })
export class UpdatePlayerInput {
  @Field(() => String, { description: 'Current or former handle.' })
  player!: string;

  @Field(() => String, { description: 'The new handle; the old one still leads to the player.' })
  handle!: string;

  @Field(() => String, { description: 'Reason for the audit log, 1 to 200 characters.' })
  reason!: string;
}
