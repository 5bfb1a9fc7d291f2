import type { League } from '../../league/league.js';
import { eventCursor } from '../../live/event-cursor.js';
import { listDeliveries } from '../../webhook/delivery.repository.js';
import type { Delivery, Webhook } from '../../webhook/webhook.js';
import { listWebhooks } from '../../webhook/webhook.repository.js';
import { PAGE_ARGS, pagesBy, pagesForAdmins } from '../connection.js';
import { computeFields, field, optional } from '../declare.js';
import { itsLeague, LeagueType } from '../league/league.type.js';
import { globalId } from '../scalars.js';
import {
  DeliveryStatusEnum,
  WebhookConnection,
  WebhookDeliveryConnection,
  WebhookDeliveryType,
  WebhookType,
} from './webhook.type.js';

const webhookPages = pagesBy('webhook', ['integer'], ({ id }: Webhook) => [id]);
const deliveryPages = pagesBy('delivery', ['integer'], ({ number }: Delivery) => [number]);

computeFields<League>(LeagueType, {
  webhooks: pagesForAdmins(
    WebhookConnection,
    ['webhooks', 'Webhooks of the league, oldest first.'],
    webhookPages,
    ({ id }, { app }, limit, afterId) => listWebhooks(app.reads, id, { limit, afterId }),
  ),
});

computeFields<Webhook>(WebhookType, {
  deliveries: field(
    WebhookDeliveryConnection,
    'Its messages of the last 30 days, newest first; at most the newest 10,000.',
    { args: { ...PAGE_ARGS, status: optional(DeliveryStatusEnum, 'Only messages in this state.') } },
    (webhook, { app }, { status, ...page }) => {
      const wanted = { status: status ?? null };
      return deliveryPages(app, page, (limit, before) =>
        listDeliveries(app.reads, webhook, { ...wanted, limit, before }),
      );
    },
  ),
  id: globalId('Webhook', ({ leagueId, id }) => [leagueId, id]),
  league: itsLeague('The league that it sends messages about.'),
  cursor: field(
    String,
    "Position in the league's events up to which messages were accepted. A subscription can continue from there.",
    ({ leagueId, place }, { app }) => eventCursor(app.seal, leagueId, place.event),
  ),
});

computeFields<Delivery>(WebhookDeliveryType, {
  type: field(String, '`type` of the message, for example `matches.rated` or `webhook.test`.', ({ event }) => event),
  id: globalId(
    'WebhookDelivery',
    ({ leagueId, webhookId, number }) => [leagueId, webhookId, number],
    'Opaque global id; the header `webhook-id` of the message.',
  ),
  webhook: field(WebhookType, 'The webhook that sends it.', ({ webhookId }, { loaders }) =>
    loaders.webhook.load(webhookId),
  ),
});
