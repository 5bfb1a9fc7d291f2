import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import { AccessDenied, canAdminister } from '../../access/access.js';
import type { Connection } from '../../kit/paging/page.js';
import type { League } from '../../league/league.js';
import { eventCursor } from '../../live/event-cursor.js';
import { deleteWebhook, enableWebhook, updateWebhook } from '../../webhook/change-webhook.js';
import { createWebhook } from '../../webhook/create-webhook.js';
import { listDeliveries } from '../../webhook/delivery.repository.js';
import { replayDelivery, testWebhook } from '../../webhook/manual-delivery.js';
import { rotateWebhookSecret } from '../../webhook/rotate-webhook-secret.js';
import type { Delivery, DeliveryStatus, Webhook } from '../../webhook/webhook.js';
import { listWebhooks } from '../../webhook/webhook.repository.js';
import type { NamedWebhook } from '../../webhook/webhook-access.js';
import { PageArgs, pagesBy } from '../connection.js';
import { type Context, onceOf } from '../context.js';
import { LeagueType } from '../league/league.type.js';
import { nodeId, parseNodeId } from '../node-id.js';
import { orErrors, type Payload } from '../payload.js';
import {
  CreateWebhookInput,
  CreateWebhookPayload,
  DeleteWebhookInput,
  DeleteWebhookPayload,
  DeliveryStatusEnum,
  EnableWebhookInput,
  EnableWebhookPayload,
  ReplayWebhookDeliveryInput,
  ReplayWebhookDeliveryPayload,
  RotateWebhookSecretInput,
  RotateWebhookSecretPayload,
  TestWebhookInput,
  TestWebhookPayload,
  UpdateWebhookInput,
  UpdateWebhookPayload,
  WebhookConnection,
  WebhookDeliveryConnection,
  WebhookDeliveryType,
  type WebhookInput,
  WebhookType,
} from './webhook.type.js';

const NEEDS = 'Requires the scope league:admin for the league.';
const THE_WEBHOOK = 'The webhook.';

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
  @Mutation(() => CreateWebhookPayload, {
    description: `Creates a webhook, which sends events from now on. ${NEEDS}`,
  })
  createWebhook(
    @Arg('input', () => CreateWebhookInput, { description: THE_WEBHOOK }) input: CreateWebhookInput,
    @Ctx() context: Context,
  ): Promise<Payload> {
    const once = onceOf(context, 'createWebhook', input);
    return orErrors(() => createWebhook(context.app, context.access, input, once));
  }

  @Mutation(() => UpdateWebhookPayload, {
    description: `Changes the events or the address of a webhook. Its secret and its position stay the same. ${NEEDS}`,
  })
  updateWebhook(
    @Arg('input', () => UpdateWebhookInput, { description: 'The changes.' }) input: UpdateWebhookInput,
    @Ctx() context: Context,
  ): Promise<Payload> {
    const change = { ...input, ...withWebhookId(context, input) };
    return orErrors(async () => ({ webhook: await updateWebhook(context.app, context.access, change) }));
  }

  @Mutation(() => EnableWebhookPayload, {
    description: `Resumes a disabled webhook from its position, on behalf of your token. A failing webhook is tried again at once. ${NEEDS}`,
  })
  enableWebhook(
    @Arg('input', () => EnableWebhookInput, { description: THE_WEBHOOK }) input: EnableWebhookInput,
    @Ctx() context: Context,
  ): Promise<Payload> {
    return orErrors(async () => ({
      webhook: await enableWebhook(context.app, context.access, withWebhookId(context, input)),
    }));
  }

  @Mutation(() => DeleteWebhookPayload, { description: `Deletes a webhook and its messages. ${NEEDS}` })
  deleteWebhook(
    @Arg('input', () => DeleteWebhookInput, { description: THE_WEBHOOK }) input: DeleteWebhookInput,
    @Ctx() context: Context,
  ): Promise<Payload> {
    return orErrors(async () => ({
      webhook: await deleteWebhook(context.app, context.access, withWebhookId(context, input)),
    }));
  }

  @Mutation(() => RotateWebhookSecretPayload, {
    description: `Rotates the secret of a webhook. For a day, messages are also signed with the old one. ${NEEDS}`,
  })
  rotateWebhookSecret(
    @Arg('input', () => RotateWebhookSecretInput, { description: THE_WEBHOOK }) input: RotateWebhookSecretInput,
    @Ctx() context: Context,
  ): Promise<Payload> {
    const once = onceOf(context, 'rotateWebhookSecret', input);
    return orErrors(() => rotateWebhookSecret(context.app, context.access, { ...withWebhookId(context, input), once }));
  }

  @Mutation(() => TestWebhookPayload, {
    description: `Sends a message of the type \`webhook.test\`, once, whether the webhook is enabled or not. ${NEEDS}`,
  })
  testWebhook(
    @Arg('input', () => TestWebhookInput, { description: THE_WEBHOOK }) input: TestWebhookInput,
    @Ctx() context: Context,
  ): Promise<Payload> {
    const once = onceOf(context, 'testWebhook', input);
    const test = () => testWebhook(context.app, context.access, { ...withWebhookId(context, input), once });
    return orErrors(async () => ({ delivery: await test() }));
  }

  @Mutation(() => ReplayWebhookDeliveryPayload, {
    description: `Sends a message once more, with the same id and the current secret. A failure does not count against the webhook. A message that has not been accepted yet is tried again at once, in its turn. ${NEEDS}`,
  })
  replayWebhookDelivery(
    @Arg('input', () => ReplayWebhookDeliveryInput, { description: 'The message.' }) input: ReplayWebhookDeliveryInput,
    @Ctx() context: Context,
  ): Promise<Payload> {
    const { app, access } = context;
    const parsed = parseNodeId(app, input.delivery);
    const [leagueId, webhookId, number] = parsed?.kind === 'WebhookDelivery' ? parsed.key : [];
    const key = number === undefined ? null : { leagueId: leagueId!, webhookId: webhookId!, number };
    const once = onceOf(context, 'replayWebhookDelivery', input);
    return orErrors(async () => ({
      delivery: await replayDelivery(app, access, { key, given: input.delivery, once }),
    }));
  }

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

function withWebhookId({ app }: Context, { webhook: given }: WebhookInput): NamedWebhook {
  const parsed = parseNodeId(app, given);
  const [leagueId, id] = parsed?.kind === 'Webhook' ? parsed.key : [];
  return { key: id === undefined ? null : { leagueId: leagueId!, id }, given };
}
