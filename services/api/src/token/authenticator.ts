import { type Access, ANONYMOUS } from '../access/access.js';
import { hashSecret, isPlausibleSecret } from '../access/secret.js';
import type { NeedsSchema } from '../database/schema-watch.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { findSecret } from './secret.repository.js';
import { updateTokenUsed } from './token.repository.js';

export interface AuthenticatorNeeds extends NeedsDatabase, NeedsClock, NeedsSchema {
  /** Whether the database was a standby at the start: nothing can be written to it. */
  readonly isStandby: boolean;
}

/** How long a replica may go on honouring a token that another one has revoked. */
const CACHE_TIME = 500;
const CACHE_SIZE = 10_000;
/** How often a token's last use is written. */
const USE_INTERVAL = 60_000;

const EVERYBODY = Promise.resolve(ANONYMOUS);
const NOBODY = Promise.resolve(null);

/** The secret that an Authorization header carries; undefined where it has another form. */
export function secretIn(header: string): string | undefined {
  return /^Bearer +(\S+)$/i.exec(header)?.[1];
}

/** Turns secrets into what they allow, with a short memory. */
export class Authenticator {
  readonly #needs: AuthenticatorNeeds;
  /** Answers, on their way at first, so that many who come at the same time ask once. */
  readonly #seen = new Map<string, { readonly access: Promise<Access | null>; readonly at: number }>();

  constructor(needs: AuthenticatorNeeds) {
    this.#needs = needs;
  }

  /**
   * @param header the value of an Authorization header; undefined: none was sent
   * @returns null where it is not "Bearer" and a token that is good
   */
  authenticateHeader(header: string | undefined): Promise<Access | null> {
    if (header === undefined) return EVERYBODY;
    const secret = secretIn(header);
    return secret === undefined ? NOBODY : this.authenticate(secret);
  }

  /** @returns null where the secret is no token, or one that has expired or was revoked */
  authenticate(secret: string): Promise<Access | null> {
    if (!isPlausibleSecret(secret)) return NOBODY;
    const hash = hashSecret(secret);
    const key = hash.toString('base64');
    const now = this.#needs.clock();
    const seen = this.#seen.get(key);
    if (seen && Math.abs(now.getTime() - seen.at) < CACHE_TIME) return seen.access;

    if (this.#seen.size >= CACHE_SIZE) this.#seen.clear();
    const access = this.#find(hash, now);
    this.#seen.set(key, { access, at: now.getTime() });
    access.catch(() => this.#seen.delete(key));
    return access;
  }

  async #find(hash: Buffer, now: Date): Promise<Access | null> {
    const { manager } = this.#needs.database;
    const known = await findSecret(manager, hash);
    if (!known || (known.endsAt && known.endsAt <= now)) return null;
    const { token } = known;
    if (token.revokedAt || (token.expiresAt && token.expiresAt <= now)) return null;
    const unusedSince = new Date(now.getTime() - USE_INTERVAL);
    const mayWrite = !this.#needs.isStandby && !this.#needs.schema.misfit;
    if (mayWrite && (token.lastUsedAt === null || token.lastUsedAt <= unusedSince)) {
      await updateTokenUsed(manager, token.id, now, unusedSince);
    }
    return { tokenId: token.id, actor: token.name, scopes: token.scopes, leagueIds: token.leagueIds };
  }
}
