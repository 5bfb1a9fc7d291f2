import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type NeedsClock, type NeedsDatabase } from '../kit/needs.js';
import { transaction } from '../kit/sql/transaction.js';
import { hashSecret, isPlausibleSecret } from './authenticator.js';
import {
  deleteSession,
  findCode,
  findKeptForm,
  insertKeptForm,
  insertSession,
  takeCode,
} from './session.repository.js';
import { findGoodToken, findSecret } from './token.repository.js';

/** How long a session lasts, in milliseconds: a long day's work. */
const SESSION_TIME = 12 * 3_600_000;
/** How long a code may be used, in milliseconds. */
const CODE_TIME = 24 * 3_600_000;
/** The most sessions of a token, and codes: the next one ends the oldest. Nobody is refused when they sign in, so nothing else bounds their storage. */
const MAX_SESSIONS = 100;
const CODE_PREFIX = 'once_';
/** The form of `makeSignInCode`. */
const CODE = new RegExp(`^${CODE_PREFIX}[\\w-]{24}$`);

/** A session for the browser. */
export interface OpenedSession {
  /** A secret that permits what its token permits. */
  readonly id: string;
  readonly expiresAt: Date;
}

/** Why no session was opened: the secret is not valid, or its token administers nothing. */
export type SignInRefusal = 'WRONG_SECRET' | 'NOT_AN_ADMIN';

/**
 * Signs a browser in.
 * @param secret of a token, or a code made for one
 */
export async function openSession(
  needs: NeedsDatabase & NeedsClock,
  secret: string,
): Promise<OpenedSession | SignInRefusal> {
  const now = needs.clock();
  const { manager } = needs.database;
  const isCode = CODE.test(secret);
  if (!isPlausibleSecret(secret)) return 'WRONG_SECRET';
  const hash = hashSecret(secret);
  // Guesses cost no transaction: few small writes run at a time.
  const isKnown = isCode ? await findCode(manager, hash, now) : await findGoodToken(manager, hash, now);
  if (!isKnown) return 'WRONG_SECRET';
  return transaction(needs.database, null, async (tx) => {
    const secretHash = isCode ? (await takeCode(tx, hash, now))?.secretHash : hash;
    const token = secretHash && (await findGoodToken(tx, secretHash, now));
    if (!token) return 'WRONG_SECRET';
    if (!token.scopes.some((scope) => scope === 'platform:admin' || scope === 'league:admin')) return 'NOT_AN_ADMIN';
    const id = randomBytes(32).toString('base64url');
    const expiresAt = new Date(now.getTime() + SESSION_TIME);
    const session = { isCode: false, tokenId: token.id, secretHash, createdAt: now, expiresAt };
    await insertSession(tx, { idHash: hashSecret(id), ...session }, MAX_SESSIONS - 1);
    return { id, expiresAt };
  });
}

/** Signs a browser out. */
export async function endSession({ database }: NeedsDatabase, id: string): Promise<void> {
  await deleteSession(database.manager, hashSecret(id));
}

/** Makes a code that signs one browser in on behalf of a token, within a day. @param secret the valid secret of the token */
export async function makeSignInCode(needs: NeedsDatabase & NeedsClock, secret: string): Promise<string> {
  const code = CODE_PREFIX + randomBytes(18).toString('base64url');
  const now = needs.clock();
  await transaction(needs.database, null, async (tx) => {
    const secretHash = hashSecret(secret);
    const { token } = (await findSecret(tx, secretHash))!;
    const expiresAt = new Date(now.getTime() + CODE_TIME);
    const session = { isCode: true, tokenId: token.id, secretHash, createdAt: now, expiresAt };
    await insertSession(tx, { idHash: hashSecret(code), ...session }, MAX_SESSIONS - 1);
  });
  return code;
}

/** How many of a session's newest forms are stored: readers may go back through this many pages. */
const MAX_FORMS = 20;

/**
 * Stores a form that a browser has sent, until its session ends or it has sent many others. It is encrypted by a key that only the
 * browser has, because nobody else should read unfinished requests: reasons, names, and secrets pasted into the wrong field.
 * @param session its id
 * @returns the id of the form
 */
export async function keepForm(needs: NeedsDatabase & NeedsClock, content: string, session: string): Promise<string> {
  const id = randomBytes(16).toString('base64url');
  const hashes = { idHash: hashSecret(id), sessionIdHash: hashSecret(session) };
  const form = { ...hashes, content: sealed(content, session, id), keptAt: needs.clock() };
  await transaction(needs.database, null, (tx) => insertKeptForm(tx, form, MAX_FORMS - 1));
  return id;
}

/** A form stored for a session; null if it is no longer stored. */
export async function readKeptForm({ database }: NeedsDatabase, id: string, session: string): Promise<string | null> {
  const content = await findKeptForm(database.manager, hashSecret(id), hashSecret(session));
  return content && opened(content, session, id);
}

/** Each form has its own key, so the nonce may be the same. */
const NONCE = Buffer.alloc(12);
const TAG = 16;

function keyOf(session: string, id: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', session, id, 'kept form', 32));
}

function sealed(text: string, session: string, id: string): Buffer {
  const cipher = createCipheriv('aes-256-gcm', keyOf(session, id), NONCE);
  return Buffer.concat([cipher.update(deflateRawSync(text)), cipher.final(), cipher.getAuthTag()]);
}

function opened(content: Buffer, session: string, id: string): string {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(session, id), NONCE, { authTagLength: TAG });
  decipher.setAuthTag(content.subarray(-TAG));
  return inflateRawSync(Buffer.concat([decipher.update(content.subarray(0, -TAG)), decipher.final()])).toString();
}
