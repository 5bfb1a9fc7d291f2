import { ID } from 'type-graphql';
import { deleteWebhook, enableWebhook, rotateWebhookSecret, updateWebhook } from '../../webhook/change-webhook.js';
import { createWebhook } from '../../webhook/create-webhook.js';
import { replayDelivery, testWebhook } from '../../webhook/manual-delivery.js';
import type { NamedWebhook } from '../../webhook/webhook-access.js';
import type { Context } from '../context.js';
import { field, NEEDS_ADMIN, optional } from '../declare.js';
import { mutation } from '../mutation.js';
import { DateTimeScalar, idNumbers, leagueKey } from '../scalars.js';
import { WebhookDeliveryType, WebhookEventEnum, WebhookFormatEnum, WebhookType } from './webhook.type.js';

const THE_WEBHOOK = 'The webhook.';

const URL_RULE =
  'Where to send messages: an https URL of the public Internet of at most 2,000 characters, without a user name, password or fragment. The operator may allow other networks (OPENLADDER_WEBHOOK_ALLOW).';
const EVENTS_RULE = 'What to send: at least one event, each once.';

const theWebhookId = { webhook: field(ID, 'Global id of the webhook.') };

const WEBHOOK = 'The webhook; null if the request was refused.';
const SECRET =
  'The secret with which messages are signed, `whsec_…`, shown only once. Null if the request was refused, or if an earlier request with the same Idempotency-Key created it.';
const DELIVERY =
  'The message, which is sent within a second; read it again with `node` to see how its delivery went. Null if the request was refused.';

const withSecret = { webhook: optional(WebhookType, WEBHOOK), secret: optional(String, SECRET) };
const theWebhook = { webhook: optional(WebhookType, WEBHOOK) };
const theDelivery = { delivery: optional(WebhookDeliveryType, DELIVERY) };

mutation('createWebhook', {
  description: `Creates a webhook, which sends events from now on. ${NEEDS_ADMIN}`,
  argument: THE_WEBHOOK,
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
  argument: 'The changes.',
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
  argument: THE_WEBHOOK,
  input: 'A webhook to enable.',
  fields: theWebhookId,
  payload: theWebhook,
  run: async (input, context) => ({
    webhook: await enableWebhook(context.app, context.access, withWebhookId(context, input)),
  }),
});

mutation('deleteWebhook', {
  description: `Deletes a webhook and its messages. ${NEEDS_ADMIN}`,
  argument: THE_WEBHOOK,
  input: 'A webhook to delete.',
  fields: theWebhookId,
  payload: { webhook: optional(WebhookType, 'The webhook as it was; null if the request was refused.') },
  run: async (input, context) => ({
    webhook: await deleteWebhook(context.app, context.access, withWebhookId(context, input)),
  }),
});

mutation('rotateWebhookSecret', {
  description: `Rotates the secret of a webhook. For a day, messages are also signed with the old one. ${NEEDS_ADMIN}`,
  argument: THE_WEBHOOK,
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
  argument: THE_WEBHOOK,
  input: 'A webhook to test.',
  fields: theWebhookId,
  payload: theDelivery,
  run: async (input, context, once) => ({
    delivery: await testWebhook(context.app, context.access, { ...withWebhookId(context, input), once: once() }),
  }),
});

mutation('replayWebhookDelivery', {
  description: `Sends a message once more, with the same id and the current secret. A failure does not count against the webhook. A message that has not been accepted yet is tried again at once, in its turn. ${NEEDS_ADMIN}`,
  argument: 'The message.',
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
