import { Field, InputType } from 'type-graphql';

@InputType({ description: 'A new name for a player.' })
export class UpdatePlayerInput {
  @Field(() => String, { description: 'Handle, a former one too.' })
  player!: string;

  @Field(() => String, { description: 'The new handle; the old one goes on leading to him.' })
  handle!: string;

  @Field(() => String, { description: 'Why, for the audit log: 1 to 200 characters.' })
  reason!: string;
}
