import { Field, InputType } from 'type-graphql';

const LEAGUE = 'Slug of the league.';
const REASON = 'Reason for the audit log.';

@InputType({ description: 'A league to archive.' })
export class ArchiveLeagueInput {
  @Field(() => String, { description: LEAGUE })
  league!: string;

  @Field(() => String, { description: REASON })
  reason!: string;
}

@InputType({ description: 'An archived league to open again.' })
export class RestoreLeagueInput {
  @Field(() => String, { description: LEAGUE })
  league!: string;

  @Field(() => String, { description: REASON })
  reason!: string;
}

const PLAYER = 'Current or former handle, or an account such as `discord:1234`.';

@InputType({ description: 'A player to hide from the boards of a league.' })
export class HidePlayerInput {
  @Field(() => String, { description: LEAGUE })
  league!: string;

  @Field(() => String, { description: PLAYER })
  player!: string;

  @Field(() => String, { description: REASON })
  reason!: string;
}

@InputType({ description: 'A hidden player to list again.' })
export class ShowPlayerInput {
  @Field(() => String, { description: LEAGUE })
  league!: string;

  @Field(() => String, { description: PLAYER })
  player!: string;

  @Field(() => String, { description: REASON })
  reason!: string;
}

@InputType({ description: 'An archived league to delete.' })
export class DeleteLeagueInput {
  @Field(() => String, { description: LEAGUE })
  league!: string;

  @Field(() => String, { description: 'The slug once more, because this cannot be undone.' })
  confirm!: string;

  @Field(() => String, { description: REASON })
  reason!: string;
}
