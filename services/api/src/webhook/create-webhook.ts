import type { Access } from '../access/access.js';
import { type IdempotentRequest, settleOnce } from '../access/idempotency.js';
import { Refused, refuse, refuseAny } from '../kit/refusal.js';
import { lockLeague } from '../league/league.repository.js';
import { getAdministered } from '../league/league.service.js';
import { checkUrl, checkWantedEvents } from './check-webhook.js';
import { newWebhookSecret } from './signature.js';
import type { Webhook, WebhookEvent, WebhookFormat, WebhookKey } from './webhook.js';
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
 * Creates a webhook, which sends what happens from now on, on behalf of the caller's token.
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
