import { type Access, AccessDenied, ANONYMOUS, canManage } from '../access/access.js';
import { type IdempotentRequest, settleOnce, withTimes } from '../access/idempotency.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { checkLine, type Refusal, Refused, refuse, refuseAny, shown } from '../kit/refusal.js';
import { hashSecret, newSecret } from './authenticator.js';
import { listTokensById, lockToken, lockUnrevokedToken, replaceSecret, type Token } from './token.repository.js';
import { type CreatedToken, checkOutlives, ENDLESS, recordToken, requireAnyAdmin } from './token.service.js';

export interface RotateToken {
  readonly id: number;
  /** The id as the caller wrote it, for messages. */
  readonly token: string;
  /** How long the old secret continues to work, in seconds. */
  readonly graceSeconds: number;
  readonly reason: string;
}

/** A token with its new secret, which is shown only once. */
export interface RotatedToken extends CreatedToken {
  /** When the old secret ends. */
  readonly formerSecretEndsAt: Date;
}

/** The longest grace period, in seconds: 30 days. */
const MAX_GRACE = 2_592_000;

/**
 * Gives a token a new secret; the old one and those before it end after a grace period. Nothing else about the token changes.
 * @throws Refused
 * @throws AccessDenied
 */
export async function rotateToken(
  needs: NeedsDatabase & NeedsClock,
  access: Access,
  input: RotateToken,
  once: IdempotentRequest | null = null,
): Promise<RotatedToken> {
  requireAnyAdmin(access, 'rotate tokens');
  const { id, token: given, graceSeconds, reason } = input;
  refuseAny(checkLine(reason, ['input', 'reason']), checkGrace(graceSeconds));
  const now = needs.clock();
  const formerSecretEndsAt = new Date(now.getTime() + graceSeconds * 1000);
  const secret = newSecret();
  const recall = async (kept: { token: number }): Promise<RotatedToken> => {
    const { formerSecretEndsAt: endsAt } = withTimes<{ formerSecretEndsAt: Date }>(kept);
    const [token] = await listTokensById(needs.database.manager, [kept.token]);
    return { token: token!, secret: null, formerSecretEndsAt: endsAt };
  };
  const keep = ({ token }: RotatedToken) => ({ token: token.id, formerSecretEndsAt });
  return settleOnce(needs.database, null, { once, now, keep, recall }, async (tx) => {
    const token = await lockToken(tx, id);
    // A token that has just been revoked gets no new secret.
    const isBound = access.tokenId !== null && access.tokenId !== id;
    const own = isBound ? await lockUnrevokedToken(tx, access.tokenId) : ENDLESS;
    if (!own) throw new AccessDenied(ANONYMOUS, 'rotate tokens');
    const isOwn = token && canManage(access, token);
    const problem = isOwn ? endOfOldSecret(token, now) : refuse('VALID_TOKEN_ID', AT_TOKEN, { value: shown(given) });
    if (problem !== null) throw new Refused(problem);
    refuseAny(checkOutlives(own, token!, AT_TOKEN));
    await replaceSecret(tx, id, hashSecret(secret), formerSecretEndsAt);
    const change = { before: { id }, after: { id, formerSecretEndsAt: formerSecretEndsAt.toISOString() } };
    await recordToken(tx, access, token!, { action: 'rotateToken', reason, ...change, at: now });
    return { token: token!, secret, formerSecretEndsAt };
  });
}

function checkGrace(seconds: number): Refusal | undefined {
  if (seconds >= 0 && seconds <= MAX_GRACE) return undefined;
  return refuse('GRACE', ['input', 'graceSeconds'], { field: 'graceSeconds', min: 0, max: MAX_GRACE, value: seconds });
}

const AT_TOKEN = ['input', 'token'];

/** How a token has ended; null if it is valid. */
function endOfOldSecret({ revokedAt, expiresAt }: Token, now: Date): Refusal | null {
  if (revokedAt) return refuse('TOKEN_REVOKED', AT_TOKEN, { at: revokedAt.toISOString() });
  return expiresAt && expiresAt <= now ? refuse('TOKEN_EXPIRED', AT_TOKEN, { at: expiresAt.toISOString() }) : null;
}
