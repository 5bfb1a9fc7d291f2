import { isIP } from 'node:net';
import { type Access } from '../access/access.js';
import { type IdempotentRequest, settleOnce } from '../access/idempotency.js';
import { type Refusal, Refused, refuse, refuseAny, shown } from '../kit/refusal.js';
import { lockLeague } from '../league/league.repository.js';
import { getAdministered } from '../league/league.service.js';
import { problemOf } from './addresses.js';
import { type NeedsNetwork } from './post.js';
import { newWebhookSecret } from './signature.js';
import { type Webhook, type WebhookEvent, type WebhookFormat, type WebhookKey } from './webhook.js';
import { countWebhooks, findWebhook, insertWebhook } from './webhook.repository.js';
import { auditView, lockCallerToken, recordWebhook, type WebhookAdminNeeds } from './webhook-access.js';

export interface CreateWebhook {
  /** Slug. */
  readonly league: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly format: WebhookFormat;
}

/** A webhook with its secret, which is shown only once. */
export interface WebhookWithSecret {
  /** Null if it has been deleted since an earlier request with the same key created it. */
  readonly webhook: Webhook | null;
  /** Null if an earlier request with the same key created the webhook. */
  readonly secret: string | null;
}

/** The most webhooks of a league: each costs a connection for every write. */
const MAX_WEBHOOKS = 20;

/**
 * Creates a webhook, which sends future events on behalf of the caller's token.
 * @throws Refused
 * @throws AccessDenied
 */
export async function createWebhook(
  needs: WebhookAdminNeeds,
  access: Access,
  input: CreateWebhook,
  once: IdempotentRequest | null = null,
): Promise<WebhookWithSecret> {
  const { id: leagueId, slug } = await getAdministered(needs, access, input.league);
  const { url, format, events } = input;
  refuseAny(checkUrl(url, needs), checkWantedEvents(events));
  const now = needs.clock();
  const recall = async ({ webhook }: { webhook: WebhookKey }): Promise<WebhookWithSecret> => ({
    webhook: await findWebhook(needs.database.manager, webhook),
    secret: null,
  });
  const keep = ({ webhook }: WebhookWithSecret) => ({ webhook: { leagueId, id: webhook!.id } });
  return settleOnce(needs.database, leagueId, { once, now, keep, recall }, async (tx) => {
    const secret = newWebhookSecret();
    await lockCallerToken(tx, access);
    await lockLeague(tx, leagueId);
    const count = await countWebhooks(tx, leagueId);
    if (count >= MAX_WEBHOOKS) {
      throw new Refused(refuse('MAX_WEBHOOKS', ['input', 'league'], { league: slug, max: MAX_WEBHOOKS, count }));
    }
    const webhook = await insertWebhook(tx, {
      ...{ leagueId, url, format, events, secret },
      ...{ tokenId: access.tokenId, createdBy: access.actor, createdAt: now },
    });
    const change = { before: null, after: auditView(webhook) };
    await recordWebhook(tx, access, webhook, { action: 'createWebhook', ...change, at: now });
    return { webhook, secret };
  });
}

const MAX_URL = 2_000;
const AT_URL = ['input', 'url'];

/** Checks the address for messages. The addresses of its host name are checked whenever a message is sent. */
export function checkUrl(url: string, { webhookAllowed: allowed }: NeedsNetwork): Refusal | undefined {
  if (url.length > MAX_URL) {
    return refuse('MAX_LENGTH', AT_URL, { field: 'url', max: MAX_URL, length: url.length });
  }
  const hasAllowed = allowed.rules.length > 0;
  const value = shown(url);
  const other = () => refuse(hasAllowed ? 'WEBHOOK_HTTPS_OR_ALLOWED' : 'WEBHOOK_HTTPS', AT_URL, { value });
  if (!URL.canParse(url)) return other();
  const { protocol, hostname, username, password, hash } = new URL(url);
  if (protocol !== 'https:' && !(protocol === 'http:' && hasAllowed)) return other();
  if (username || password) return refuse('WEBHOOK_NO_PASSWORD', AT_URL);
  if (hash) return refuse('WEBHOOK_NO_FRAGMENT', AT_URL, { value });
  const host = hostname.replace(/^\[|\]$/g, '');
  const mayBeReached = isIP(host) === 0 || problemOf(allowed, host, protocol === 'https:') === null;
  return mayBeReached ? undefined : refuse('WEBHOOK_PUBLIC', AT_URL, { value });
}

/** Checks the events of a webhook. */
export function checkWantedEvents(events: readonly string[]): Refusal | undefined {
  const path = ['input', 'events'];
  if (events.length === 0) return refuse('COUNT_MIN', path, { field: 'events', min: 1, count: 0 });
  const twice = events.findIndex((event, index) => events.indexOf(event) !== index);
  if (twice < 0) return undefined;
  return refuse('EVENTS_ONCE', [...path, twice], { value: shown(events[twice]) });
}
