import { Arg, Args, Ctx, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import { AccessDenied, canAdminister } from '../../access/access.js';
import type { Connection } from '../../kit/paging/page.js';
import type { League } from '../../league/league.js';
import { eventCursor } from '../../live/event-cursor.js';
import { listDeliveries } from '../../webhook/delivery.repository.js';
import type { Delivery, DeliveryStatus, Webhook } from '../../webhook/webhook.js';
import { listWebhooks } from '../../webhook/webhook.repository.js';
import { PageArgs, pagesBy } from '../connection.js';
import { type Context } from '../context.js';
import { LeagueType } from '../league/league.type.js';
import { nodeId } from '../node-id.js';
import {
  DeliveryStatusEnum,
  WebhookConnection,
  WebhookDeliveryConnection,
  WebhookDeliveryType,
  WebhookType,
} from './webhook.type.js';

const NEEDS = 'Requires the scope league:admin for the league.';

const webhookPages = pagesBy('webhook', ['integer'], ({ id }: Webhook) => [id]);
const deliveryPages = pagesBy('delivery', ['integer'], ({ number }: Delivery) => [number]);

@Resolver(() => LeagueType)
export class LeagueWebhooksResolver {
  @FieldResolver(() => WebhookConnection, { description: `Webhooks of the league, oldest first. ${NEEDS}` })
  webhooks(
    @Root() league: League,
    @Ctx() { app, access }: Context,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Connection<Webhook>> {
    if (!canAdminister(access, league)) throw new AccessDenied(access, `read the webhooks of ${league.slug}`);
    return webhookPages(app, page, (limit, afterId) => listWebhooks(app.reads, league.id, { limit, afterId }));
  }
}

@Resolver(() => WebhookType)
export class WebhookResolver {
  @FieldResolver(() => ID, { description: 'Opaque global id.' })
  id(@Root() { leagueId, id }: Webhook, @Ctx() { app }: Context): string {
    return nodeId(app, 'Webhook', leagueId, id);
  }

  @FieldResolver(() => LeagueType, { description: 'The league that it sends messages about.' })
  league(@Root() { leagueId }: Webhook, @Ctx() { loaders }: Context): Promise<League> {
    return loaders.league.load(leagueId);
  }

  @FieldResolver(() => String, {
    description:
      "Position in the league's events up to which messages were accepted. A subscription can continue from there.",
  })
  cursor(@Root() { leagueId, place }: Webhook, @Ctx() { app }: Context): string {
    return eventCursor(app.seal, leagueId, place.event);
  }

  @FieldResolver(() => WebhookDeliveryConnection, {
    description: 'Its messages of the last 30 days, newest first; at most the newest 10,000.',
  })
  deliveries(
    @Root() webhook: Webhook,
    @Ctx() { app }: Context,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('status', () => DeliveryStatusEnum, { nullable: true, description: 'Only messages in this state.' })
    status?: DeliveryStatus,
  ): Promise<Connection<Delivery>> {
    const wanted = { status: status ?? null };
    return deliveryPages(app, page, (limit, before) =>
      listDeliveries(app.reads, webhook, { ...wanted, limit, before }),
    );
  }
}

@Resolver(() => WebhookDeliveryType)
export class WebhookDeliveryResolver {
  @FieldResolver(() => ID, { description: 'Opaque global id; the header `webhook-id` of the message.' })
  id(@Root() { leagueId, webhookId, number }: Delivery, @Ctx() { app }: Context): string {
    return nodeId(app, 'WebhookDelivery', leagueId, webhookId, number);
  }

  @FieldResolver(() => String)
  type(@Root() { event }: Delivery): string {
    return event;
  }

  @FieldResolver(() => WebhookType, { description: 'The webhook that sends it.' })
  webhook(@Root() { webhookId }: Delivery, @Ctx() { loaders }: Context): Promise<Webhook | null> {
    return loaders.webhook.load(webhookId);
  }
}
