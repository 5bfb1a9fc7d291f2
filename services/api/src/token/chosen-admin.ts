import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { pluralize } from '../kit/pluralize.js';
import { hashSecret } from './authenticator.js';
import { findSecret, type KnownSecret, listTokensOfStart } from './token.repository.js';
import { CHOSEN_ADMIN } from './token.service.js';

const REMEDY =
  'Set a new secret, which the next start makes the secret of another administrator, or remove the variable';

/**
 * What an operator would not expect of the secret that they chose: it no longer works, or one from before it still does.
 * @param chosen the secret, from OPENLADDER_ADMIN_TOKEN
 * @returns sentences with the remedy
 */
export async function troublesOfChosenAdmin(
  { database, clock }: NeedsDatabase & NeedsClock,
  chosen: string,
): Promise<string[]> {
  const now = clock();
  const known = await findSecret(database.manager, hashSecret(chosen));
  const end = known && endOf(known, now);
  const troubles = end ? [`The secret in OPENLADDER_ADMIN_TOKEN ${end}. ${REMEDY}.`] : [];
  const others = (await listTokensOfStart(database, CHOSEN_ADMIN, now)).filter(({ id }) => id !== known?.token.id);
  if (others.length > 0) {
    const made = others.map(({ createdAt }) => createdAt.toISOString()).join(', ');
    troubles.push(
      `OPENLADDER_ADMIN_TOKEN had another secret before, and a change of the variable revokes no token: ${pluralize(others.length, 'token')} of that name, created at ${made}, can still administer everything. Revoke what nobody uses: "openladder token --list" shows its id, and "openladder token --revoke <id>" ends it.`,
    );
  }
  return troubles;
}

/** How a secret has ended, or will; null if it has no end. */
function endOf({ token, endsAt }: KnownSecret, now: Date): string | null {
  if (token.revokedAt) return `no longer works: its token was revoked at ${token.revokedAt.toISOString()}`;
  if (token.expiresAt && token.expiresAt <= now) return 'no longer works: its token has expired';
  if (!endsAt) return null;
  const when = endsAt <= now ? 'no longer works' : `works only until ${endsAt.toISOString()}`;
  return `${when}: its token was given another secret`;
}
