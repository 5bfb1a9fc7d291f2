import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type {
  DeliveryStatus,
  DisabledReason,
  MessageEvent,
  WebhookEvent,
  WebhookFormat,
} from '../../webhook/webhook.js';
import { connectionType } from '../connection.js';
import { Node } from '../node-id.js';
import { type PayloadFields, payloadOf } from '../payload.js';
import { DateTimeScalar, enumOf } from '../scalars.js';

const WebhookEventEnum = {
  MATCHES_RATED: 'matches.rated',
  MATCH_CORRECTED: 'match.corrected',
  PLAYER_MERGED: 'player.merged',
  BOARD_RECOMPUTED: 'board.recomputed',
  BOARD_REFRESHED: 'board.refreshed',
  TICKET_MATCHED: 'ticket.matched',
} as const satisfies Record<string, WebhookEvent>;
registerEnumType(WebhookEventEnum, {
  name: 'WebhookEvent',
  description: 'Events that a webhook can send.',
  valuesConfig: {
    MATCHES_RATED: { description: '`matches.rated`: up to 100 matches were rated, with the changes to the ratings.' },
    MATCH_CORRECTED: {
      description: '`match.corrected`: a match was amended, withdrawn or restored, even if only its details changed.',
    },
    PLAYER_MERGED: { description: '`player.merged`: two handles became one player, or two players again.' },
    BOARD_RECOMPUTED: { description: '`board.recomputed`: a new revision; any rating may have changed.' },
    BOARD_REFRESHED: {
      description:
        '`board.refreshed`: the board was refreshed for a new day, or a player was hidden from it or shown again.',
    },
    TICKET_MATCHED: { description: '`ticket.matched`: the matchmaking queue found two players for each other.' },
  },
});

const WebhookFormatEnum = enumOf<WebhookFormat>('WebhookFormat', 'Formats of messages.', {
  JSON: 'Standard Webhooks: `type`, `timestamp` and `data`, for programs.',
  DISCORD: 'Text for people, in the form that webhooks of Discord channels accept.',
});

const DisabledReasonEnum = enumOf<DisabledReason>('WebhookDisabledReason', 'Reasons for a webhook to be disabled.', {
  FAILING: 'The receiver accepted nothing for five days.',
  GONE: 'The receiver answered 410.',
  TOKEN_ENDED:
    'The token that created or last enabled it was revoked, has expired or may no longer administer the league.',
});

export const DeliveryStatusEnum = enumOf<DeliveryStatus>('WebhookDeliveryStatus', 'States of a message.', {
  PENDING: 'Not accepted yet; it is tried again, and later messages wait for it.',
  DELIVERED: 'Accepted at least once.',
  FAILED: 'A test that was not accepted; it is not tried again.',
});

@ObjectType('Webhook', {
  implements: Node,
  description: 'An address to which messages about a league are sent, each at least once and in order.',
})
export class WebhookType extends Node {
  @Field(() => String, { description: 'Where messages are sent.' })
  url!: string;

  @Field(() => WebhookFormatEnum, { description: 'The format of its messages.' })
  format!: WebhookFormat;

  @Field(() => [WebhookEventEnum], { description: 'What it sends.' })
  events!: WebhookEvent[];

  @Field(() => DateTimeScalar, { description: 'When it was created; it sends later events.' })
  createdAt!: Date;

  @Field(() => String, {
    description:
      'Name of the token that created or last enabled it. Messages are sent while that token may administer the league.',
  })
  createdBy!: string;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the secret before the current one stops signing; null if there was none.',
  })
  formerSecretEndsAt!: Date | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the first of the current failures happened; null if the last attempt succeeded.',
  })
  failingSince!: Date | null;

  @Field(() => Int, { description: 'Attempts that failed since the last success.' })
  failures!: number;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the next message is tried again; null if none is waiting, or if the webhook is disabled.',
  })
  nextAttemptAt!: Date | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When it was disabled: nothing is sent until enableWebhook. Null if it is enabled.',
  })
  disabledAt!: Date | null;

  @Field(() => DisabledReasonEnum, { nullable: true, description: 'Why it is disabled; null if it is enabled.' })
  disabledReason!: DisabledReason | null;
}

@ObjectType('WebhookDelivery', {
  implements: Node,
  description:
    'A message of a webhook and the state of its delivery, stored for 30 days. Its id is the header `webhook-id`.',
})
export class WebhookDeliveryType extends Node {
  @Field(() => String, { description: '`type` of the message, for example `matches.rated` or `webhook.test`.' })
  type!: MessageEvent;

  @Field(() => DeliveryStatusEnum, { description: 'Whether it was accepted.' })
  status!: DeliveryStatus;

  @Field(() => DateTimeScalar, { description: 'When it was created.' })
  createdAt!: Date;

  @Field(() => Int, { description: 'Number of attempts to send it, including replays.' })
  attempts!: number;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was last tried; null if it has not been yet.' })
  attemptedAt!: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was first accepted; null if it has not been.' })
  deliveredAt!: Date | null;

  @Field(() => Int, { nullable: true, description: 'HTTP status of the last answer; null if there was none.' })
  responseStatus!: number | null;

  @Field(() => String, { nullable: true, description: 'Why the last attempt failed; null if it did not.' })
  error!: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Duration of the last attempt, in milliseconds; null before the first.',
  })
  durationMs!: number | null;
}

export const WebhookConnection = connectionType('Webhook', () => WebhookType, 'webhooks');
export const WebhookDeliveryConnection = connectionType('WebhookDelivery', () => WebhookDeliveryType, 'messages');

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

const WEBHOOK = 'The webhook; null if the request was refused.';
const SECRET =
  'The secret with which messages are signed, `whsec_…`, shown only once. Null if the request was refused, or if an earlier request with the same Idempotency-Key created it.';
const DELIVERY =
  'The message, which is sent within a second; read it again with `node` to see how its delivery went. Null if the request was refused.';

const withSecret = { webhook: [() => WebhookType, WEBHOOK], secret: [() => String, SECRET] } satisfies PayloadFields;
export const CreateWebhookPayload = payloadOf('createWebhook', withSecret);

export const RotateWebhookSecretPayload = payloadOf('rotateWebhookSecret', {
  ...withSecret,
  formerSecretEndsAt: [
    () => DateTimeScalar,
    'When the old secret stops signing, a day from now; null if the request was refused.',
  ],
});

const theWebhook = { webhook: [() => WebhookType, WEBHOOK] } satisfies PayloadFields;
export const UpdateWebhookPayload = payloadOf('updateWebhook', theWebhook);

export const EnableWebhookPayload = payloadOf('enableWebhook', theWebhook);

export const DeleteWebhookPayload = payloadOf('deleteWebhook', {
  webhook: [() => WebhookType, 'The webhook as it was; null if the request was refused.'],
});

const theDelivery = { delivery: [() => WebhookDeliveryType, DELIVERY] } satisfies PayloadFields;
export const TestWebhookPayload = payloadOf('testWebhook', theDelivery);

export const ReplayWebhookDeliveryPayload = payloadOf('replayWebhookDelivery', theDelivery);
