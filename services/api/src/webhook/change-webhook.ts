import type { Access } from '../access/access.js';
import { Refused } from '../kit/refusal.js';
import { transaction } from '../kit/sql/transaction.js';
import { checkUrl, checkWantedEvents } from './check-webhook.js';
import type { Webhook, WebhookEvent, WebhookFormat } from './webhook.js';
import { deleteWebhookRow, findWebhook, updateEnabled, updateTarget } from './webhook.repository.js';
import {
  auditView,
  getAdministeredWebhook,
  lockAdministered,
  type NamedWebhook,
  recordWebhook,
  type WebhookAdminNeeds,
} from './webhook-access.js';

/** Properties to change; omitted ones stay as they are. */
export interface UpdateWebhook extends NamedWebhook {
  readonly url?: string | null;
  readonly events?: readonly WebhookEvent[] | null;
  readonly format?: WebhookFormat | null;
}

/**
 * Changes what a webhook sends, and where. Its position and its secret stay the same.
 * @throws Refused
 * @throws AccessDenied
 */
export async function updateWebhook(needs: WebhookAdminNeeds, access: Access, input: UpdateWebhook): Promise<Webhook> {
  const { webhook } = await getAdministeredWebhook(needs, access, input);
  const problems = [
    input.url == null ? undefined : checkUrl(input.url, needs),
    input.events && checkWantedEvents(input.events),
  ];
  const refusals = problems.filter((problem) => problem != null);
  if (refusals.length > 0) throw new Refused(...refusals);
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
  const { webhook } = await getAdministeredWebhook(needs, access, input);
  await transaction(needs.database, null, async (tx) => {
    const { disabledReason } = await lockAdministered(tx, access, webhook, input.given);
    await updateEnabled(tx, webhook, { tokenId: access.tokenId, createdBy: access.actor });
    const change = { before: { isEnabled: disabledReason === null, disabledReason }, after: { isEnabled: true } };
    await recordWebhook(tx, access, webhook, { action: 'enableWebhook', ...change, at: needs.clock() });
  });
  return (await findWebhook(needs.database.manager, webhook))!;
}

/**
 * Deletes a webhook and its messages.
 * @returns the webhook as it was
 * @throws Refused
 * @throws AccessDenied
 */
export async function deleteWebhook(needs: WebhookAdminNeeds, access: Access, input: NamedWebhook): Promise<Webhook> {
  const { webhook } = await getAdministeredWebhook(needs, access, input);
  await transaction(needs.database, null, async (tx) => {
    await lockAdministered(tx, access, webhook, input.given);
    await deleteWebhookRow(tx, webhook);
    const change = { before: auditView(webhook), after: null };
    await recordWebhook(tx, access, webhook, { action: 'deleteWebhook', ...change, at: needs.clock() });
  });
  return webhook;
}
