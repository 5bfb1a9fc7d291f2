import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { connectionType } from '../connection.js';
import { Node } from '../node-id.js';
import { payloadOf } from '../payload.js';
import { DateTimeScalar } from '../scalars.js';

@ObjectType('Token', { implements: Node, description: 'Credentials with which a program acts for a person.' })
export class TokenType extends Node {
  @Field(() => String, { description: 'Its purpose, which is its name in the audit log.' })
  name!: string;

  @Field(() => [String], {
    description: 'What it permits: `league:read`, `matches:submit`, `league:admin`, `platform:admin`.',
  })
  scopes!: string[];

  @Field(() => DateTimeScalar, { description: 'When it was created.' })
  createdAt!: Date;

  @Field(() => String, {
    description: 'Who created it: the name of a token, `command line`, or `start of the service`.',
  })
  createdBy!: string;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it expires; null if never.' })
  expiresAt!: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was revoked; null while it is valid.' })
  revokedAt!: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was last used, to the minute; null if never.' })
  lastUsedAt!: Date | null;
}

@ObjectType('Viewer', { description: "What the caller's token permits." })
export class ViewerType {
  @Field(() => String, { description: 'Name of the token.' })
  name!: string;

  @Field(() => [String], {
    description: 'What it permits: `league:read`, `matches:submit`, `league:admin`, `platform:admin`.',
  })
  scopes!: string[];
}

@InputType({ description: 'A token to create.' })
export class CreateTokenInput {
  @Field(() => String, { description: 'What it is for.' })
  name!: string;

  @Field(() => [String], {
    description:
      'What it permits: `league:read`, `matches:submit`, `league:admin`, `platform:admin`. 1 to 20 entries; duplicates count once.',
  })
  scopes!: string[];

  @Field(() => [String], {
    defaultValue: [],
    description: 'Slugs of the leagues to which the scopes other than platform:admin apply, at most 1,000.',
  })
  leagues!: string[];

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it expires; never if omitted.' })
  expiresAt?: Date | null;
}

@InputType({ description: 'A token to give a new secret.' })
export class RotateTokenInput {
  @Field(() => ID, { description: 'Global id of the token.' })
  token!: string;

  @Field(() => Int, {
    description:
      'How long the old secret continues to work, in seconds, from 0 to 2,592,000 (30 days). Earlier secrets end by then at the latest.',
  })
  graceSeconds!: number;

  @Field(() => String, { defaultValue: 'not given', description: 'Reason for the audit log.' })
  reason!: string;
}

@InputType({ description: 'A token to revoke.' })
export class RevokeTokenInput {
  @Field(() => ID, { description: 'Global id of the token.' })
  token!: string;

  @Field(() => String, { defaultValue: 'not given', description: 'Reason for the audit log.' })
  reason!: string;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether to revoke the tokens created with it as well, directly or indirectly.',
  })
  withCreated!: boolean;
}

export const CreateTokenPayload = payloadOf('createToken', {
  token: [() => TokenType, 'The token; null if the request was refused.'],
  secret: [
    () => String,
    'The secret to send as `Authorization: Bearer …`, shown only once. Null if the request was refused, or if an earlier request with the same Idempotency-Key created the token.',
  ],
});

export const RotateTokenPayload = payloadOf('rotateToken', {
  token: [() => TokenType, 'The token; null if the request was refused.'],
  secret: [
    () => String,
    'The new secret, shown only once. Null if the request was refused, or if an earlier request with the same Idempotency-Key created it.',
  ],
  formerSecretEndsAt: [() => DateTimeScalar, 'When the old secret stops working; null if the request was refused.'],
});

export const RevokeTokenPayload = payloadOf('revokeToken', {
  token: [() => TokenType, 'The token; null if there is none that you may revoke.'],
  revoked: [
    () => [TokenType],
    'The tokens revoked by this request; empty if they were revoked before, null if the request was refused.',
  ],
});

export const TokenConnection = connectionType('Token', () => TokenType, 'tokens');
