import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

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

/** False for a token in our format with a wrong checksum. Tokens that an operator chose have no format. */
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
