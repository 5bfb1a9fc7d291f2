import { ID, Int } from 'type-graphql';
import type { League } from '../../league/league.js';
import { eventCursor } from '../../live/event-cursor.js';
import { deleteWebhook, enableWebhook, rotateWebhookSecret, updateWebhook } from '../../webhook/change-webhook.js';
import { createWebhook } from '../../webhook/create-webhook.js';
import { listDeliveries } from '../../webhook/delivery.repository.js';
import { replayDelivery, testWebhook } from '../../webhook/manual-delivery.js';
import type {
  Delivery,
  DeliveryStatus,
  DisabledReason,
  Webhook,
  WebhookEvent,
  WebhookEventName,
  WebhookFormat,
} from '../../webhook/webhook.js';
import { listWebhooks } from '../../webhook/webhook.repository.js';
import type { NamedWebhook } from '../../webhook/webhook-access.js';
import type { Context } from '../context.js';
import {
  computeFields,
  connectionType,
  field,
  NEEDS_ADMIN,
  nodeType,
  optional,
  PAGE_ARGS,
  pagesBy,
  pagesForAdmins,
} from '../declare.js';
import { itsLeague, LeagueType } from '../league/league.type.js';
import { mutation } from '../mutation.js';
import { DateTimeScalar, enumOf, globalId, idNumbers, leagueKey } from '../scalars.js';

const WebhookEventEnum = enumOf<WebhookEventName, WebhookEvent>(
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

const DeliveryStatusEnum = enumOf<DeliveryStatus>('WebhookDeliveryStatus', 'States of a message.', {
  PENDING: 'Not accepted yet; it is tried again, and later messages wait for it.',
  DELIVERED: 'Accepted at least once.',
  FAILED: 'A test that was not accepted; it is not tried again.',
});

const WebhookType = nodeType(
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

const WebhookDeliveryType = nodeType(
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
    type: field(
      String,
      '`type` of the message, for example `matches.rated` or `webhook.test`.',
      ({ event }: Delivery) => event,
    ),
    id: globalId(
      'WebhookDelivery',
      ({ leagueId, webhookId, number }: Delivery) => [leagueId, webhookId, number],
      'Opaque global id; the header `webhook-id` of the message.',
    ),
    webhook: field(WebhookType, 'The webhook that sends it.', ({ webhookId }: Delivery, { loaders }) =>
      loaders.webhook.load(webhookId),
    ),
  },
);

const deliveryPages = pagesBy('delivery', ['integer'], ({ number }: Delivery) => [number]);

computeFields<League>(LeagueType, {
  webhooks: pagesForAdmins(
    connectionType('Webhook', WebhookType, 'webhooks'),
    ['webhooks', 'Webhooks of the league, oldest first.'],
    pagesBy('webhook', ['integer'], ({ id }: Webhook) => [id]),
    ({ id }, { app }, limit, afterId) => listWebhooks(app.reads, id, { limit, afterId }),
  ),
});

computeFields<Webhook>(WebhookType, {
  deliveries: field(
    connectionType('WebhookDelivery', WebhookDeliveryType, 'messages'),
    'Its messages of the last 30 days, newest first; at most the newest 10,000.',
    { args: { ...PAGE_ARGS, status: optional(DeliveryStatusEnum, 'Only messages in this state.') } },
    (webhook, { app }, { status = null, ...page }) =>
      deliveryPages(app, page, (limit, before) => listDeliveries(app.reads, webhook, { status, limit, before })),
  ),
  id: globalId('Webhook', ({ leagueId, id }) => [leagueId, id]),
  league: itsLeague('The league that it sends messages about.'),
  cursor: field(
    String,
    "Position in the league's events up to which messages were accepted. A subscription can continue from there.",
    ({ leagueId, place }, { app }) => eventCursor(app.seal, leagueId, place.event),
  ),
});

const URL_RULE =
  'Where to send messages: an https URL of the public Internet of at most 2,000 characters, without a user name, password or fragment. The operator may allow other networks (OPENLADDER_WEBHOOK_ALLOW).';
const EVENTS_RULE = 'What to send: at least one event, each once.';

const theWebhookId = { webhook: field(ID, 'Global id of the webhook.') };

const theWebhook = { webhook: optional(WebhookType, 'The webhook; null if the request was refused.') };
const withSecret = {
  ...theWebhook,
  secret: optional(
    String,
    'The secret with which messages are signed, `whsec_…`, shown only once. Null if the request was refused, or if an earlier request with the same Idempotency-Key created it.',
  ),
};
const theDelivery = {
  delivery: optional(
    WebhookDeliveryType,
    'The message, which is sent within a second; read it again with `node` to see how its delivery went. Null if the request was refused.',
  ),
};

mutation('createWebhook', {
  description: `Creates a webhook, which sends events from now on. ${NEEDS_ADMIN}`,
  input: 'A webhook to create.',
  fields: {
    league: field(String, 'Slug of the league.'),
    url: field(String, URL_RULE),
    events: field([WebhookEventEnum], EVENTS_RULE),
    format: field(WebhookFormatEnum, 'The format of its messages.', { defaultValue: 'JSON' }),
  },
  payload: withSecret,
  run: (input, context, once) => createWebhook(context.app, context.access, input, once()),
});

mutation('updateWebhook', {
  description: `Changes the events or the address of a webhook. Its secret and its position stay the same. ${NEEDS_ADMIN}`,
  input: 'Changes to a webhook; omitted fields stay as they are.',
  fields: {
    ...theWebhookId,
    url: optional(String, URL_RULE),
    events: optional([WebhookEventEnum], EVENTS_RULE),
    format: optional(WebhookFormatEnum, 'The format of its messages.'),
  },
  payload: theWebhook,
  run: async (input, context) => ({
    webhook: await updateWebhook(context.app, context.access, { ...input, ...withWebhookId(context, input) }),
  }),
});

mutation('enableWebhook', {
  description: `Resumes a disabled webhook from its position, on behalf of your token. A failing webhook is tried again at once. ${NEEDS_ADMIN}`,
  input: 'A webhook to enable.',
  fields: theWebhookId,
  payload: theWebhook,
  run: async (input, context) => ({
    webhook: await enableWebhook(context.app, context.access, withWebhookId(context, input)),
  }),
});

mutation('deleteWebhook', {
  description: `Deletes a webhook and its messages. ${NEEDS_ADMIN}`,
  input: 'A webhook to delete.',
  fields: theWebhookId,
  payload: { webhook: optional(WebhookType, 'The webhook as it was; null if the request was refused.') },
  run: async (input, context) => ({
    webhook: await deleteWebhook(context.app, context.access, withWebhookId(context, input)),
  }),
});

mutation('rotateWebhookSecret', {
  description: `Rotates the secret of a webhook. For a day, messages are also signed with the old one. ${NEEDS_ADMIN}`,
  input: 'A webhook to give a new secret.',
  fields: theWebhookId,
  payload: {
    ...withSecret,
    formerSecretEndsAt: optional(
      DateTimeScalar,
      'When the old secret stops signing, a day from now; null if the request was refused.',
    ),
  },
  run: (input, context, once) =>
    rotateWebhookSecret(context.app, context.access, { ...withWebhookId(context, input), once: once() }),
});

mutation('testWebhook', {
  description: `Sends a message of the type \`webhook.test\`, once, whether the webhook is enabled or not. ${NEEDS_ADMIN}`,
  input: 'A webhook to test.',
  fields: theWebhookId,
  payload: theDelivery,
  run: async (input, context, once) => ({
    delivery: await testWebhook(context.app, context.access, { ...withWebhookId(context, input), once: once() }),
  }),
});

mutation('replayWebhookDelivery', {
  description: `Sends a message once more, with the same id and the current secret. A failure does not count against the webhook. A message that has not been accepted yet is tried again at once, in its turn. ${NEEDS_ADMIN}`,
  input: 'A message to send once more.',
  fields: { delivery: field(ID, 'Global id of the message: its header `webhook-id`.') },
  payload: theDelivery,
  async run(input, { app, access }, once) {
    const numbers = idNumbers(app, 'WebhookDelivery', input.delivery);
    const key = numbers && { leagueId: numbers[0]!, webhookId: numbers[1]!, number: numbers[2]! };
    return { delivery: await replayDelivery(app, access, { key, given: input.delivery, once: once() }) };
  },
});

function withWebhookId({ app }: Context, { webhook: given }: { readonly webhook: string }): NamedWebhook {
  return { key: leagueKey(app, 'Webhook', given), given };
}
