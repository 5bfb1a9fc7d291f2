import { Field, ID, InputType } from 'type-graphql';
import type { WebhookEvent, WebhookFormat } from '../../webhook/webhook.js';
import { WebhookEventEnum, WebhookFormatEnum } from './webhook.type.js';

const URL_RULE =
  'Where to send messages: an https URL of the public Internet of at most 2,000 characters, without a user name, password or fragment. The operator may allow other networks (OPENLADDER_WEBHOOK_ALLOW).';
const EVENTS_RULE = 'What to send: at least one event, each once.';

@InputType({ description: 'A webhook to create.' })
export class CreateWebhookInput {
  @Field(() => String, { description: 'Slug of the league.' })
  league!: string;

  @Field(() => String, { description: URL_RULE })
  url!: string;

  @Field(() => [WebhookEventEnum], { description: EVENTS_RULE })
  events!: WebhookEvent[];

  @Field(() => WebhookFormatEnum, { defaultValue: 'JSON', description: 'The format of its messages.' })
  format!: WebhookFormat;
}

@InputType({ description: 'A webhook.' })
export class WebhookInput {
  @Field(() => ID, { description: 'Global id of the webhook.' })
  webhook!: string;
}

@InputType({ description: 'Changes to a webhook; omitted fields stay as they are.' })
export class UpdateWebhookInput extends WebhookInput {
  @Field(() => String, { nullable: true, description: URL_RULE })
  url?: string | null;

  @Field(() => [WebhookEventEnum], { nullable: true, description: EVENTS_RULE })
  events?: WebhookEvent[] | null;

  @Field(() => WebhookFormatEnum, { nullable: true, description: 'The format of its messages.' })
  format?: WebhookFormat | null;
}

@InputType({ description: 'A webhook to delete.' })
export class DeleteWebhookInput extends WebhookInput {}

@InputType({ description: 'A webhook to give a new secret.' })
export class RotateWebhookSecretInput extends WebhookInput {}

@InputType({ description: 'A webhook to enable.' })
export class EnableWebhookInput extends WebhookInput {}

@InputType({ description: 'A webhook to test.' })
export class TestWebhookInput extends WebhookInput {}

@InputType({ description: 'A message to send once more.' })
export class ReplayWebhookDeliveryInput {
  @Field(() => ID, { description: 'Global id of the message: its header `webhook-id`.' })
  delivery!: string;
}
