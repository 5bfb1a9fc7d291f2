import { Int } from 'type-graphql';
import type { DeliveryStatus, DisabledReason, WebhookEvent, WebhookFormat } from '../../webhook/webhook.js';
import { connectionType } from '../connection.js';
import { field, nodeType, optional } from '../declare.js';
import { DateTimeScalar, enumOf } from '../scalars.js';

export const WebhookEventEnum = enumOf(
  'WebhookEvent',
  'Events that a webhook can send.',
  {
    MATCHES_RATED: '`matches.rated`: up to 100 matches were rated, with the changes to the ratings.',
    MATCH_CORRECTED: '`match.corrected`: a match was amended, withdrawn or restored, even if only its details changed.',
    PLAYER_MERGED: '`player.merged`: two handles became one player, or two players again.',
    BOARD_RECOMPUTED: '`board.recomputed`: a new revision; any rating may have changed.',
    BOARD_REFRESHED:
      '`board.refreshed`: the board was refreshed for a new day, or a player was hidden from it or shown again.',
    TICKET_MATCHED: '`ticket.matched`: the matchmaking queue found two players for each other.',
  },
  (name) => name.toLowerCase().replace('_', '.') as WebhookEvent,
);

export const WebhookFormatEnum = enumOf<WebhookFormat>('WebhookFormat', 'Formats of messages.', {
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

export const WebhookType = nodeType(
  'Webhook',
  'An address to which messages about a league are sent, each at least once and in order.',
  {
    url: field(String, 'Where messages are sent.'),
    format: field(WebhookFormatEnum, 'The format of its messages.'),
    events: field([WebhookEventEnum], 'What it sends.'),
    createdAt: field(DateTimeScalar, 'When it was created; it sends later events.'),
    createdBy: field(
      String,
      'Name of the token that created or last enabled it. Messages are sent while that token may administer the league.',
    ),
    formerSecretEndsAt: optional(
      DateTimeScalar,
      'When the secret before the current one stops signing; null if there was none.',
    ),
    failingSince: optional(
      DateTimeScalar,
      'When the first of the current failures happened; null if the last attempt succeeded.',
    ),
    failures: field(Int, 'Attempts that failed since the last success.'),
    nextAttemptAt: optional(
      DateTimeScalar,
      'When the next message is tried again; null if none is waiting, or if the webhook is disabled.',
    ),
    disabledAt: optional(
      DateTimeScalar,
      'When it was disabled: nothing is sent until enableWebhook. Null if it is enabled.',
    ),
    disabledReason: optional(DisabledReasonEnum, 'Why it is disabled; null if it is enabled.'),
  },
);

export const WebhookDeliveryType = nodeType(
  'WebhookDelivery',
  'A message of a webhook and the state of its delivery, stored for 30 days. Its id is the header `webhook-id`.',
  {
    status: field(DeliveryStatusEnum, 'Whether it was accepted.'),
    createdAt: field(DateTimeScalar, 'When it was created.'),
    attempts: field(Int, 'Number of attempts to send it, including replays.'),
    attemptedAt: optional(DateTimeScalar, 'When it was last tried; null if it has not been yet.'),
    deliveredAt: optional(DateTimeScalar, 'When it was first accepted; null if it has not been.'),
    responseStatus: optional(Int, 'HTTP status of the last answer; null if there was none.'),
    error: optional(String, 'Why the last attempt failed; null if it did not.'),
    durationMs: optional(Int, 'Duration of the last attempt, in milliseconds; null before the first.'),
  },
);

export const WebhookConnection = connectionType('Webhook', WebhookType, 'webhooks');
export const WebhookDeliveryConnection = connectionType('WebhookDelivery', WebhookDeliveryType, 'messages');
