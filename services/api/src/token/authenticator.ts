import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { type Access, ANONYMOUS } from '../access/access.js';
import type { NeedsSchema } from '../database/schema-watch.js';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { findSessionSecret } from './session.repository.js';
import { findGoodToken, updateTokenUsed } from './token.repository.js';

export interface AuthenticatorNeeds extends NeedsDatabase, NeedsClock, NeedsSchema {
  /** Whether the database was a standby at the start, so that nothing can be written to it. */
  readonly isStandby: boolean;
}

/** How long a replica may accept a token that another replica has revoked, in milliseconds. */
const CACHE_TIME = 500;
const CACHE_SIZE = 10_000;
/** How often a token's last use is written, in milliseconds. */
const USE_INTERVAL = 60_000;

const EVERYBODY = Promise.resolve(ANONYMOUS);
const NOBODY = Promise.resolve(null);

/** The secret in an Authorization header; undefined if the header has another form. */
export function secretIn(header: string): string | undefined {
  return /^Bearer +(\S+)$/i.exec(header)?.[1];
}

interface Seen {
  readonly access: Promise<Access | null>;
  readonly at: number;
}

/** Finds out what secrets permit, and caches it for a short time. */
export class Authenticator {
  /** Only the site in this process knows it, so that outside the process a session is worth nothing without its browser. */
  readonly #siteKey = randomBytes(32).toString('base64url');
  /** Promises, so that many requests at the same time share one query. */
  readonly #seen = new LRUCache<string, Seen>({ max: CACHE_SIZE });
  /** Sessions that were open when they were last looked up. */
  readonly #known = new LRUCache<string, true>({ max: CACHE_SIZE });

  constructor(private readonly needs: AuthenticatorNeeds) {}

  /** The Authorization header with which the site queries the API on behalf of a session. */
  siteHeader(session: string): string {
    return `Session ${this.#siteKey} ${session}`;
  }

  /**
   * @param header value of the Authorization header; undefined if none was sent
   * @returns null if it is neither "Bearer" and a valid token, nor the site's
   */
  authenticateHeader(header: string | undefined): Promise<Access | null> {
    if (header === undefined) return EVERYBODY;
    const session = this.#sessionIn(header);
    if (session !== undefined) return this.authenticateSession(session);
    const secret = secretIn(header);
    return secret === undefined ? NOBODY : this.authenticate(secret);
  }

  /** @returns null if the secret is no token's, or the token has expired or was revoked */
  authenticate(secret: string): Promise<Access | null> {
    if (!isPlausibleSecret(secret)) return NOBODY;
    const hash = hashSecret(secret);
    return this.#remember(hash.toString('base64'), (now) => this.#find(hash, now));
  }

  /** @returns null if no session has this id, it has expired, or its token is no longer valid */
  authenticateSession(id: string): Promise<Access | null> {
    const hash = hashSecret(id);
    const key = sessionKey(hash);
    return this.#remember(key, async (now) => {
      const secretHash = await findSessionSecret(this.needs.database.manager, hash, now);
      const access = secretHash && (await this.#find(secretHash, now));
      if (access) this.#known.set(key, true);
      else this.#known.delete(key);
      return access;
    });
  }

  /** Whether this process has found a session open before; it may have ended since. Sends no query. */
  knowsSession(id: string): boolean {
    return this.#known.has(sessionKey(hashSecret(id)));
  }

  #sessionIn(header: string): string | undefined {
    const [, key, session] = /^Session ([\w-]{43}) (\S+)$/.exec(header) ?? [];
    return key && timingSafeEqual(Buffer.from(key), Buffer.from(this.#siteKey)) ? session : undefined;
  }

  #remember(key: string, find: (now: Date) => Promise<Access | null>): Promise<Access | null> {
    const now = this.needs.clock();
    const seen = this.#seen.get(key);
    if (seen && Math.abs(now.getTime() - seen.at) < CACHE_TIME) return seen.access;

    const access = find(now);
    this.#seen.set(key, { access, at: now.getTime() });
    access.catch(() => this.#seen.delete(key));
    return access;
  }

  async #find(hash: Buffer, now: Date): Promise<Access | null> {
    const { manager } = this.needs.database;
    const token = await findGoodToken(manager, hash, now);
    if (!token) return null;
    const unusedSince = new Date(now.getTime() - USE_INTERVAL);
    const mayWrite = !this.needs.isStandby && !this.needs.schema.incompatibility;
    if (mayWrite && (token.lastUsedAt === null || token.lastUsedAt <= unusedSince)) {
      await updateTokenUsed(manager, token.id, now, unusedSince);
    }
    return { tokenId: token.id, actor: token.name, scopes: token.scopes, leagueIds: token.leagueIds };
  }
}

function sessionKey(idHash: Buffer): string {
  return `session ${idHash.toString('base64')}`;
}

const PREFIX = 'ol_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const LENGTH = 30;
const CHECKSUM_LENGTH = 6;
/** The greatest multiple of 62 below 256: bytes above it would favour the first letters. */
const FAIR_BYTES = 248;

/** Creates a token: `ol_`, 30 random base62 characters (178 bits) and a checksum that reveals a typing error at once. */
export function newSecret(): string {
  let body = '';
  while (body.length < LENGTH) {
    for (const byte of randomBytes(LENGTH)) {
      if (byte < FAIR_BYTES && body.length < LENGTH) body += ALPHABET[byte % ALPHABET.length];
    }
  }
  return PREFIX + body + checksum(body);
}

/** False for a token in our format with a wrong checksum. Secrets chosen by an operator have no format. */
export function isPlausibleSecret(secret: string): boolean {
  if (!secret.startsWith(PREFIX)) return true;
  const body = secret.slice(PREFIX.length, -CHECKSUM_LENGTH);
  return body.length === LENGTH && secret.slice(-CHECKSUM_LENGTH) === checksum(body);
}

/** The stored form: SHA-256. The secret has too much entropy for a slower hash to add anything. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    text = ALPHABET[rest % ALPHABET.length] + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}
