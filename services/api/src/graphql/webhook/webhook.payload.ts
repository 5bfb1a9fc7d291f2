import { Field, ObjectType } from 'type-graphql';
import { DateTimeScalar } from '../scalars.js';
import { UserError } from '../user-error.type.js';
import { WebhookDeliveryType, WebhookType } from './webhook.type.js';

const ERRORS = 'Why the request was refused; empty if it was accepted.';
const WEBHOOK = 'The webhook; null if the request was refused.';
const SECRET =
  'The secret with which messages are signed, `whsec_…`, shown only once. Null if the request was refused, or if an earlier request with the same Idempotency-Key created it.';
const DELIVERY =
  'The message, which is sent within a second; read it again with `node` to see how its delivery went. Null if the request was refused.';

@ObjectType({ description: 'Result of createWebhook.', simpleResolvers: true })
export class CreateWebhookPayload {
  @Field(() => WebhookType, { nullable: true, description: WEBHOOK })
  webhook?: unknown;

  @Field(() => String, { nullable: true, description: SECRET })
  secret?: string | null;

  @Field(() => [UserError], { description: ERRORS })
  errors!: UserError[];
}

@ObjectType({ description: 'Result of rotateWebhookSecret.', simpleResolvers: true })
export class RotateWebhookSecretPayload extends CreateWebhookPayload {
  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the old secret stops signing, a day from now; null if the request was refused.',
  })
  formerSecretEndsAt?: Date | null;
}

@ObjectType({ description: 'Result of updateWebhook.', simpleResolvers: true })
export class UpdateWebhookPayload {
  @Field(() => WebhookType, { nullable: true, description: WEBHOOK })
  webhook?: unknown;

  @Field(() => [UserError], { description: ERRORS })
  errors!: UserError[];
}

@ObjectType({ description: 'Result of enableWebhook.', simpleResolvers: true })
export class EnableWebhookPayload extends UpdateWebhookPayload {}

@ObjectType({ description: 'Result of deleteWebhook.', simpleResolvers: true })
export class DeleteWebhookPayload {
  @Field(() => WebhookType, { nullable: true, description: 'The webhook as it was; null if the request was refused.' })
  webhook?: unknown;

  @Field(() => [UserError], { description: ERRORS })
  errors!: UserError[];
}

@ObjectType({ description: 'Result of testWebhook.', simpleResolvers: true })
export class TestWebhookPayload {
  @Field(() => WebhookDeliveryType, { nullable: true, description: DELIVERY })
  delivery?: unknown;

  @Field(() => [UserError], { description: ERRORS })
  errors!: UserError[];
}

@ObjectType({ description: 'Result of replayWebhookDelivery.', simpleResolvers: true })
export class ReplayWebhookDeliveryPayload extends TestWebhookPayload {}
