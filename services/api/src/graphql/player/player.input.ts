import { Field, InputType } from 'type-graphql';

@InputType({ description: 'New names for a player; omitted fields stay as they are.' })
export class UpdatePlayerInput {
  @Field(() => String, { description: 'Current or former handle.' })
  player!: string;

  @Field(() => String, { nullable: true, description: 'The new handle; the old one still leads to the player.' })
  handle?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The name to show: at most 40 characters and 200 bytes, without control or invisible characters; spaces around it are removed. An explicit null removes it.',
  })
  displayName?: string | null;

  @Field(() => String, { description: 'Reason for the audit log, 1 to 200 characters.' })
  reason!: string;
}
