import { Field, ID, InputType } from 'type-graphql';

@InputType({ description: 'A player who wants an opponent.' })
export class JoinQueueInput {
  @Field(() => String, { description: 'Slug of the league.' })
  league!: string;

  @Field(() => String, {
    description:
      'Handle or account (`discord:1234`) of the player. An unknown handle creates a player if the league has open entry.',
  })
  player!: string;
}

@InputType({ description: 'A player who no longer wants an opponent.' })
export class LeaveQueueInput {
  @Field(() => ID, { description: "Global id of the player's ticket." })
  ticket!: string;
}
