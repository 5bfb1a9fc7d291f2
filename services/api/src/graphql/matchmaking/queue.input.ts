import { Field, ID, InputType } from 'type-graphql';

@InputType({ description: 'A player who wants an opponent.' })
export class JoinQueueInput {
  @Field(() => String, { description: 'Slug of the league.' })
  league!: string;

  @Field(() => String, { description: 'Handle of the player; made where it is new and the league has open entry.' })
  player!: string;
}

@InputType({ description: 'A player who does not want an opponent any more.' })
export class LeaveQueueInput {
  @Field(() => ID, { description: 'Global id of his ticket.' })
  ticket!: string;
}
