import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { connectionType } from '../connection.js';
import { Node } from '../node-id.js';
import { type PayloadFields, payloadOf } from '../payload.js';
import { DateTimeScalar } from '../scalars.js';
import { UserError } from '../user-error.type.js';

@ObjectType('Account', { description: "A player's account at another platform.", simpleResolvers: true })
export class AccountType {
  @Field(() => String, { description: 'The platform, in lower case: for example `discord` or `steam`.' })
  provider!: string;

  @Field(() => ID, {
    description: "The platform's own id of the player. `provider:id` names the player in place of a handle.",
  })
  id!: string;
}

@ObjectType('PlayerLink', { description: 'An address where more about a player is.', simpleResolvers: true })
export class PlayerLinkType {
  @Field(() => String, { description: 'An https address, at most 300 characters of ASCII, without a user name.' })
  url!: string;

  @Field(() => String, {
    description: 'What to show of it: the name of the host without `www.`. Names beyond ASCII are in Punycode.',
  })
  label!: string;
}

@ObjectType('Player', {
  implements: Node,
  description: 'A person on the platform: a handle is one person in all leagues.',
  simpleResolvers: true,
})
export class PlayerType extends Node {
  @Field(() => String, {
    description:
      'Unique name, as first written; case is ignored. It is one person in all leagues of the instance. A league continues to use the name that it received.',
  })
  handle!: string;

  @Field(() => DateTimeScalar, { description: 'When a league that the caller may read first saw the player.' })
  createdAt!: Date;
}

export const PlayerConnection = connectionType('Player', () => PlayerType, 'players', {
  counts: 'players that the search finds',
  work: 100,
});

const COUNTRY = 'Country by its code of ISO 3166-1 alpha-2, or `XK` for Kosovo; case is ignored.';
const LINKS =
  'At most 5 https addresses of hosts by name, each of at most 300 bytes, without a user name, blanks or control characters.';

@InputType({
  description: 'New names for a player, and what else is shown of them; omitted fields stay as they are.',
})
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

  @Field(() => String, { nullable: true, description: `${COUNTRY} An explicit null removes it.` })
  country?: string | null;

  @Field(() => [String], { nullable: true, description: `${LINKS} Null or an empty list removes them.` })
  links?: string[] | null;

  @Field(() => String, { description: 'Reason for the audit log, 1 to 200 characters.' })
  reason!: string;
}

@InputType({ description: 'A display name, a country and links for a player.' })
class DisplayNameInput {
  @Field(() => String, { description: 'Current or former handle, or an account such as `discord:1234`.' })
  player!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The name to show, with the rules of `UpdatePlayerInput.displayName`. Null: it is removed; omitted: too, unless a country or links are given.',
  })
  displayName?: string | null;

  @Field(() => String, { nullable: true, description: `${COUNTRY} An explicit null removes it; omitted: it stays.` })
  country?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: `${LINKS} Null or an empty list removes them; omitted: they stay.`,
  })
  links?: string[] | null;
}

@InputType({ description: 'What is shown of many players.' })
export class UpdatePlayersInput {
  @Field(() => [DisplayNameInput], { description: '1 to 1,000 players, each once.' })
  players!: DisplayNameInput[];

  @Field(() => String, { description: 'Reason for the audit log, 1 to 200 characters.' })
  reason!: string;
}

@ObjectType('UpdatePlayerResult', { description: 'Result for one player of updatePlayers.', simpleResolvers: true })
export class UpdatePlayerResultType {
  @Field(() => UserError, { nullable: true, description: 'Why nothing of them was changed; null if it was.' })
  error!: UserError | null;
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

const thePlayer = {
  player: [() => PlayerType, 'The player as they are now; null if the request was refused.'],
} satisfies PayloadFields;

export const UpdatePlayerPayload = payloadOf('updatePlayer', thePlayer);

export const UpdatePlayersPayload = payloadOf(
  'updatePlayers',
  {
    results: [
      () => [UpdatePlayerResultType],
      'One result per player, in the order given; null if the whole request was refused.',
    ],
  },
  'Why the whole request was refused; empty if it was not.',
);

export const LinkAccountPayload = payloadOf('linkAccount', thePlayer);

export const UnlinkAccountPayload = payloadOf('unlinkAccount', thePlayer);

@ObjectType('ErasureMention', {
  description: 'A text that contains a name of an erased player.',
  simpleResolvers: true,
})
export class ErasureMentionType {
  @Field(() => String, {
    description:
      'The field that contains it: `details`, `sideNames`, `sideRoles` or `externalId` of a match; `slug`, `name` or `description` of a league.',
  })
  field!: string;

  @Field(() => String, { description: 'The text: details as JSON, names and roles of sides all together.' })
  text!: string;
}

@ObjectType('Erasure', { description: 'What erasing a player does to their names.', simpleResolvers: true })
export class ErasureType {
  @Field(() => [PlayerType], {
    description:
      'Everyone who is merged with the player in any league, or with one who is: the same person, erased with the player. Under their pseudonyms, or as they are in a dry run.',
  })
  merged!: readonly unknown[];

  @Field(() => [String], {
    description:
      'In a dry run, everything that the person was ever called and that would be replaced; empty otherwise.',
  })
  names!: readonly string[];
}

export const ErasePlayerPayload = payloadOf('erasePlayer', {
  player: [
    () => PlayerType,
    'The player under their pseudonym, or as they are in a dry run; null if the request was refused.',
  ],
  erasure: [
    () => ErasureType,
    'What happened to the names, or would; null if the request was refused or is answered again by its Idempotency-Key.',
  ],
});
