import {
  type Cipher,
  createCipheriv,
  createDecipheriv,
  createHmac,
  type Decipher,
  hkdfSync,
  timingSafeEqual,
} from 'node:crypto';

/** Bytes of a key from which a seal is made. */
export const SEAL_KEY_BYTES = 32;
const BLOCK = 16;
/** Length of a block in base64url. */
const BLOCK_LETTERS = 22;
/** Longer than any sealed text: the longest part of a cursor is a slug or a handle. */
const MAX_LETTERS = 4000;

/**
 * Turns numbers and texts into tokens that clients can store and send back but cannot read: neither the content, nor the order in
 * which they were made. The same key gives the same letters, on all replicas and after a restore.
 */
export class Seal {
  readonly #encrypt: Cipher;
  readonly #decrypt: Decipher;
  readonly #textKey: Buffer;
  readonly #tagKey: Buffer;

  /** @param key 32 random bytes of this database */
  constructor(key: Buffer) {
    const derive = (use: string) => Buffer.from(hkdfSync('sha256', key, '', use, SEAL_KEY_BYTES));
    const blockKey = derive('block');
    // ECB is safe for single blocks that are each sealed once. One cipher object for all costs a tenth of one for each.
    this.#encrypt = createCipheriv('aes-256-ecb', blockKey, null).setAutoPadding(false);
    this.#decrypt = createDecipheriv('aes-256-ecb', blockKey, null).setAutoPadding(false);
    this.#textKey = derive('text');
    this.#tagKey = derive('tag');
  }

  /** Seals 16 bytes. Only the content distinguishes a forged block from a valid one. */
  sealBlock(block: Buffer): string {
    return this.#encrypt.update(block).toString('base64url');
  }

  /** @returns null if the text is no block */
  openBlock(text: string): Buffer | null {
    if (text.length !== BLOCK_LETTERS) return null;
    const block = Buffer.from(text, 'base64url');
    const isWhole = block.length === BLOCK && block.toString('base64url') === text;
    return isWhole ? this.#decrypt.update(block) : null;
  }

  /** Seals a text: a keyed hash of it, which is also the start of the key stream, and its letters under that stream. */
  sealText(text: string): string {
    const letters = Buffer.from(text);
    const tag = this.#tagOf(letters);
    return Buffer.concat([tag, createCipheriv('aes-256-ctr', this.#textKey, tag).update(letters)]).toString(
      'base64url',
    );
  }

  /** @returns null if the text was not sealed by this key */
  openText(text: string): string | null {
    if (text.length > MAX_LETTERS) return null;
    const sealed = Buffer.from(text, 'base64url');
    if (sealed.length < BLOCK) return null;
    const tag = sealed.subarray(0, BLOCK);
    const letters = createDecipheriv('aes-256-ctr', this.#textKey, tag).update(sealed.subarray(BLOCK));
    return timingSafeEqual(tag, this.#tagOf(letters)) ? letters.toString() : null;
  }

  /** A short name for a text, which is the same for the same text, and cannot be read back. */
  nameText(text: string): string {
    return this.#tagOf(Buffer.from(text)).toString('base64url');
  }

  #tagOf(letters: Buffer): Buffer {
    return createHmac('sha256', this.#tagKey).update(letters).digest().subarray(0, BLOCK);
  }
}
