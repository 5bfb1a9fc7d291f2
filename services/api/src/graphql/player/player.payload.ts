import { Field, ObjectType } from 'type-graphql';
import { UserError } from '../user-error.type.js';
import { PlayerType } from './player.type.js';

@ObjectType({ description: 'Result of updatePlayer.', simpleResolvers: true })
export class UpdatePlayerPayload {
  @Field(() => PlayerType, {
    nullable: true,
    description: 'The player as they are now; null if the request was refused.',
  })
  player?: unknown;

  @Field(() => [UserError], { description: 'Why the request was refused; empty if it was accepted.' })
  errors!: UserError[];
}

@ObjectType({ description: 'Result of linkAccount.', simpleResolvers: true })
export class LinkAccountPayload {
  @Field(() => PlayerType, {
    nullable: true,
    description: 'The player as they are now; null if the request was refused.',
  })
  player?: unknown;

  @Field(() => [UserError], { description: 'Why the request was refused; empty if it was accepted.' })
  errors!: UserError[];
}

@ObjectType({ description: 'Result of unlinkAccount.', simpleResolvers: true })
export class UnlinkAccountPayload {
  @Field(() => PlayerType, {
    nullable: true,
    description: 'The player as they are now; null if the request was refused.',
  })
  player?: unknown;

  @Field(() => [UserError], { description: 'Why the request was refused; empty if it was accepted.' })
  errors!: UserError[];
}

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

@ObjectType({ description: 'Result of erasePlayer.', simpleResolvers: true })
export class ErasePlayerPayload {
  @Field(() => PlayerType, {
    nullable: true,
    description: 'The player under their pseudonym, or as they are in a dry run; null if the request was refused.',
  })
  player?: unknown;

  @Field(() => ErasureType, {
    nullable: true,
    description:
      'What happened to the names, or would; null if the request was refused or is answered again by its Idempotency-Key.',
  })
  erasure?: unknown;

  @Field(() => [UserError], { description: 'Why the request was refused; empty if it was accepted.' })
  errors!: UserError[];
}
