import type { EntityManager } from 'typeorm';
import type { Access } from '../access/access.js';
import { type IdempotentRequest, settleOnce } from '../access/idempotency.js';
import { Refused, refuse, shown } from '../kit/refusal.js';
import { findDelivery, insertDelivery, updateByHand, updateDueNow } from './delivery.repository.js';
import type { Delivery, DeliveryKey, Webhook } from './webhook.js';
import {
  getAdministeredWebhook,
  lockAdministered,
  type NamedWebhook,
  recordWebhook,
  type WebhookAdminNeeds,
} from './webhook-access.js';

/** A message named by a caller. */
export interface NamedDelivery {
  /** Null if there is no message with this id. */
  readonly key: DeliveryKey | null;
  /** The id as the caller wrote it, for messages. */
  readonly given: string;
  readonly once?: IdempotentRequest | null;
}

/**
 * Requests another delivery of a message, with the same id. A failure does not count against the webhook; a message that has not been
 * accepted yet is tried again at once, in its turn.
 * @returns the message, which is sent a moment later; null if it has been deleted since an earlier request with the same key
 * @throws Refused
 * @throws AccessDenied
 */
export async function replayDelivery(
  needs: WebhookAdminNeeds,
  access: Access,
  { key, given, once = null }: NamedDelivery,
): Promise<Delivery | null> {
  const unknown = () => new Refused(refuse('DELIVERY_ID', ['input', 'delivery'], { value: shown(given) }));
  if (!key) throw unknown();
  const named = { key: { leagueId: key.leagueId, id: key.webhookId }, given };
  const webhook = await getAdministeredWebhook(needs, access, named).catch((error) => {
    throw error instanceof Refused ? unknown() : error;
  });
  const ask = async (tx: EntityManager) => {
    const { disabledAt } = await lockAdministered(tx, access, webhook, given);
    const delivery = await findDelivery(tx, key);
    if (!delivery) throw unknown();
    if (delivery.status === 'DELIVERED' || delivery.event === 'webhook.test') {
      await updateByHand(tx, key, needs.clock());
    } else if (disabledAt) {
      throw new Refused(refuse('WEBHOOK_DISABLED', ['input', 'delivery']));
    } else await updateDueNow(tx, webhook);
    return key;
  };
  return byHand(needs, access, webhook, 'replayWebhookDelivery', once, ask);
}

/**
 * Requests a message of the type `webhook.test`, even to a disabled webhook.
 * @returns the message, which is sent a moment later; null if it has been deleted since an earlier request with the same key
 * @throws Refused
 * @throws AccessDenied
 */
export async function testWebhook(
  needs: WebhookAdminNeeds,
  access: Access,
  input: NamedWebhook,
): Promise<Delivery | null> {
  const webhook = await getAdministeredWebhook(needs, access, input);
  const ask = async (tx: EntityManager) => {
    await lockAdministered(tx, access, webhook, input.given);
    const now = needs.clock();
    const range = { event: 'webhook.test' as const, from: null, to: null, ticketChange: null };
    return (await insertDelivery(tx, webhook, range, { createdAt: now, byHandAt: now }))!;
  };
  return byHand(needs, access, webhook, 'testWebhook', input.once ?? null, ask);
}

async function byHand(
  needs: WebhookAdminNeeds,
  access: Access,
  webhook: Webhook,
  action: string,
  once: IdempotentRequest | null,
  ask: (tx: EntityManager) => Promise<DeliveryKey>,
): Promise<Delivery | null> {
  const settled = { once, now: needs.clock(), keep: (key: DeliveryKey) => key, recall: (kept: DeliveryKey) => kept };
  const key = await settleOnce(needs.database, null, settled, async (tx) => {
    const { leagueId, webhookId, number } = await ask(tx);
    await recordWebhook(tx, access, webhook, { action, before: null, after: { message: number }, at: settled.now });
    return { leagueId, webhookId, number };
  });
  return findDelivery(needs.database.manager, key);
}
