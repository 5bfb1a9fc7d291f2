import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { connectionType } from '../connection.js';
import { Node } from '../node.type.js';
import { DateTimeScalar } from '../scalars.js';
import { UserError } from '../user-error.type.js';

@ObjectType('Token', { implements: Node, description: 'What lets a program act for somebody.' })
export class TokenType extends Node {
  @Field(() => String, { description: 'What it is for; the audit log names it so.' })
  name!: string;

  @Field(() => [String], { description: 'What it allows: `matches:submit`, `league:admin`, `platform:admin`.' })
  scopes!: string[];

  @Field(() => DateTimeScalar, { description: 'When it was made.' })
  createdAt!: Date;

  @Field(() => String, {
    description: 'Who made it: the name of a token, `command line`, or `start of the service`.',
  })
  createdBy!: string;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it ends by itself; null: never.' })
  expiresAt!: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was revoked; null while it is good.' })
  revokedAt!: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was last used, to the minute; null before.' })
  lastUsedAt!: Date | null;
}

@ObjectType('Viewer', { description: "What the caller's token allows." })
export class ViewerType {
  @Field(() => String, { description: 'Name of the token.' })
  name!: string;

  @Field(() => [String], { description: 'What it allows: `matches:submit`, `league:admin`, `platform:admin`.' })
  scopes!: string[];
}

@InputType({ description: 'A new token.' })
export class CreateTokenInput {
  @Field(() => String, { description: 'What it is for.' })
  name!: string;

  @Field(() => [String], {
    description:
      'What it allows: `matches:submit`, `league:admin`, `platform:admin`; 1 to 20, and one that is named twice counts once.',
  })
  scopes!: string[];

  @Field(() => [String], {
    defaultValue: [],
    description: 'Slugs of the leagues for which matches:submit and league:admin hold, at most 1,000.',
  })
  leagues!: string[];

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it ends by itself; never where left out.' })
  expiresAt?: Date | null;
}

@InputType({ description: 'A token to revoke.' })
export class RevokeTokenInput {
  @Field(() => ID, { description: 'Global id of the token.' })
  token!: string;

  @Field(() => String, { defaultValue: 'not given', description: 'Why, for the audit log.' })
  reason!: string;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether the tokens that it made are revoked too, and those that they made.',
  })
  withCreated!: boolean;
}

@ObjectType({ description: 'What became of createToken.', simpleResolvers: true })
export class CreateTokenPayload {
  @Field(() => TokenType, { nullable: true, description: 'The token; null where it was refused.' })
  token?: unknown;

  @Field(() => String, {
    nullable: true,
    description:
      'What to send as `Authorization: Bearer …`. Shown this once; null where the token was refused, or was made before under the same Idempotency-Key.',
  })
  secret?: string | null;

  @Field(() => [UserError], { description: 'Why it was refused; empty where it was not.' })
  errors!: UserError[];
}

@ObjectType({ description: 'What became of revokeToken.', simpleResolvers: true })
export class RevokeTokenPayload {
  @Field(() => TokenType, { nullable: true, description: 'The token; null where there is none that you may revoke.' })
  token?: unknown;

  @Field(() => [TokenType], {
    nullable: true,
    description: 'The tokens that ended now; empty where they had ended before, null where it was refused.',
  })
  revoked?: unknown;

  @Field(() => [UserError], { description: 'Why it was refused; empty where it was not.' })
  errors!: UserError[];
}

export const TokenConnection = connectionType('Token', () => TokenType, 'tokens');
