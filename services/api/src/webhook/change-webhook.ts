import type { Access } from '../access/access.js';
import { settleOnce, withTimes } from '../access/idempotency.js';
import { refuseAny } from '../kit/refusal.js';
import { transaction } from '../kit/sql/transaction.js';
import { checkUrl, checkWantedEvents, type WebhookWithSecret } from './create-webhook.js';
import { newWebhookSecret } from './signature.js';
import type { Webhook, WebhookEvent, WebhookFormat } from './webhook.js';
import {
  deleteWebhookRow,
  findWebhook,
  replaceWebhookSecret,
  updateEnabled,
  updateTarget,
} from './webhook.repository.js';
import {
  auditView,
  getAdministeredWebhook,
  lockAdministered,
  type NamedWebhook,
  recordWebhook,
  type WebhookAdminNeeds,
} from './webhook-access.js';

/** Properties to change; omitted ones do not change. */
export interface UpdateWebhook extends NamedWebhook {
  readonly url?: string | null;
  readonly events?: readonly WebhookEvent[] | null;
  readonly format?: WebhookFormat | null;
}

/**
 * Changes the events and the address of a webhook. Its position and its secret stay the same.
 * @throws Refused
 * @throws AccessDenied
 */
export async function updateWebhook(needs: WebhookAdminNeeds, access: Access, input: UpdateWebhook): Promise<Webhook> {
  const webhook = await getAdministeredWebhook(needs, access, input);
  refuseAny(
    input.url == null ? undefined : checkUrl(input.url, needs),
    input.events && checkWantedEvents(input.events),
  );
  await transaction(needs.database, null, async (tx) => {
    const before = await lockAdministered(tx, access, webhook, input.given);
    const after = {
      ...before,
      url: input.url ?? before.url,
      format: input.format ?? before.format,
      events: input.events ?? before.events,
    };
    await updateTarget(tx, webhook, after);
    const change = { before: auditView(before), after: auditView(after) };
    await recordWebhook(tx, access, after, { action: 'updateWebhook', ...change, at: needs.clock() });
  });
  return (await findWebhook(needs.database.manager, webhook))!;
}

/**
 * Resumes a disabled webhook from its position, on behalf of the caller's token. One that is enabled is tried again at once.
 * @throws Refused
 * @throws AccessDenied
 */
export async function enableWebhook(needs: WebhookAdminNeeds, access: Access, input: NamedWebhook): Promise<Webhook> {
  const webhook = await getAdministeredWebhook(needs, access, input);
  await transaction(needs.database, null, async (tx) => {
    const { disabledReason } = await lockAdministered(tx, access, webhook, input.given);
    await updateEnabled(tx, webhook, { tokenId: access.tokenId, createdBy: access.actor });
    const change = { before: { isEnabled: disabledReason === null, disabledReason }, after: { isEnabled: true } };
    await recordWebhook(tx, access, webhook, { action: 'enableWebhook', ...change, at: needs.clock() });
  });
  return (await findWebhook(needs.database.manager, webhook))!;
}

export interface RotatedWebhook extends WebhookWithSecret {
  /** When the old secret stops signing. */
  readonly formerSecretEndsAt: Date;
}

/** How long the old secret signs together with the new one, in milliseconds: one day. */
const BOTH_SIGN = 86_400_000;

/**
 * Gives a webhook a new secret. For a day, messages are signed with both, so that receivers can change over at any time.
 * @throws Refused
 * @throws AccessDenied
 */
export async function rotateWebhookSecret(
  needs: WebhookAdminNeeds,
  access: Access,
  input: NamedWebhook,
): Promise<RotatedWebhook> {
  const webhook = await getAdministeredWebhook(needs, access, input);
  const { once = null, given } = input;
  const now = needs.clock();
  const formerSecretEndsAt = new Date(now.getTime() + BOTH_SIGN);
  const secret = newWebhookSecret();
  const recall = async (kept: object): Promise<RotatedWebhook> => {
    const { formerSecretEndsAt: endsAt } = withTimes<{ formerSecretEndsAt: Date }>(kept);
    return { webhook: await findWebhook(needs.database.manager, webhook), secret: null, formerSecretEndsAt: endsAt };
  };
  const keep = () => ({ formerSecretEndsAt });
  return settleOnce(needs.database, null, { once, now, keep, recall }, async (tx) => {
    await lockAdministered(tx, access, webhook, given);
    await replaceWebhookSecret(tx, webhook, secret, formerSecretEndsAt);
    const after = { formerSecretEndsAt: formerSecretEndsAt.toISOString() };
    await recordWebhook(tx, access, webhook, { action: 'rotateWebhookSecret', before: null, after, at: now });
    return { webhook: await findWebhook(tx, webhook), secret, formerSecretEndsAt };
  });
}

/**
 * Deletes a webhook and its messages.
 * @returns the webhook before its deletion
 * @throws Refused
 * @throws AccessDenied
 */
export async function deleteWebhook(needs: WebhookAdminNeeds, access: Access, input: NamedWebhook): Promise<Webhook> {
  const webhook = await getAdministeredWebhook(needs, access, input);
  await transaction(needs.database, null, async (tx) => {
    await lockAdministered(tx, access, webhook, input.given);
    await deleteWebhookRow(tx, webhook);
    const change = { before: auditView(webhook), after: null };
    await recordWebhook(tx, access, webhook, { action: 'deleteWebhook', ...change, at: needs.clock() });
  });
  return webhook;
}
