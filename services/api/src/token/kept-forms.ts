import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { NeedsClock, NeedsDatabase } from '../kit/needs.js';
import { transaction } from '../kit/sql/transaction.js';
import { hashSecret } from './authenticator.js';
import { deleteOldForms, findKeptForm, insertKeptForm } from './session.repository.js';

/** Forms that are kept for a session, the newest ones: so many pages of forms a reader may go back to. */
const MOST = 20;

/**
 * Keeps a form that a browser has sent, until its session ends or it has sent many others. It is encrypted by a key that only the browser
 * has, because nobody else should read what is not done: reasons, names, and secrets that were pasted into the wrong field.
 * @param session its id
 * @returns the id of the form
 */
export async function keepForm(needs: NeedsDatabase & NeedsClock, content: string, session: string): Promise<string> {
  const id = randomBytes(16).toString('base64url');
  const form = { idHash: hashSecret(id), sessionIdHash: hashSecret(session), content: sealed(content, session, id) };
  await transaction(needs.database, null, async (tx) => {
    await insertKeptForm(tx, { ...form, keptAt: needs.clock() });
    await deleteOldForms(tx, form, MOST - 1);
  });
  return id;
}

/** A form that was kept for a session; null where it is not kept any more. */
export async function readKeptForm({ database }: NeedsDatabase, id: string, session: string): Promise<string | null> {
  const content = await findKeptForm(database.manager, hashSecret(id), hashSecret(session));
  return content && opened(content, session, id);
}

/** Each form has a key of its own, so the nonce may be the same. */
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
