import type { Access } from '../access/access.js';
import { runIdempotently, settle, withTimes } from '../access/idempotency.js';
import { transaction } from '../kit/sql/transaction.js';
import type { WebhookWithSecret } from './create-webhook.js';
import { newWebhookSecret } from './signature.js';
import { findWebhook, replaceWebhookSecret } from './webhook.repository.js';
import {
  getAdministeredWebhook,
  lockAdministered,
  type NamedWebhook,
  recordWebhook,
  type WebhookAdminNeeds,
} from './webhook-access.js';

export interface RotatedWebhook extends WebhookWithSecret {
  /** When the old secret stops signing. */
  readonly formerSecretEndsAt: Date;
}

/** How long the old secret signs beside the new one, in milliseconds: one day. */
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
  const { webhook } = await getAdministeredWebhook(needs, access, input);
  const { once = null, given } = input;
  const { manager } = needs.database;
  const now = needs.clock();
  const formerSecretEndsAt = new Date(now.getTime() + BOTH_SIGN);
  const secret = newWebhookSecret();
  const recall = async (kept: object): Promise<RotatedWebhook> => {
    const { formerSecretEndsAt: endsAt } = withTimes<{ formerSecretEndsAt: Date }>(kept);
    return { webhook: await findWebhook(manager, webhook), secret: null, formerSecretEndsAt: endsAt };
  };
  return runIdempotently(manager, once, now, recall, async () => {
    await transaction(needs.database, null, (tx) =>
      settle(
        tx,
        once,
        now,
        async () => {
          await lockAdministered(tx, access, webhook, given);
          await replaceWebhookSecret(tx, webhook, secret, formerSecretEndsAt);
          const after = { formerSecretEndsAt: formerSecretEndsAt.toISOString() };
          await recordWebhook(tx, access, webhook, { action: 'rotateWebhookSecret', before: null, after, at: now });
        },
        () => ({ formerSecretEndsAt }),
      ),
    );
    return { webhook: await findWebhook(manager, webhook), secret, formerSecretEndsAt };
  });
}
