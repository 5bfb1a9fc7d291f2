import type { EntityManager } from 'typeorm';
import { type Access, AccessDenied, ANONYMOUS, canAdminister, canRead } from '../access/access.js';
import type { IdempotentRequest } from '../access/idempotency.js';
import { insertAuditEntry, webhookSubject } from '../audit/audit.repository.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { Refused, refuse, shown } from '../kit/refusal.js';
import type { Sql } from '../kit/sql/transaction.js';
import { getLeague } from '../league/league.repository.js';
import { lockUnrevokedToken } from '../token/token.repository.js';
import type { NeedsNetwork } from './post.js';
import type { Webhook, WebhookKey } from './webhook.js';
import { findWebhook, lockWebhook } from './webhook.repository.js';

export type WebhookAdminNeeds = NeedsDatabase & NeedsClock & NeedsNetwork;

/** A webhook named by a caller. */
export interface NamedWebhook {
  /** Null if there is no webhook with this id. */
  readonly key: WebhookKey | null;
  /** The id as the caller wrote it, for messages. */
  readonly given: string;
  readonly once?: IdempotentRequest | null;
}

/**
 * The webhook that an admin of its league wants to use.
 * @throws Refused if there is none
 * @throws AccessDenied
 */
export async function getAdministeredWebhook(
  { database }: NeedsDatabase,
  access: Access,
  { key, given }: NamedWebhook,
): Promise<Webhook> {
  if (access === ANONYMOUS) throw new AccessDenied(access, 'administer webhooks');
  const webhook = key && (await findWebhook(database.manager, key));
  const league = webhook && (await getLeague(database.manager, webhook.leagueId));
  if (!webhook || !league || !canRead(access, league)) throw unknownWebhook(given);
  if (!canAdminister(access, league)) throw new AccessDenied(access, `administer webhooks of ${league.slug}`);
  return webhook;
}

function unknownWebhook(given: string): Refused {
  return new Refused(refuse('WEBHOOK_ID', ['input', 'webhook'], { value: shown(given) }));
}

/**
 * The webhook, in the transaction that changes it. A caller whose token has just been revoked changes nothing.
 * @throws Refused if it was deleted meanwhile
 */
export async function lockAdministered(
  tx: EntityManager,
  access: Access,
  key: WebhookKey,
  given: string,
): Promise<Webhook> {
  await lockCallerToken(tx, access);
  const webhook = await lockWebhook(tx, key);
  if (!webhook) throw unknownWebhook(given);
  return webhook;
}

/** Locks the caller's token against revocation until the transaction ends. @throws AccessDenied if it has just been revoked */
export async function lockCallerToken(tx: Sql, access: Access): Promise<void> {
  if (access.tokenId === null || (await lockUnrevokedToken(tx, access.tokenId))) return;
  throw new AccessDenied(ANONYMOUS, 'administer webhooks');
}

/** The audit log's view of a webhook: only the origin of its address, because the rest may hold a secret of the receiver. */
export function auditView({ url, format, events }: Pick<Webhook, 'url' | 'format' | 'events'>) {
  return { origin: new URL(url).origin, format, events: [...events] };
}

type Entry = Parameters<typeof insertAuditEntry>[2];

/** Records an action on a webhook. */
export async function recordWebhook(
  tx: EntityManager,
  access: Access,
  webhook: WebhookKey & Pick<Webhook, 'url'>,
  entry: Pick<Entry, 'action' | 'before' | 'after' | 'at'>,
): Promise<void> {
  const reason = `webhook to ${new URL(webhook.url).host}`;
  await insertAuditEntry(tx, access, {
    ...{ leagueId: webhook.leagueId, subject: webhookSubject(webhook), reason },
    ...entry,
  });
}
