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

@InputType({ description: 'An archived league to delete.' })
export class DeleteLeagueInput {
  @Field(() => String, { description: LEAGUE })
  league!: string;

  @Field(() => String, { description: 'The slug once more, since nothing brings the league back.' })
  confirm!: string;

  @Field(() => String, { description: REASON })
  reason!: string;
}
