import { Field, InputType } from 'type-graphql';

@InputType({ description: 'New names for a player; omitted fields stay as they are.' })
export class UpdatePlayerInput {
  @Field(() => String, { description: 'Current or former handle, or an account such as `discord:1234`.' })
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

const ACCOUNT =
  'The account as `provider:id`, for example `discord:1234`. The provider has 1 to 32 letters a to z, digits and `_ . -`; case is ignored. The id is the one that the provider gave and that never changes: 1 to 128 letters, digits and `_ . : # @ + / = ~ -`; case matters.';

@InputType({ description: 'An account to link to a player.' })
export class LinkAccountInput {
  @Field(() => String, { description: 'Current or former handle, or another account of the player.' })
  player!: string;

  @Field(() => String, { description: ACCOUNT })
  account!: string;

  @Field(() => String, { description: 'Reason for the audit log, 1 to 200 characters.' })
  reason!: string;
}

@InputType({ description: 'A player whose personal data to erase.' })
export class ErasePlayerInput {
  @Field(() => String, { description: 'Current or former handle, or an account of the player.' })
  player!: string;

  @Field(() => String, { description: 'The current handle once more, because this cannot be undone.' })
  confirm!: string;

  @Field(() => [String], {
    nullable: true,
    description:
      'The current handles of everyone who is merged with the player in any league, as `merged` of a dry run lists them, because they are erased together. The request is refused unless the lists match. Not checked if null.',
  })
  confirmMerged?: string[] | null;

  @Field(() => String, { description: 'Reason for the audit log, 1 to 200 characters.' })
  reason!: string;

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'Whether to replace the names even in `details` and in names of sides, wherever a name appears as a separate word, including past versions. Check the mentions of a dry run first: a handle may be an ordinary word.',
  })
  inMatches!: boolean;

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'Whether to return which names would be replaced, and where they would remain, without changing anything.',
  })
  dryRun!: boolean;
}

@InputType({ description: 'An account to remove from its player.' })
export class UnlinkAccountInput {
  @Field(() => String, { description: ACCOUNT })
  account!: string;

  @Field(() => String, { description: 'Reason for the audit log, 1 to 200 characters.' })
  reason!: string;
}
