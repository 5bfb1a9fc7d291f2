import { LRUCache } from 'lru-cache';
import type { LimitFunction } from 'p-limit';
import { type Access, OWN_ACTORS } from '../access/access.js';
import { insertAuditEntry, webhookSubject } from '../audit/audit.repository.js';
import { madeOnce } from '../kit/grouped-by.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { type Sql, snapshot } from '../kit/sql/transaction.js';
import type { League } from '../league/league.js';
import { getLeague } from '../league/league.repository.js';
import type { NeedsChanges } from '../league-log/change.js';
import type { NeedsMetrics } from '../metrics/metrics.js';
import { type Content, contentOf, type NeedsIds, ticketContent } from './content.js';
import { EVENTS_AT_A_TIME, findMatchedPair, listDeliverableEvents } from './deliverable-event.repository.js';
import {
  type DeliveredRange,
  findServedWebhook,
  insertDelivery,
  type ServedWebhook,
  updateAccepted,
  updateAttempted,
  updateFailing,
  updatePlace,
} from './delivery.repository.js';
import { discordMessage } from './discord.js';
import { nextStretch } from './event-range.js';
import { type Answer, type NeedsNetwork, post } from './post.js';
import { isGivenUp, nextAttempt } from './schedule.js';
import { signatureHeaders } from './signature.js';
import type { Delivery, DisabledReason, Webhook, WebhookKey, WebhookPlace } from './webhook.js';
import { lockWebhook, updateDisabled } from './webhook.repository.js';

export interface DeliverNeeds extends NeedsDatabase, NeedsClock, NeedsIds, NeedsNetwork, NeedsMetrics, NeedsChanges {
  /** Limits concurrent work with the database. */
  readonly inTurn: LimitFunction;
  /** Recently read messages. */
  readonly shared: SharedMessages;
  /** From 0 to 1. */
  readonly random: () => number;
}

type SharedMessages = LRUCache<string, Promise<Next>>;

/** How many messages are cached for other webhooks of the league, and for how long, in milliseconds: names may change. */
export const sharedMessages = (): SharedMessages => new LRUCache({ max: 100, ttl: 5_000 });

/** The actor of the service's own audit entries. */
const SERVICE: Access = { tokenId: null, actor: OWN_ACTORS.webhooks, scopes: [], leagueIds: [] };

/** A message that is ready to be sent. */
interface Ready {
  readonly webhook: ServedWebhook;
  readonly delivery: Delivery;
  readonly content: Content;
}

/**
 * Sends the next message of a webhook, and records the outcome. A message is recorded with everything that it reports before it is first
 * sent, so a process that sends it again after a crash sends the same under the same id. Call it for a webhook in one place at a time.
 * @param left aborted to end the attempt without a result
 * @returns whether it was accepted and there may be more; false if there was nothing to send
 */
export async function deliverNext(needs: DeliverNeeds, key: WebhookKey, left: AbortSignal): Promise<boolean> {
  const ready = await needs.inTurn(() => prepareDelivery(needs, key));
  if (ready === null || left.aborted) return false;
  const { webhook, delivery, content } = ready;
  const body = JSON.stringify(webhook.format === 'DISCORD' ? discordMessage(needs.changes, content) : content);
  const { leagueId, webhookId, number } = delivery;
  const id = needs.idOf('WebhookDelivery', leagueId, webhookId, number);
  const headers = signatureHeaders({ id, body, at: needs.clock() }, webhook.secrets);
  const answer = await post(needs, webhook.url, { headers, body }, left);
  needs.metrics.webhookAttempts.inc({ result: answer.error === null ? 'accepted' : 'failed' });
  if (left.aborted) return false;
  await needs.inTurn(() => settle(needs, ready, answer));
  return answer.error === null;
}

/** Finds the next message, and records it if it is new. @returns null if there is nothing to send */
async function prepareDelivery(needs: DeliverNeeds, key: WebhookKey): Promise<Ready | null> {
  const now = needs.clock();
  const webhook = await findServedWebhook(needs.database.manager, key, now);
  if (!webhook) return null;
  const { mayBeSent, next, byHand, disabledAt, nextAttemptAt } = webhook;
  if (!mayBeSent) return endWithToken(needs, webhook);
  if (byHand) return readAgain(needs, webhook, byHand);
  if (disabledAt !== null || (nextAttemptAt && nextAttemptAt > now)) return null;
  return next ? readAgain(needs, webhook, next) : beginDelivery(needs, webhook);
}

async function endWithToken(needs: DeliverNeeds, { byHand, ...webhook }: ServedWebhook): Promise<null> {
  const error = 'the token on whose behalf it is sent may not administer the league any more';
  await needs.database.transaction(async (tx) => {
    const locked = await lockWebhook(tx, webhook);
    if (!locked) return;
    if (!locked.disabledAt) await disable(needs, tx, locked, 'TOKEN_ENDED', error);
    if (!byHand) return;
    const answer = { status: null, error, retryAfter: null, durationMs: 0 };
    await updateAttempted(tx, byHand, afterFailure(byHand), answer, needs.clock());
  });
  return null;
}

/** A message that is sent again: about the same subject, with its present state. */
async function readAgain(needs: DeliverNeeds, webhook: ServedWebhook, delivery: Delivery): Promise<Ready> {
  const content = await snapshot(needs.database, async (sql) => {
    const league = await getLeague(sql, webhook.leagueId);
    const { event, from, to, ticketChange } = delivery;
    if (ticketChange !== null) {
      const pair = await findMatchedPair(sql, league.id, ticketChange - 1, ticketChange);
      return ticketContent({ needs, sql, league }, pair!);
    }
    if (!from || !to) return { type: event, timestamp: delivery.createdAt, data: { league: league.slug } };
    const { items } = nextStretch(await listDeliverableEvents(needs, sql, league.id, from.event), from, [event], to);
    return (await contentOf({ needs, sql, league }, items, true)).content;
  });
  return { webhook, delivery, content };
}

/** The subject of a message that is not recorded yet, or the position up to which there is nothing to report. */
type Next =
  | { readonly range: DeliveredRange; readonly content: Content }
  | { readonly place: WebhookPlace; readonly isEnd: boolean };

async function beginDelivery(needs: DeliverNeeds, webhook: ServedWebhook): Promise<Ready | null> {
  const { manager } = needs.database;
  for (let { place } = webhook; ; ) {
    const next = await sharedNext(needs, webhook, place);
    if ('range' in next) {
      const times = { createdAt: needs.clock(), byHandAt: null };
      const delivery = await insertDelivery(manager, webhook, next.range, times);
      return delivery && { webhook, delivery, content: next.content };
    }
    place = next.place;
    if (!next.isEnd) continue;
    await updatePlace(manager, webhook, place);
    return null;
  }
}

/** Read once for all webhooks of a league that send the same at the same time. */
function sharedNext(needs: DeliverNeeds, webhook: ServedWebhook, place: WebhookPlace): Promise<Next> {
  const { leagueId, version, events, ticketPosition } = webhook;
  const key = [leagueId, version, place.event, place.item, ticketPosition, ...events].join(' ');
  return madeOnce(needs.shared, key, () => {
    const next = snapshot(needs.database, async (sql) =>
      findNext(needs, sql, await getLeague(sql, leagueId), webhook, place),
    );
    // Failed reads are repeated.
    next.catch(() => needs.shared.delete(key));
    return next;
  });
}

/** Tickets come first: two people are waiting for the message. */
async function findNext(
  needs: DeliverNeeds,
  sql: Sql,
  league: League,
  webhook: Webhook,
  place: WebhookPlace,
): Promise<Next> {
  if (webhook.events.includes('ticket.matched')) {
    const pair = await findMatchedPair(sql, league.id, webhook.ticketPosition);
    if (pair) {
      const range = { event: 'ticket.matched' as const, from: null, to: null, ticketChange: pair.change };
      return { range, content: await ticketContent({ needs, sql, league }, pair) };
    }
  }
  const events = await listDeliverableEvents(needs, sql, league.id, place.event);
  const { items, from } = nextStretch(events, place, webhook.events);
  if (items.length === 0) {
    const isEnd = events.length < EVENTS_AT_A_TIME;
    return { place: isEnd ? { event: league.version, item: 0 } : from, isEnd };
  }
  const { content, itemCount } = await contentOf({ needs, sql, league }, items, false);
  const { type: event, after: to } = items[itemCount - 1]!;
  return { range: { event, from, to, ticketChange: null }, content };
}

async function settle(needs: DeliverNeeds, { webhook, delivery }: Ready, answer: Answer): Promise<void> {
  const isSuccess = answer.error === null;
  const now = needs.clock();
  if (isSuccess && delivery.byHandAt === null) {
    return updateAccepted(needs.database.manager, delivery, answer, now);
  }
  await needs.database.transaction(async (tx) => {
    const locked = await lockWebhook(tx, webhook);
    // The webhook was deleted meanwhile.
    if (!locked) return;
    await updateAttempted(tx, delivery, isSuccess ? 'DELIVERED' : afterFailure(delivery), answer, now);
    // A test or a replay says nothing about the state of the webhook.
    if (delivery.byHandAt === null) await recordFailure(needs, tx, locked, answer, now);
  });
}

function afterFailure({ event, status }: Delivery): Delivery['status'] {
  return event === 'webhook.test' ? 'FAILED' : status;
}

type Transaction = Parameters<typeof insertAuditEntry>[0];

async function recordFailure(
  needs: DeliverNeeds,
  tx: Transaction,
  webhook: Webhook,
  { status, error, retryAfter }: Answer,
  now: Date,
): Promise<void> {
  const failures = webhook.failures + 1;
  const failingSince = webhook.failingSince ?? now;
  const nextAttemptAt = nextAttempt(now, failures, retryAfter, needs.random());
  await updateFailing(tx, webhook, { failures, failingSince, nextAttemptAt });
  if (webhook.disabledAt) return;
  if (status === 410) await disable(needs, tx, webhook, 'GONE', error!);
  else if (isGivenUp(now, failingSince)) await disable(needs, tx, webhook, 'FAILING', error!);
}

async function disable(
  needs: DeliverNeeds,
  tx: Transaction,
  webhook: Webhook,
  disabledReason: DisabledReason,
  error: string,
): Promise<void> {
  const at = needs.clock();
  await updateDisabled(tx, webhook, disabledReason, at);
  await insertAuditEntry(tx, SERVICE, {
    leagueId: webhook.leagueId,
    subject: webhookSubject(webhook),
    action: 'disableWebhook',
    reason: error,
    before: { isEnabled: true },
    after: { isEnabled: false, disabledReason },
    at,
  });
}
